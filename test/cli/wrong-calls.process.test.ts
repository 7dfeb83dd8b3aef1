import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { hookline as ownProcess } from '../support/command-line/cli.ts';
import { hookline } from '../support/command-line/served.ts';
import { folderWith } from '../support/folder-with.ts';

const config = 'hooks: { PreToolUse: [{ name: no-rm, type: command, handler: "true" }] }';
const event = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });

/** Every wrong call exits with 1, says why in one line and a hint, and never shows a stack trace. */
async function problemOf(
  words: readonly string[],
  files: Readonly<Record<string, string>> = { 'hookline.yaml': config },
  input: string | Uint8Array = '',
  call: typeof hookline = hookline,
): Promise<string> {
  const { code, stdout, stderr } = await call(words, { cwd: folderWith(files), input });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/\n\s+at /);
  return stderr;
}

const fire = ['fire', 'PreToolUse', '--input', '-'];

describe('a wrong command line', () => {
  it.each([
    [['fir'], /^error: unknown command "fir", did you mean "fire"\?\nTry: hookline --help\n$/],
    [
      ['fire', 'PreToolUse', '--inptu', 'x'],
      /^error: unknown option "--inptu", did you mean "--input"\?\nTry: hookline fire --help\n$/,
    ],
    [['help', 'fir'], /\nerror: unknown command "fir", did you mean "fire"\?\nTry: hookline --help\n$/],
    [['fire'], /^error: <point> is missing\nTry: hookline fire --help\n$/],
    [['fire', 'Stop', 'Stop'], /^error: too many arguments: expected 1, got 2\n/],
    [['fire', 'PreTolUse'], /^error: unknown point "PreTolUse", did you mean "PreToolUse"\?\n$/],
    [
      ['fire', 'PreToolUse'],
      /needs "tool_name", and no event was given: try hookline fire PreToolUse --tool Bash/,
    ],
    [['fire', 'PreToolUse', '--config'], /^error: --config needs <file>\n/],
    [
      ['explain', 'PreToolUse', '--hook', 'no-rmm'],
      /^error: no hook is called "no-rmm", did you mean "no-rm"\?\n$/,
    ],
    [
      ['explain', 'PostToolUse', '--hook', 'no-rm'],
      /"no-rm" is a hook of PreToolUse, not of PostToolUse, so it never runs there/,
    ],
    [['explain', 'Stop', '--tool', 'Bash'], /Stop has no tools: leave out the tool/],
    [['list', '--point', 'PreToolUs'], /did you mean "PreToolUse"/],
    [['completion', 'zhs'], /^error: unknown shell "zhs", did you mean "zsh"\?\n$/],
    [['init', '--language', 'pyton'], /^error: unknown language "pyton", did you mean "python"\?\n$/],
    [['daemon', 'stat'], /^error: unknown action "stat", did you mean "status"\?\n$/],
    [['install', 'claud'], /no agent "claud", did you mean "claude-code"/],
    [['completion', 'tcsh'], /^error: unknown shell "tcsh": it is one of bash, zsh, fish\n$/],
    [
      ['init', '--language', 'cobol'],
      /^error: unknown language "cobol": it is one of sh, python, javascript\n$/,
    ],
  ])('hookline %j', async (words, expected) => {
    expect(await problemOf(words)).toMatch(expected);
  });

  it('without a command shows the help and fails', async () => {
    const { code, stdout, stderr } = await hookline([]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^Usage: hookline[\s\S]*\nStart\n[\s\S]*\nPolicy\n[\s\S]*\nAgents\n[\s\S]*\nTraces\n[\s\S]*\nMaintenance\n[\s\S]*Exit codes[\s\S]*130/,
    );
  });
});

describe('a wrong event', () => {
  it.each([
    ['text that is not JSON', '{\n  "tool_name": Bash\n}', /^error: stdin:2:16: the event is not JSON: /],
    ['a comma too many', '{"tool_name": "Bash",}', /^error: stdin:1:21: the event is not JSON: /],
    ['half of an event', '{"tool_name": "Ba', /^error: stdin:1:15: the event is not JSON: /],
    ['nothing', ' \n', /the event in stdin is empty/],
    ['a list', '[1]', /the event in stdin is a list; an event is an object of fields/],
    ['null', 'null', /is null; an event is an object of fields/],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00), /stdin: it is not text in UTF-8/],
    ['an event without its tool', '{"tool_input": {}}', /needs "tool_name", and the event in stdin has none/],
    ['an event without its subject', '{"tool_name": "Bash"}', /needs "tool_input"/],
    [
      'a tool that is not text',
      '{"tool_name": 5, "tool_input": {}}',
      /"tool_name" of PreToolUse is text, not 5/,
    ],
  ])('%s', async (_, input, expected) => {
    expect(await problemOf(fire, undefined, input)).toMatch(expected);
  });

  it('a byte order mark is none', async () => {
    const cwd = folderWith({ 'hookline.yaml': config });
    expect((await hookline(fire, { cwd, input: `\ufeff${event}` })).code).toBe(0);
  });

  it('a file that is not there, and a folder', async () => {
    expect(await problemOf(['fire', 'PreToolUse', '-i', 'none.json'])).toMatch(
      /cannot be read from none\.json: .*no such file/,
    );
    expect(await problemOf(['fire', 'PreToolUse', '-i', '.'])).toMatch(/cannot be read from \.: /);
  });

  it('an endless one', async () => {
    expect(await problemOf(['fire', 'PreToolUse', '-i', '/dev/zero'])).toMatch(/larger than 64 MiB/);
  });

  it('another tool than the point names', async () => {
    expect(await problemOf(['fire', 'pre:tool:Write', '-i', '-'], undefined, event)).toMatch(
      /means the tool_name "Write", and the event says "Bash"/,
    );
  });
});

