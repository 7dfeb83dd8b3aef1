import { describe, expect, it } from 'vitest';
import { type Ended, hookline as ownProcess } from '../support/command-line/cli.ts';
import { hookline as served } from '../support/command-line/served.ts';
import { folderWith } from '../support/folder-with.ts';
import { everyNth } from '../support/seed.ts';

const event = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm -r x' } });
const files = {
  'hookline.yaml': JSON.stringify({
    hooks: {
      PreToolUse: [
        { name: 'shell', type: 'command', handler: 'echo no >&2; exit 2' },
        { name: 'talks', handler: './talks.mjs' },
        { name: 'python', type: 'python', handler: 'talks.check' },
      ],
      Stop: [
        { name: 'home', type: 'command', handler: 'echo "{\\"systemMessage\\": \\"$HOME $PWD $MINE\\"}"' },
      ],
    },
    permissions: { deny: ['Read(./secret)'], ask: ['WebFetch(*)'] },
  }),
  'wrong.yaml': 'hooks: { PreTolUse: [{ handler: true }] }\n',
  'talks.mjs': 'export default () => { console.log("out"); console.error("err"); return {}; };\n',
  'talks.py': 'import sys\ndef check(event):\n    print("from Python")\n    return {}\n',
  'event.json': event,
  'hookline.test.yaml': JSON.stringify({
    tests: [
      { fire: 'PreToolUse', input: JSON.parse(event), expect: { decision: 'deny' } },
      { fire: 'PreToolUse', input: JSON.parse(event), expect: { decision: null } },
    ],
  }),
  'script.yaml': JSON.stringify({
    prompt: 'Do it',
    turns: [{ tools: [{ name: 'Bash', input: { command: 'ls' } }] }],
  }),
};

const calls: readonly (readonly [string, readonly string[]])[] = [
  ['--version', []],
  ['--help', []],
  ['nothing', []],
  ['points', []],
  ['schema', []],
  ['list', []],
  ['validate', []],
  ['validate', ['wrong.yaml']],
  ['validate', ['--deep', '--json']],
  ['fire', ['PreToolUse', '-i', 'event.json']],
  ['fire', ['PreToolUse', '--verbose']],
  ['fire', ['PreToolUse', '-i', '-', '--json']],
  ['fire', ['PreToolUse', '-i', 'none.json']],
  ['fire', ['Stop', '--json']],
  ['explain', ['PreToolUse', '--tool', 'Bash']],
  ['test', []],
  ['guards', ['check', 'rm -rf /']],
  ['guards', ['check', '--lines']],
  ['init', []],
  ['init', ['new', '--guards']],
  ['completion', ['bash']],
  ['run', ['--script', 'script.yaml', '--json']],
  ['undo', ['--list']],
  ['import', ['claude-code', '--output', '-']],
  ['install', ['claude-code', '--dry-run']],
  ['uninstall', ['claude-code', '--dry-run']],
  ['agents', []],
  ['hook', ['claude-code']],
];

/** What differs from call to call. */
function steady({ code, stdout, stderr }: Ended, cwd: string): Ended {
  const plain = (text: string): string =>
    text
      .replaceAll(cwd, '.')
      .replaceAll(/\b(?:[\da-f]{8}-[\da-f-]{27}|[\da-z]{1,8}-\d+-\d+(?:\.\d+)?)\b/g, 'ID')
      .replaceAll(/\b\d+(?:\.\d+)? ?m?s\b/g, 'TIME')
      .replaceAll(/("?\w*(?:_ms|Ms|_at|At|time|timestamp)"?: ?)"?[\d.:TZ-]+"?/g, '$1TIME')
      .replaceAll(/ +/g, ' ');
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
}

describe('the command in a process that serves many calls says and does what it does in one of its own', () => {
  // Each takes a start of Node.
  it.each(everyNth(calls, 2))('%s %s', async (name, words) => {
    const call = async (by: typeof served): Promise<Ended> => {
      const cwd = folderWith(files);
      const env = { XDG_STATE_HOME: `${cwd}/state`, HOME: `${cwd}/home`, MINE: 'of this call' };
      return steady(await by([name, ...words], { cwd, env, input: event }), cwd);
    };
    const own = await call(ownProcess);
    expect(own.stdout + own.stderr).not.toBe('');
    expect(await call(served)).toEqual(own);
  });
});
