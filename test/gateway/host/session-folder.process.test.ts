import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentTable } from '../../../src/gateway/agents/agent-table.ts';
import { DaemonWorld } from '../daemon/support.ts';

const policy = (command: string): string => `permissions: { deny: ["Bash(${command} *)"] }\n`;

interface Asked {
  readonly session?: string;
  readonly event?: string;
  readonly source?: string;
  readonly daemon?: 'on' | 'off';
}

/** A world with two projects, and calls that Codex makes from their folders. */
async function twoProjects() {
  const world = new DaemonWorld({
    'project/hookline.yaml': policy('git push'),
    'project/below/keep': '',
    'other/hookline.yaml': policy('git pull'),
    'nowhere/keep': '',
  });
  await world.trust();
  await world.trust('other');
  const said = async (command: string, folder: string, asked: Asked = {}): Promise<string> => {
    const { session = 'one', event = 'PreToolUse', source, daemon = 'off' } = asked;
    const input = JSON.stringify({
      session_id: session,
      cwd: join(world.home, folder),
      hook_event_name: event,
      tool_name: 'Bash',
      tool_input: { command },
      source,
    });
    const { stdout } = await world.call(['hook', 'codex'], {
      folder,
      input,
      env: { HOOKLINE_DAEMON: daemon },
    });
    return /"permissionDecision":"(\w+)"/.exec(stdout)?.[1] ?? 'none';
  };
  return { world, said };
}

it('a session keeps the policy of its first folder, whichever folder a later call names', async () => {
  const { said } = await twoProjects();
  expect(agentTable['codex']?.payload.projectVariable).toBeUndefined();
  expect(await said('git push origin', 'project')).toBe('deny');
  for (const folder of ['project/below', 'other', 'nowhere'])
    expect([folder, await said('git push origin', folder)]).toEqual([folder, 'deny']);
  expect(await said('git pull origin', 'other')).toBe('none');
});

it('another session has the policy of its own folder', async () => {
  const { said } = await twoProjects();
  expect(await said('git push origin', 'project')).toBe('deny');
  expect(await said('git pull origin', 'other', { session: 'two' })).toBe('deny');
  expect(await said('git push origin', 'other', { session: 'two' })).toBe('none');
});

it('a session that a person resumes elsewhere has the policy of that folder; compacting it changes nothing', async () => {
  const { said } = await twoProjects();
  expect(await said('git push origin', 'project')).toBe('deny');
  await said('', 'other', { event: 'SessionStart', source: 'compact' });
  expect(await said('git pull origin', 'other')).toBe('none');
  await said('', 'other', { event: 'SessionStart', source: 'resume' });
  expect(await said('git pull origin', 'project')).toBe('deny');
  expect(await said('git push origin', 'project')).toBe('none');
});

it('the daemon keeps it too', async () => {
  const { world, said } = await twoProjects();
  await world.startDaemon();
  expect(await said('git push origin', 'project', { daemon: 'on' })).toBe('deny');
  expect(await said('git push origin', 'nowhere', { daemon: 'on' })).toBe('deny');
  expect(await said('git push origin', 'nowhere')).toBe('deny');
});
