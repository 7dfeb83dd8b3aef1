import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { Hooks } from '../../../src/entries/index.ts';
import { folderWith } from '../../support/folder-with.ts';

export function linesOf(file: string): readonly string[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const files = {
  'src/index.ts': 'export const main = 1;\n',
  'src/a.ts': 'a\n',
  'tests/a.test.ts': 'a\n',
  'packages/core/package.json': '{}',
  'package.json': '{"version":"1.0.0","scripts":{"test":"echo tested"}}',
  'tsconfig.json': '{}',
  'names.txt': 'b\na\n',
  'dist/index.js': '',
  a: 'x\n',
  b: 'y\n',
  list: 'a\nb\n',
};

/** A repository with a commit. */
export function project(more: Readonly<Record<string, string>> = {}): string {
  const folder = folderWith({ ...files, ...more });
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '.'],
    ['commit', '-qm', 'start'],
  ])
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
      cwd: folder,
      env,
    });
  return folder;
}

export interface Place {
  readonly cwd: string;
  readonly options?: unknown;
  readonly directory?: string;
}

export async function decide(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  { cwd, options = {}, directory = cwd }: Place,
): Promise<string> {
  const hooks = new Hooks();
  hooks.on('PreToolUse', createBuiltin('approve-safe', options, { directory }));
  const call = { tool_name: tool, tool_input: input, tool_use_id: '1', cwd };
  return (await hooks.fire('PreToolUse', call)).decision ?? 'none';
}

export async function approvedOf(lines: readonly string[], place: Place): Promise<readonly string[]> {
  const decisions = await Promise.all(lines.map((command) => decide('Bash', { command }, place)));
  return lines.filter((_, at) => decisions[at] === 'allow');
}
