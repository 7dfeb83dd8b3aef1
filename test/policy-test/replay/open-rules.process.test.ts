import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startInTerminal } from '../../support/command-line/cli.ts';
import { hookline } from '../../support/command-line/served.ts';
import { trusted } from '../../support/command-line/trusted.ts';
import { folderWith } from '../../support/folder-with.ts';

const guard = (more = '') => `hooks:
  PreToolUse:
    - { name: no-destruction, type: builtin, handler: destructive-commands, guard: true${more} }
`;

it('what passed by a rule that a person opened passes again, and is no test of the policy', async () => {
  const cwd = folderWith({
    'hookline.yaml': `trace: true\n${guard()}`,
    'final.yaml': guard(', final: true'),
  });
  const env = { XDG_STATE_HOME: join(cwd, 'state'), CLAUDECODE: '', HOOKLINE_DAEMON: 'off' };
  const call = (words: readonly string[], input = '') => hookline(words, { cwd, env, input });
  await trusted(cwd, env);
  const person = startInTerminal(['allow', '--rule', 'git.push-force', '--for', '1h'], { cwd, env });
  await person.shows('[y/N]');
  person.child.stdin?.write('y\n');
  const [, id = ''] = /hookline revoke ([0-9A-Z]{7})/.exec((await person.ended).stdout) ?? [];
  let calls = 0;
  const push = async (more = ''): Promise<string> => {
    calls += 1;
    const event = { session_id: 's', hook_event_name: 'PreToolUse', cwd, tool_name: 'Bash' };
    const command = `git push --force origin main${more}`;
    const input = JSON.stringify({ ...event, tool_input: { command }, tool_use_id: `toolu_${calls}` });
    return (await call(['hook', 'claude-code'], input)).stdout;
  };
  expect(await push()).toBe('');
  expect(await push('; git reset --hard')).toContain('git.reset-hard');
  await call(['revoke', id]);
  expect(await push()).toContain('git.push-force');

  const { stdout } = await call(['trace', 'show', 's', '--json']);
  const opened = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { openRules?: string[] }).openRules);
  expect(opened).toEqual([['git.push-force'], undefined, undefined]);
  expect((await call(['trace', 'show', 's'])).stdout).toContain('lifted   git.push-force, by a person');
  expect(JSON.parse((await call(['replay', '--json'])).stdout)).toMatchObject({ same: 3, different: [] });
  // Nobody opens a rule of a guard that is final.
  const final = await call(['replay', '--json', '--config', 'final.yaml']);
  expect(JSON.parse(final.stdout)).toMatchObject({ same: 2, different: [{ before: null, after: 'deny' }] });
  const written = await call(['test', '--from-trace', 's']);
  expect(written.stderr).toContain('1 event left out: a person allowed it');
  expect(written.stdout.match(/- name:/g)).toHaveLength(2);
});
