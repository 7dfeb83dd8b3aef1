import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../support/folder-with.ts';
import { projectFolder } from '../support/pages.ts';

const main = join(projectFolder, 'dist/cli/main.js');

/** The files of the build that a call of the command loads. */
function loaded(...words: readonly string[]): readonly string[] {
  return loadedBy([main, ...words]).map((file) => basename(file));
}

/** The paths of the files of the build that a call of Node loads. */
function loadedBy(words: readonly string[]): readonly string[] {
  const folder = folderWith({
    'hookline.yaml': 'hooks: { PreToolUse: [{ name: one, type: command, handler: "true" }] }\n',
    'event.json': '{ "tool_name": "Bash", "tool_input": { "command": "ls" } }',
  });
  const coverage = join(folder, 'coverage');
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  execFileSync(process.execPath, words, { cwd: folder, env, stdio: 'ignore' });
  const scripts = readdirSync(coverage).flatMap(
    (file): readonly { readonly url: string }[] =>
      JSON.parse(readFileSync(join(coverage, file), 'utf8')).result,
  );
  const files = scripts.filter(({ url }) => url.includes('/dist/')).map(({ url }) => fileURLToPath(url));
  return [...new Set(files)];
}

/** What serves the page, and nothing else. */
const pageParts = /(?:\bhono\b|preact|uplot|servePage)/i;

describe('the entries of the package', () => {
  it('load nothing of the page', () => {
    const { exports } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
    };
    const entries = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [] : [join(projectFolder, target.default)],
    );
    const files = loadedBy([
      '--input-type=module',
      '-e',
      entries.map((file) => `import ${JSON.stringify(file)};`).join(''),
    ]);
    const isPage = (file: string): boolean => pageParts.test(readFileSync(file, 'utf8'));
    expect(files.length).toBeGreaterThan(entries.length);
    expect(files.filter(isPage)).toEqual([]);
    const built = readdirSync(join(projectFolder, 'dist')).filter((name) => name.endsWith('.js'));
    expect(built.some((name) => isPage(join(projectFolder, 'dist', name)))).toBe(true);
  });
});

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
    expect(files.length).toBeLessThan(34);
    expect(files).toContainEqual(expect.stringMatching(/^command-/));
    const others = /^(?:python|http|module|builtin-table|destructive|arma|levels|settings-file-|mcp|agent)/;
    expect(files.filter((file) => others.test(file))).toEqual([]);
  });
});
