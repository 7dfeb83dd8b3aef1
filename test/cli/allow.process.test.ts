import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Ended, startInTerminal } from '../support/command-line/cli.ts';
import { hookline } from '../support/command-line/served.ts';
import { trusted } from '../support/command-line/trusted.ts';
import { folderWith } from '../support/folder-with.ts';

const yaml = `hooks:
  PreToolUse:
    - { name: pushes, type: builtin, handler: destructive-commands, guard: true }
`;

it('lets a call pass once, for a person in a terminal who says yes', async () => {
  const cwd = folderWith({ 'hookline.yaml': yaml });
  const env = { XDG_STATE_HOME: join(cwd, 'state'), CLAUDE_PROJECT_DIR: cwd, HOOKLINE_DAEMON: 'off' };
  await trusted(cwd, env);
  let calls = 0;
  const call = (): Promise<Ended> => {
    calls += 1;
    const input = JSON.stringify({
      session_id: 's1',
      hook_event_name: 'PreToolUse',
      cwd,
      tool_name: 'Bash',
      tool_input: { command: 'git push --force origin main' },
      tool_use_id: `toolu_0123456789012345678${calls}`,
    });
    return hookline(['hook', 'claude-code'], { cwd, env, input });
  };
  const [, code = ''] = /hookline allow ([0-9A-Z]{7})/.exec((await call()).stdout) ?? [];
  const [piped, byAgent] = await Promise.all([
    hookline(['allow', code], { cwd, env, input: 'y\n' }),
    startInTerminal(['allow', code], { cwd, env: { ...env, CLAUDECODE: '1' } }).ended,
  ]);
  expect(piped).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('run hookline allow yourself, in a terminal'),
  });
  expect(byAgent).toMatchObject({ code: 1, stdout: expect.stringContaining("agents can't run hookline") });
  const person = startInTerminal(['allow', code], { cwd, env: { ...env, CLAUDECODE: '' } });
  await person.shows('[y/N]');
  person.child.stdin?.write('y\n');
  expect((await person.ended).stdout).toContain('git push --force origin main');
  expect((await call()).stdout).toBe('');
  expect((await call()).stdout).toContain(`hookline allow ${code}`);
  const { stdout } = await hookline(['allow', '--list', '--json'], { cwd, env });
  expect(JSON.parse(stdout)).toMatchObject({
    waiting: [{ code }],
    open: [],
    uses: [{ id: code, rule: null }],
  });
});

it('shows every field of a call, and a long one whole, before a person approves it', async () => {
  const cwd = folderWith({ 'hookline.yaml': yaml });
  const env = { XDG_STATE_HOME: join(cwd, 'state'), CLAUDE_PROJECT_DIR: cwd, HOOKLINE_DAEMON: 'off' };
  await trusted(cwd, env);
  const command = `git push --force\n${'# line\n'.repeat(30)}echo the end`;
  const call = {
    session_id: 's1',
    hook_event_name: 'PreToolUse',
    cwd,
    tool_name: 'Bash',
    tool_input: { command, dangerouslyDisableSandbox: true },
    tool_use_id: 'toolu_01234567890123456789',
  };
  const { stdout } = await hookline(['hook', 'claude-code'], { cwd, env, input: JSON.stringify(call) });
  const [, code = ''] = /hookline allow ([0-9A-Z]{7})/.exec(stdout) ?? [];
  const person = startInTerminal(['allow', code], { cwd, env: { ...env, CLAUDECODE: '' } });
  await person.shows('13 more lines. Show them before you decide? [y/N]');
  person.child.stdin?.write('y\n');
  await person.shows('Allow exactly this call once');
  person.child.stdin?.write('n\n');
  const { stdout: seen } = await person.ended;
  expect(seen).toContain('echo the end');
  expect(seen).toContain('dangerouslyDisableSandbox: true');
});

it('what guards is not changed below an agent, also where nobody need sit at a terminal', async () => {
  const cwd = folderWith({ 'hookline.yaml': yaml });
  const env = { HOME: folderWith({}), XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_STATE_HOME: '' };
  const lines = [
    ['trust', '--yes'],
    ['trust', '--remove'],
    ['install', 'claude-code', '--yes'],
    ['revoke', '--all'],
    ['daemon', 'stop'],
  ];
  for (const line of lines) {
    const ended = await hookline(line, { cwd, env: { ...env, CLAUDECODE: '1' } });
    expect(ended, line.join(' ')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("agents can't run hookline"),
    });
  }
  const looked = await hookline(['trust', '--list'], { cwd, env: { ...env, CLAUDECODE: '1' } });
  expect(looked.code).toBe(0);
  expect(await hookline(['trust', '--yes'], { cwd, env: { ...env, CLAUDECODE: '' } })).toMatchObject({
    code: 0,
  });
});