describe('a wrong configuration', () => {
  it('is told with every place, in every command that reads it', async () => {
    const files = { 'hookline.yaml': 'hooks:\n  PreToolUze:\n    - { type: comand, handler: x }\n' };
    for (const words of [fire, ['explain', 'PreToolUse'], ['list']]) {
      expect(await problemOf(words, files, event)).toMatch(
        /^hookline\.yaml:2:3: error: .*PreToolUse[\s\S]*error: \d error/,
      );
    }
  });

  it('that is not there is told with a way out', async () => {
    expect(await problemOf(fire, {}, event)).toMatch(
      /there is no hookline\.yaml in this folder or above; .*hookline init/,
    );
    expect(await problemOf([...fire, '-c', 'none.yaml'], {}, event)).toMatch(
      /none\.yaml cannot be read: it does not exist/,
    );
  });

  it('that is not there, or is a folder, is told so before its name is judged', async () => {
    expect(await problemOf([...fire, '-c', 'nofile'], {}, event)).toMatch(
      /^nofile:1:1: error: nofile cannot be read: it does not exist\n/,
    );
    expect(await problemOf([...fire, '-c', '.'], {}, event)).toMatch(/cannot be read: it is a folder\n/);
  });

  it('that is a folder, or no text', async () => {
    const cwd = folderWith({});
    mkdirSync(join(cwd, 'hookline.yaml'));
    const { code, stderr } = await hookline(['list'], { cwd });
    expect(stderr).toMatch(/hookline\.yaml cannot be read: it is a folder/);
    expect(code).toBe(1);
  });
});

describe('the help of each command', () => {
  it.each(commands.map(({ name }) => name))('%s says what its exit codes mean', async (name) => {
    const { code, stdout } = await hookline([name, '--help']);
    expect(stdout).toMatch(/\nExit codes\n {2}\d+ +\S/);
    expect(code).toBe(0);
    for (const line of stdout.split('\n'))
      if (!line.startsWith('  hookline')) expect(line.length).toBeLessThan(81);
  });
});

describe('--no-color', () => {
  it('prints without colors, wherever it stands', async () => {
    const env = { FORCE_COLOR: '1' };
    expect((await hookline(['fir'], { env })).stderr).toContain('\u001b[');
    expect((await hookline(['fir', '--no-color'], { env })).stderr).not.toContain('\u001b[');
    expect((await hookline(['--no-color', 'points'], { env })).stdout).not.toContain('\u001b[');
  });
});

describe('nothing to take back', () => {
  it('has the same exit code for undo and revoke', async () => {
    const cwd = folderWith({});
    const env = { XDG_STATE_HOME: `${cwd}/state` };
    expect(await hookline(['undo'], { cwd, env })).toMatchObject({ code: 1, stdout: 'nothing to undo\n' });
    expect(await hookline(['revoke', '--all'], { cwd, env })).toMatchObject({
      code: 1,
      stdout: 'nothing to revoke\n',
    });
    const { code, stdout } = await hookline(['revoke', '--all', '--json'], { cwd, env });
    expect([code, JSON.parse(stdout)]).toEqual([1, { revoked: 0 }]);
    expect(await hookline(['revoke', 'ZZZZZZZ'], { cwd, env })).toMatchObject({
      code: 1,
      stderr: 'error: no exception has the code "ZZZZZZZ"; see hookline allow --list\n',
    });
  });
});

describe('--debug', () => {
  it('shows where an error comes from', async () => {
    const { code, stderr } = await hookline(['fire', 'PreTolUse', '--debug']);
    expect(stderr).toMatch(/unknown point[\s\S]*\n\s+at /);
    expect(code).toBe(1);
  });
});

describe('a hook in JavaScript, in the host, that ends the process', () => {
  it.each(['process.exit(0)', 'process.exit()'])(
    'by %s does not look like a command that went well',
    async (line) => {
      const files = {
        'hookline.yaml':
          'hooks: { Stop: [{ name: ends, type: module, handler: ./ends.mjs, isolate: false, guard: true }] }',
        'ends.mjs': `export default () => { ${line}; };`,
      };
      const stderr = await problemOf(['fire', 'Stop'], files, '', ownProcess);
      expect(stderr).toContain('error: a hook in JavaScript ended the process\n');
    },
  );
});

describe('a hook in JavaScript that ends the process that it is in', () => {
  it.each(['process.exit(0)', 'process.abort()', 'Promise.reject(1)', 'throw Promise.reject(1)'])(
    'by %s is a guard that failed',
    async (line) => {
      const cwd = folderWith({
        'hookline.yaml': 'hooks: { Stop: [{ name: ends, type: module, handler: ./ends.mjs, guard: true }] }',
        'ends.mjs': `export default () => { ${line}; return new Promise(() => {}); };`,
      });
      const { code, stdout } = await hookline(['fire', 'Stop', '--json'], { cwd });
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ resume: true, runs: [{ status: 'failed' }] });
    },
  );
});

describe('a hook in JavaScript, in the host, that throws when nobody waits any more', () => {
  it('ends the command with 1 and without a stack trace', async () => {
    const stderr = await problemOf(['fire', 'Stop'], {
      'hookline.yaml': 'hooks: { Stop: [{ name: late, type: module, handler: ./late.mjs, isolate: false }] }',
      'late.mjs':
        'export default () => { setTimeout(() => { throw new Error("too late"); }, 10); return new Promise((done) => setTimeout(done, 2000)); };',
    });
    expect(stderr).toMatch(/^error: too late\n/);
  });
});
