import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';
import { fc, runs } from '../../support/seed.ts';

const all = ['read', 'write', 'delete'];

function place(options: object = {}) {
  const work = new Scratch().path;
  for (const folder of ['src', 'secrets']) mkdirSync(join(work, folder));
  for (const file of ['src/x.txt', 'secrets/key', '.env']) writeFileSync(join(work, file), file);
  const rules = [
    { path: 'secrets', access: 'none' },
    { path: '.env', access: 'none' },
  ];
  const { hooks } = quietHooks();
  const given = { readBeforeDelete: false, rules, ...options };
  hooks.on('PreToolUse', { guard: true }, createBuiltin('path-permissions', given, { directory: work }));
  return async (tool: string, input: unknown): Promise<string> => {
    const call = {
      tool_name: tool,
      tool_input: input as Record<string, unknown>,
      tool_use_id: '1',
      cwd: work,
    };
    const outcome = await hooks.fire('PreToolUse', call);
    expect(outcome.runs[0]?.failure).toBeNull();
    return outcome.decision === 'deny' ? (outcome.reason ?? 'denied') : 'ok';
  };
}

describe('a shell by any other name', () => {
  const names = [
    ...[
      'bash',
      'run_command',
      'exec',
      'terminal',
      'run_terminal_cmd',
      'execute_bash',
      'local_shell',
      'BashTool',
    ],
    ...['run_shell', 'shell_exec', 'mcp__desktop__start_process', 'mcp__a__b__run', 'anything'],
  ];

  it.each(names)('is judged as one: %s', async (tool) => {
    const use = place();
    for (const argument of ['command', 'cmd', 'script', 'shell_command', 'bashCommand']) {
      expect(await use(tool, { [argument]: 'cat secrets/key' }), argument).not.toBe('ok');
      expect(await use(tool, { [argument]: 'cat s*/key' }), argument).not.toBe('ok');
      expect(await use(tool, { options: { [argument]: 'cat /etc/passwd; rm -rf ~' } }), argument).not.toBe(
        'ok',
      );
      expect(await use(tool, { [argument]: ['cat', 'secrets/key'] }), argument).not.toBe('ok');
      expect(await use(tool, { [argument]: 'cat src/x.txt' }), argument).toBe('ok');
    }
    expect(await use(tool, { commands: ['ls src', 'cat secrets/key'] })).not.toBe('ok');
    expect(await use(tool, { commands: ['ls src', 'cat src/x.txt'] })).toBe('ok');
  });

  it('is judged by its input when its name says what it is', async () => {
    const use = place();
    expect(await use('terminal', { input: 'cat secrets/key' })).not.toBe('ok');
    expect(await use('write_stdin', { chars: 'cat s*/key\n', session_id: 1 })).not.toBe('ok');
    expect(await use('terminal', { input: 'ls src' })).toBe('ok');
  });

  it('is judged with the arguments and in the folder that stand beside the command', async () => {
    const use = place();
    expect(await use('start_process', { command: 'cat', args: ['secrets/key'] })).not.toBe('ok');
    expect(await use('start_process', { command: 'env', args: ['bash', '-c', 'cat s*/key'] })).not.toBe('ok');
    expect(await use('start_process', { command: 'cat', args: 's*/key' })).not.toBe('ok');
    expect(await use('start_process', { command: 'cat', args: [] })).toBe('ok');
    expect(await use('start_process', { command: 'cat', args: [3] })).not.toBe('ok');
    for (const folder of ['cwd', 'workdir', 'working_directory', 'workingDirectory']) {
      for (const tool of ['exec', 'shell', 'Bash']) {
        expect(await use(tool, { command: 'cat key', [folder]: 'secrets' }), folder).not.toBe('ok');
        expect(await use(tool, { command: 'cat ../key', [folder]: '.' }), folder).not.toBe('ok');
        expect(await use(tool, { command: 'cat x.txt', [folder]: 'src' }), folder).toBe('ok');
        expect(await use(tool, { command: 'ls', [folder]: 3 }), folder).not.toBe('ok');
      }
    }
  });

  it.each(['PowerShell', 'powershell', 'mcp__win__run_pwsh'])(
    'is refused where it is no POSIX shell: %s',
    async (tool) => {
      expect(await place()(tool, { command: 'Get-Content x' })).toContain('POSIX');
      expect(await place()('run', { powershell: 'Get-Content x' })).toContain('POSIX');
    },
  );

  it('is no tool whose commands are names', async () => {
    const use = place();
    expect(await use('SlashCommand', { command: '/compact' })).toBe('ok');
    expect(await use('str_replace_based_edit_tool', { command: 'view', path: 'src/x.txt' })).toBe('ok');
    expect(await use('str_replace_based_edit_tool', { command: 'create', path: 'secrets/new' })).toContain(
      'write',
    );
    expect(await use('str_replace_based_edit_tool', { command: 'view', path: 'secrets/key' })).toContain(
      'read',
    );
  });
});

