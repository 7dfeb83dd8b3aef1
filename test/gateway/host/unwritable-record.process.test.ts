import { expect, it } from 'vitest';
import { DaemonWorld } from '../daemon/support.ts';

/** No user can make a folder there. */
const policy = 'trace: { folder: /dev/null/traces }\nhooks: { PreToolUse: [{ handler: exit 0 }] }\n';
const message = 'hookline: /dev/null/traces cannot be written: a file is in the place of a folder.';

it.each(['on', 'off'] as const)(
  'a record that cannot be written is reported once in a session, with the daemon %s',
  async (daemon) => {
    const world = new DaemonWorld({ 'project/hookline.yaml': policy });
    await world.trust();
    const call = (session: string) =>
      world.call(['hook', 'claude-code'], {
        folder: 'project',
        input: JSON.stringify({
          session_id: session,
          cwd: `${world.home}/project`,
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: { command: 'ls' },
        }),
        env: { HOOKLINE_DAEMON: daemon },
      });
    expect(await call('one')).toMatchObject({ code: 0, stderr: expect.stringContaining(message) });
    expect(await call('one')).toMatchObject({ code: 0, stderr: '' });
    expect(await call('two')).toMatchObject({ code: 0, stderr: expect.stringContaining(message) });
  },
);
