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
function loadedBy(
  words: readonly string[],
  {
    input = '',
    files: own = {},
  }: { readonly input?: string; readonly files?: Readonly<Record<string, string>> } = {},
): readonly string[] {
  const folder = folderWith({
    'hookline.yaml': 'hooks: { PreToolUse: [{ name: one, type: command, handler: "true" }] }\n',
    'event.json': '{ "tool_name": "Bash", "tool_input": { "command": "ls" } }',
    ...own,
  });
  const coverage = join(folder, 'coverage');
  const env = { ...process.env, NODE_V8_COVERAGE: coverage, HOOKLINE_DAEMON: 'off' };
  execFileSync(process.execPath, words, { cwd: folder, env, input, stdio: ['pipe', 'ignore', 'ignore'] });
  const scripts = readdirSync(coverage).flatMap(
    (file): readonly { readonly url: string }[] =>
      JSON.parse(readFileSync(join(coverage, file), 'utf8')).result,
  );
  const files = scripts.filter(({ url }) => url.includes('/dist/')).map(({ url }) => fileURLToPath(url));
  return [...new Set(files)];
}

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
    const isPage = (file: string): boolean => readFileSync(file, 'utf8').includes('function servePage');
    expect(files.length).toBeGreaterThan(entries.length);
    expect(files.filter(isPage)).toEqual([]);
    expect(isPage(join(projectFolder, 'dist/parts/ui.js'))).toBe(true);
  });
});

describe('the command loads', () => {
  it('next to nothing to tell its version', () => {
    expect(loaded('--version')).toEqual(['main.js', 'first.js']);
  });

  it('three more small files for a call that the daemon answers, and no streams of files', () => {
    const text = readFileSync(join(projectFolder, 'dist/parts/client.js'), 'utf8');
    expect(text.length).toBeLessThan(30_000);
    const imported = [...text.matchAll(/from\s*"\.\/([^"]+)"/g)].map(([, file]) => file);
    expect(imported.sort()).toEqual(['first.js', 'rolldown-runtime.js']);
    expect(text).not.toMatch(/from\s*"node:(?:fs|net|stream|util|crypto)\b/);
  });

  it('neither the parser nor the schemas for what reads no file', () => {
    const files = loaded('points');
    expect(files.length).toBeLessThan(12);
    expect(files.filter((file) => /^(?:zod|yaml|shell|config)\b/.test(file))).toEqual([]);
  });

  it('a few files for the call of an agent, and no handler, guard or reader that its configuration does without', () => {
    const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
    const words = [main, 'hook', 'claude-code', '--config', 'hookline.yaml'];
    const input = JSON.stringify({ ...call, session_id: 's', cwd: '/' });
    const files = loadedBy(words, { input }).map((file) => basename(file));
    expect(files.length).toBeLessThan(30);
    expect(files).toContain('command.js');
    const others = /^(?:python|module|builtin-hooks|arma|levels|settings-file|mcp|agent)\b|-more\.js$/;
    expect(files.filter((file) => others.test(file))).toEqual([]);
  });
});

describe('the linter', () => {
  /** What only its tables say, wherever the build puts them. */
  const isLint = (file: string): boolean =>
    /matchers are globs over the whole name|runs it, and is not executable|A guard takes its own exit code away/.test(
      readFileSync(file, 'utf8'),
    );
  const config = 'hooks: { PreToolUse: [{ matcher: Bsh, handler: exit 2 }] }\n';

  it('is in the build, and is loaded by hookline validate', () => {
    expect(loadedBy([main, 'validate']).some(isLint)).toBe(true);
  });

  it('is not loaded where an agent calls', () => {
    const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
    const files = loadedBy([main, 'hook', 'claude-code', '--config', 'odd.yaml'], {
      input: JSON.stringify({ ...call, session_id: 's', cwd: '/' }),
      files: { 'odd.yaml': config },
    });
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter(isLint)).toEqual([]);
  });

  it('is not loaded where a program loads a configuration and fires', () => {
    const program = `import { loadConfig } from ${JSON.stringify(join(projectFolder, 'dist/index.js'))};
const config = await loadConfig('odd.yaml');
await config.hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
await config.close();`;
    const files = loadedBy(['--input-type=module', '-e', program], { files: { 'odd.yaml': config } });
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter(isLint)).toEqual([]);
  });
});
