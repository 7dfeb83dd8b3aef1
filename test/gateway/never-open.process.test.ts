import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentNamed } from '../../src/gateway/agents/agent-table.ts';
import { type Ended, main, hookline as ownProcess } from '../support/command-line/cli.ts';
import { hookline } from '../support/command-line/served.ts';
import { folderWith } from '../support/folder-with.ts';
import { fixturesOf } from './support.ts';

const guards = `
hooks:
  PreToolUse:
    - { name: loud, type: module, handler: ./loud.mjs }
    - { name: leaver, type: module, guard: true, matcher: Write, handler: ./leaver.mjs }
    - { name: crasher, type: module, guard: true, matcher: Edit, handler: ./crasher.mjs }
    - { name: hanger, type: module, guard: true, matcher: Read, timeout: 500ms, handler: ./hanger.mjs }
`;

const handlers = {
  'loud.mjs': `console.log('{}'); export default () => { console.log('noise'); process.stdout.write('{"a":1}'); };`,
  'leaver.mjs': 'export default () => process.exit(0);',
  'crasher.mjs': `export default () => { throw new Error('boom'); };`,
  'hanger.mjs': 'export default () => { for (;;); };',
};

const { 'PreToolUse.Write': write = {}, PreToolUse: bash = {} } = fixturesOf(agentNamed('claude-code'));

const { BeforeTool: before = {} } = fixturesOf(agentNamed('gemini'));

interface Case {
  /** Files of the user's own configuration, which nobody needs to trust. */
  readonly files?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  readonly input?: string | Uint8Array;
  /** Default: one that serves many calls. */
  readonly by?: typeof hookline;
}

/** One call of the built command, in a folder with those files. */
function call({ files = {}, words = ['hook', 'claude-code'], input, by = hookline }: Case): Promise<Ended> {
  const own = Object.entries(files).map(([name, text]) => [`config/hookline/${name}`, text]);
  const cwd = folderWith(Object.fromEntries(own));
  const env = {
    XDG_CONFIG_HOME: join(cwd, 'config'),
    XDG_STATE_HOME: join(cwd, 'state'),
    HOME: cwd,
    CLAUDE_PROJECT_DIR: cwd,
  };
  return by(words, { cwd, env, input: input ?? JSON.stringify({ ...bash, cwd }) });
}

describe('hookline hook, when something is broken', () => {
  it.each<[string, Case]>([
    ['the payload has 100 MB', { input: Buffer.alloc(100 * 1024 * 1024, ' '), by: ownProcess }],
    ['the payload is not UTF-8', { input: Buffer.from([0x7b, 0xff, 0x7d]) }],
    ['there is no payload', { input: '' }],
    ['the configuration is no YAML', { files: { 'hookline.yaml': 'hooks: [' } }],
    ['the configuration has a wrong point', { files: { 'hookline.yaml': 'hooks: { PreTolUse: [] }' } }],
    [
      'the configuration names a module that is not there',
      {
        files: {
          'hookline.yaml': 'hooks: { PreToolUse: [{ type: module, guard: true, handler: ./gone.mjs }] }',
        },
      },
    ],
    ['there has to be a configuration, and is none', { words: ['hook', 'claude-code', '--required'] }],
    ['a file is named that is not there', { words: ['hook', 'codex', '--config', 'gone.yaml'] }],
    ['there is no such agent', { words: ['hook', 'clade'] }],
    ['there is no such option', { words: ['hook', 'claude-code', '--jsno'] }],
  ])('refuses: %s', async (_, broken) => {
    const { code, stdout, stderr } = await call(broken);
    expect(stderr.trim()).not.toBe('');
    if (code === 0)
      expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    else expect(code).toBe(2);
  });

  it('keeps a record of what it refused', async () => {
    const cwd = folderWith({});
    const env = { XDG_STATE_HOME: cwd };
    await hookline(['hook', 'gemini'], { cwd, env, input: '{' });
    await hookline(['hook', 'gemini', '--required'], {
      cwd,
      env: { ...env, GEMINI_PROJECT_DIR: cwd },
      input: JSON.stringify(before),
    });
    const lines = readFileSync(join(cwd, 'hookline/problems/gemini.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { agent: 'gemini', event: null, error: expect.stringContaining('cannot be read') },
      { agent: 'gemini', event: 'BeforeTool', error: expect.stringContaining('no hookline.yaml') },
    ]);
  });

  it('refuses where the configuration is a folder, and where stdin is closed', async () => {
    const cwd = folderWith({});
    mkdirSync(join(cwd, 'config/hookline/hookline.yaml'), { recursive: true });
    const input = JSON.stringify({ ...bash, cwd });
    const { stdout } = await hookline(['hook', 'claude-code'], {
      cwd,
      input,
      env: { CLAUDE_PROJECT_DIR: cwd, XDG_CONFIG_HOME: join(cwd, 'config') },
    });
    expect(stdout).toContain('"permissionDecision":"deny"');
    const closed = spawn('sh', ['-c', `exec "$0" "$1" hook codex <&- 2>/dev/null`, process.execPath, main], {
      cwd,
    });
    expect(await new Promise((resolve) => closed.on('close', resolve))).toBe(2);
  });

  it('refuses what a guard should have judged that leaves, crashes or hangs, and hears no noise', async () => {
    const files = { 'hookline.yaml': guards, ...handlers };
    const answers = await Promise.all(
      ['Bash', 'Write', 'Edit', 'Read'].map(async (tool_name) => {
        const input = JSON.stringify({ ...write, tool_name });
        const { code, stdout } = await call({ files, input, by: ownProcess });
        return [
          tool_name,
          code,
          stdout === '' ? null : JSON.parse(stdout).hookSpecificOutput.permissionDecision,
        ];
      }),
    );
    expect(answers).toEqual([
      ['Bash', 0, null],
      ['Write', 0, 'deny'],
      ['Edit', 0, 'deny'],
      ['Read', 0, 'deny'],
    ]);
  });
});