describe('code and patches', () => {
  const patch = (path: string): string =>
    `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch\n`;

  it.each([
    ['code_interpreter', { code: 'open("/etc/passwd")' }],
    ['run', { python: 'import os' + '\n' + 'os.remove("x")' }],
    ['eval', { expression: 'require("fs").readFileSync("secrets/key")' }],
    ['edit', { text: '--- a/secrets/key\n+++ b/secrets/key\n' }],
    ['edit', { changes: ['diff --git a/x b/x'] }],
    ['run', { whatever: '#!/bin/sh\ncat secrets/key' }],
  ])('cannot be judged: %s %j', async (tool, input) => {
    expect(await place()(tool, input)).toContain('a program or a patch');
    expect(await place({ rules: [], default: all })(tool, input)).toBe('ok');
  });

  it('are judged where they say which files they change', async () => {
    const use = place();
    expect(await use('apply_patch', { input: patch('src/x.txt') })).toBe('ok');
    expect(await use('apply_patch', { input: patch('secrets/key') })).toContain('write');
    expect(await use('apply_patch', { input: `${patch('src/x.txt')}${patch('secrets/key')}` })).toContain(
      'write',
    );
    const move = '*** Begin Patch\n*** Update File: src/x.txt\n*** Move to: ../x\n*** End Patch';
    expect(await use('apply_patch', { input: move })).not.toBe('ok');
    const gone = '*** Begin Patch\n  *** Delete File: .env \n*** End Patch';
    expect(await use('apply_patch', { input: gone })).toContain('delete');
    expect(await use('apply_patch', { input: '*** Begin Patch\n*** Do File: x\n*** End Patch' })).not.toBe(
      'ok',
    );
    const diff = '--- a/secrets/key\n+++ b/secrets/key\n@@ -1 +1 @@\n-a\n+b\n';
    expect(await use('edit', { diff })).toContain('write access to secrets/key');
    expect(await use('shell', { command: ['apply_patch', patch('secrets/key')] })).not.toBe('ok');
  });

  it('are not every word that is called code', async () => {
    expect(await place()('lookup', { code: 'DE', language_code: 'de-DE', error: { code: 'E42' } })).toBe(
      'ok',
    );
  });
});

