import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../../src/config/load/config.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import type { Outcome } from '../../../src/engine/outcome/outcome.ts';
import { guardOwnFiles } from '../../../src/gateway/own-guard/own-guard.ts';
import { tarOf, zipOf } from '../../support/archives.ts';
import { linesFor } from './own-guard-lines.ts';

const settings =
  '{"hooks":{"PreToolUse":[{"command":"${XDG_DATA_HOME:-$HOME/.local/share}/hookline/hook refuse 595 claude-code"}]}}';
const world = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-own-')));
const contents = {
  'home/.claude/settings.json': settings,
  'home/.local/share/hookline/hook': '#!/bin/sh\n',
  'home/.local/state/hookline/trust/a.json': '{}',
  'home/.config/hookline/hookline.yaml': '',
  'home/notes.txt': '',
  'pfx/lib/node_modules/hookline/dist/cli/main.js': '',
  'pfx/lib/node_modules/hookline/dist/chunk.js': '',
  'proj/hookline.yaml': '',
  'proj/guard.sh': 'exit 0',
  'proj/cli/main.js': '',
  'proj/out/x': '',
  'proj/.claude/settings.json': settings,
  'evil/settings.json': '{}',
  'evil/.claude/settings.json': '{}',
  'harmless/readme.md': '',
  'other-hookline/package.json': '{"name":"hookline","version":"9.9.9"}',
  'my-tool/package.json': '{"name":"my-tool","bin":"tool.js"}',
};

/** The archives in the project, by what is in them. */
const archives = {
  evil: ['src/', 'src/a.ts', 'hookline.yaml'],
  top: ['top/', 'top/hookline.yaml'],
  harmless: ['src/', 'src/a.ts', 'docs/hookline.yaml'],
};
const home = join(world, 'home');
const proj = join(world, 'proj');
const program = join(world, 'pfx/lib/node_modules/hookline');
const evil = join(world, 'evil');
const hooks = new Hooks();
const { argv } = process;

beforeAll(async () => {
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(world, name)), { recursive: true });
    writeFileSync(join(world, name), text);
  }
  for (const [name, members] of Object.entries(archives)) {
    writeFileSync(join(proj, `${name}.tar`), tarOf(members));
    writeFileSync(join(proj, `${name}.tgz`), gzipSync(tarOf(members)));
    writeFileSync(join(proj, `${name}.zip`), zipOf(members));
  }
  vi.stubEnv('HOME', home);
  for (const name of ['CONFIG', 'DATA', 'STATE', 'CACHE']) vi.stubEnv(`XDG_${name}_HOME`, '');
  process.argv = [process.execPath, join(program, 'dist/cli/main.js')];
  const files = [
    join(proj, 'hookline.yaml'),
    join(proj, 'guard.sh'),
    join(home, '.config/hookline/hookline.yaml'),
  ];
  const config = { hooks, files, declarations: [] };
  guardOwnFiles(config as unknown as Config, proj);
});

afterAll(() => {
  vi.unstubAllEnvs();
  process.argv = argv;
  rmSync(world, { recursive: true });
});

function judged(tool: string, input: Record<string, unknown>): Promise<Outcome> {
  return hooks.fire('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: 'one', cwd: proj });
}

/** Null where nothing is blocked. */
async function verdict(tool: string, input: Record<string, unknown>): Promise<string | null> {
  const { decision, reason } = await judged(tool, input);
  return decision === null ? null : `${decision}: ${reason}`;
}

const { refused, asked, passed } = linesFor({ world, home, program, evil });

describe('the guard that is always there', () => {
  for (const [what, lines] of Object.entries(refused))
    it.each(lines)(`refuses ${what}: %s`, async (command) => {
      expect(await verdict('Bash', { command })).toMatch(/^deny: .*person/);
    });

  it.each(asked)('has a person asked about what is unpacked: %s', async (command) => {
    const { decision, reason } = await judged('Bash', { command });
    expect([decision, reason]).toEqual(['ask', expect.stringContaining('what this unpacks is unknown')]);
  });

  it.each(passed)('lets ordinary work pass: %s', async (command) => {
    expect(await verdict('Bash', { command })).toBeNull();
  });

  it.each([
    ['Write', { file_path: join(program, 'dist/cli/main.js'), content: 'process.exit(40)' }],
    ['Edit', { file_path: join(program, 'dist/chunk.js'), old_string: 'a', new_string: 'b' }],
    ['Write', { file_path: '~/.local/share/hookline/hook', content: '' }],
    [
      'apply_patch',
      { command: `*** Begin Patch\n*** Delete File: ${program}/dist/chunk.js\n*** End Patch\n` },
    ],
    ['mcp__shell__run', { program: 'hookline', args: ['trust', '--yes'] }],
    ['mcp__any__thing', { program: 'npx', arguments: ['hookline', 'trust', '--yes'] }],
    ['mcp__any__thing', { executable: 'sed', args: ['-i', 's/a/b/', 'hookline.yaml'] }],
    ['mcp__any__thing', { step: { program: 'hookline', args: ['uninstall'] } }],
    ['mcp__any__thing', { argv: ['hookline', 'trust', '--yes'] }],
    [
      'mcp__python__run',
      { code: "import os\nopen(os.path.expanduser('~/.local/share/hook'+'line/hook'),'w')" },
    ],
    ['mcp__python__run', { code: "import subprocess; subprocess.run(['hookline', 'uninstall', '-y'])" }],
    [
      'mcp__jupyter__execute',
      { source: "import os; os.remove(os.path.expanduser('~/.local/share/hook' + 'line/hook'))" },
    ],
    ['mcp__any__thing', { language: 'javascript', code: "require('fs').rmSync('hook' + 'line.yaml')" }],
    ['mcp__any__thing', { patch: '--- a/hookline.yaml\n+++ b/hookline.yaml\n@@ -1 +1 @@\n-a\n+b\n' }],
    ['mcp__os__spawn', { file: 'hookline', args: ['trust', '--yes'] }],
    ['mcp__os__run', { bin: 'mount', params: ['--bind', '/tmp/x', 'hookline.yaml'] }],
  ])('refuses tools that write files or run programs: %s %j', async (tool, input) => {
    expect(await verdict(tool, input)).toMatch(/^deny: .*person/);
  });

  it.each([
    { program: 'ls', args: ['-la'] },
    { language: 'python', code: 'print(1)' },
    { content: '--- a/hookline.yaml\n+++ b/hookline.yaml\n@@ -1 +1 @@\n-a\n+b\n' },
    { program: 'cat', args: ['hookline.yaml'] },
    { program: 'hookline', args: ['list'] },
  ])('lets programs of tools pass that only look: %j', async (input) => {
    expect(await verdict('mcp__any__thing', input)).toBeNull();
  });
});
