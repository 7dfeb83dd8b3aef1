import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../support/folder-with.ts';
import { projectFolder } from '../support/pages.ts';

const main = join(projectFolder, 'dist/cli/main.js');

/** The files of the build that a call of the command loads. */
function loaded(...words: readonly string[]): readonly string[] {
  const folder = folderWith({
    'hookline.yaml': 'hooks: { PreToolUse: [{ name: one, type: command, handler: "true" }] }\n',
    'event.json': '{ "tool_name": "Bash", "tool_input": { "command": "ls" } }',
  });
  const coverage = join(folder, 'coverage');
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  execFileSync(process.execPath, [main, ...words], { cwd: folder, env, stdio: 'ignore' });
  const scripts = readdirSync(coverage).flatMap(
    (file): readonly { readonly url: string }[] =>
      JSON.parse(readFileSync(join(coverage, file), 'utf8')).result,
  );
  const files = scripts.filter(({ url }) => url.includes('/dist/')).map(({ url }) => basename(url));
  return [...new Set(files)];
}

describe('the command loads', () => {
  it('next to nothing to tell its version', () => {
    expect(loaded('--version')).toEqual(['main.js']);
  });

  it('neither the parser nor the schemas for what reads no file', () => {
    const files = loaded('points');
    expect(files.length).toBeLessThan(12);
    expect(files.filter((file) => /^(?:zod|yaml|shell|config)-/.test(file))).toEqual([]);
  });

  it('a few files for a firing, and no handler, guard or reader that its configuration does without', () => {
    const files = loaded('fire', 'PreToolUse', '--input', 'event.json');
    expect(files.length).toBeLessThan(32);
    expect(files).toContainEqual(expect.stringMatching(/^command-/));
    const others = /^(?:python|http|module|builtin-table|destructive|arma|levels|settings-file-|mcp|agent)/;
    expect(files.filter((file) => others.test(file))).toEqual([]);
  });
});