describe('arguments of unknown tools', () => {
  const named = [
    ...[
      'path',
      'data_path',
      'database_path',
      'metadata_file',
      'text_file',
      'content_file',
      'profile_dir',
      'filename',
    ],
    ...[
      'fileName',
      'src',
      'dest',
      'dst',
      'source',
      'target',
      'outputfile',
      'baseDir',
      'file_uri',
      'file-path',
      'folder',
    ],
  ];

  it.each(named)('are paths when they are named like %s', async (name) => {
    const use = place({ rules: [], rootAccess: ['read'] });
    expect(await use('mcp__x__write_thing', { [name]: 'new.txt' })).toContain('write access to new.txt');
  });

  it.each([
    'file_type',
    'fileContent',
    'target_text',
    'sourceType',
    'direction',
    'profile',
    'path_pattern',
    'file_size',
  ])('are none when they are named like %s', async (name) => {
    const use = place({ rules: [], rootAccess: ['read'] });
    expect(await use('mcp__x__write_thing', { [name]: 'new' })).toBe('ok');
  });

  it.each(['name', 'db', 'arg', 'from', 'to', 'key', 'image', 'module', 'q'])(
    'may not be a forbidden place, whatever they are called: %s',
    async (name) => {
      const use = place();
      for (const path of [
        'secrets/key',
        '.env',
        'secrets',
        ' secrets/key ',
        'src/../.env',
        '/etc/passwd',
        ' /etc/passwd',
        '../x',
        'x/../../y',
        'secrets/my key',
      ])
        expect(await use('mcp__x__foo', { [name]: path }), path).not.toBe('ok');
      for (const text of [
        'src/x.txt',
        'hello',
        'and/or',
        'see ../x for more',
        '/etc is a folder',
        'https://a.b/secrets/key',
        '3',
      ])
        expect(await use('mcp__x__foo', { [name]: text }), text).toBe('ok');
    },
  );

  it('are paths when something is there, blanks or not', async () => {
    const beside = new Scratch();
    writeFileSync(join(beside.path, 'my notes'), 'x');
    expect(await place()('mcp__x__foo', { arg: join(beside.path, 'my notes') })).toContain('read access');
    expect(await place()('mcp__x__foo', { arg: join(beside.path, 'no notes') })).toBe('ok');
  });

  it('are found as keys too', async () => {
    const use = place();
    expect(await use('write_all', { files: { 'secrets/new': 'x' } })).not.toBe('ok');
    expect(await use('write_all', { files: { '../new': 'x' } })).not.toBe('ok');
    expect(
      await use('write_all', { files: { 'src/new': 'secrets/key is secret' }, content: 'secrets/' }),
    ).toBe('ok');
  });

  it('are found at any depth, and nesting beyond that is refused', async () => {
    const nested = (depth: number, inner: unknown): unknown => {
      let value = inner;
      for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { a: value } : [value];
      return { value };
    };
    const use = place();
    for (const depth of [0, 5, 12, 30]) {
      expect(await use('mcp__x__write', nested(depth, { path: 'secrets/key' })), String(depth)).toContain(
        'write',
      );
      expect(await use('mcp__x__write', nested(depth, { path: 'src/new' })), String(depth)).toBe('ok');
    }
    expect(await use('mcp__x__write', nested(200, { path: 'src/new' }))).toContain('nested too deeply');
  });

  it('are judged with the blanks around them and without', async () => {
    const use = place();
    expect(await use('Read', { file_path: ' secrets/key' })).not.toBe('ok');
    expect(await use('Read', { file_path: 'src/x.txt ' })).toBe('ok');
  });

  it('get an answer whatever they are', async () => {
    const use = place();
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.jsonValue(), async (tool, input) => {
        expect(typeof (await use(tool, input))).toBe('string');
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('unknown tools', () => {
  it('may be denied altogether', async () => {
    const use = place({ unknownTools: 'deny', tools: { mine: { read: ['what'] } } });
    expect(await use('mcp__x__foo', {})).toContain('mcp__x__foo, which is not among the known tools');
    expect(await use('mine', { what: 'src/x.txt' })).toBe('ok');
    expect(await use('Read', { file_path: 'src/x.txt' })).toBe('ok');
  });

  it('may be let alone', async () => {
    const use = place({ unknownTools: 'allow' });
    expect(await use('mcp__x__foo', { command: 'cat secrets/key' })).toBe('ok');
    expect(await use('Bash', { command: 'cat secrets/key' })).not.toBe('ok');
  });
});

describe('patterns of searches', () => {
  it.each([
    ['Glob', { pattern: '{secrets,src}/*' }],
    ['Glob', { pattern: '{src,{x,secrets}}/*' }],
    ['Glob', { pattern: 'secrets/*' }],
    ['Glob', { pattern: '@(secrets|src)/*' }],
    ['Glob', { pattern: '{src/*' }],
    ['Glob', { pattern: '{a,b}'.repeat(10) }],
    ['Grep', { pattern: 'x', path: 'src', glob: '../secrets/*' }],
    ['Grep', { pattern: 'x', path: 'src', glob: '/etc/*' }],
    ['Grep', { pattern: 'x', path: 'src', glob: '{*,../secrets/*}' }],
    ['search_files', { pattern: 'x', path: 'src', include: '../secrets/*' }],
  ])('may not begin in a forbidden place: %s %j', async (tool, input) => {
    expect(await place()(tool, input)).not.toBe('ok');
  });

  it.each([
    ['Glob', { pattern: '**/*.{ts,tsx}' }],
    ['Glob', { pattern: 'src/{a,b/{c,d}}/*' }],
    ['Grep', { pattern: '{', path: 'src', glob: '*.{ts,js}' }],
    ['Grep', { pattern: 'x', path: 'src', glob: '!*.md' }],
  ])('may begin elsewhere: %s %j', async (tool, input) => {
    expect(await place()(tool, input)).toBe('ok');
  });
});
