import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const line = (command: string, matcher?: string): object[] => [
  { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command }] },
];

/** A folder whose settings have hooks at events that only Claude Code fires. */
const folder = (): string =>
  folderWith({
    'settings.json': JSON.stringify({
      hooks: {
        FileChanged: line('cat >&2; exit 2', '\\.envrc$'),
        ConfigChange: line('echo locked >&2; exit 2', 'project_settings'),
        PostToolBatch: line(`echo '{"decision": "block", "reason": "enough"}'`),
        WorktreeCreate: line('echo Preparing; echo /w/fix'),
        PermissionDenied: line(
          `echo '{"hookSpecificOutput": {"hookEventName": "PermissionDenied", "retry": true}}'`,
          'Task',
        ),
        MessageDisplay: line(
          `echo '{"hookSpecificOutput": {"hookEventName": "MessageDisplay", "displayContent": "Hi"}}'`,
        ),
      },
    }),
    'script.yaml': 'prompt: hello\nturns: [{ text: done }]\n',
  });

async function fire(cwd: string, point: string, event: object): Promise<unknown> {
  const { stdout } = await hookline(['fire', point, '--config', 'settings.json', '--json'], {
    cwd,
    input: JSON.stringify(event),
  });
  return JSON.parse(stdout);
}

describe('settings with hooks at events that only Claude Code fires', () => {
  it('decide what hookline fire says, from events as Claude Code writes them', async () => {
    const cwd = folder();
    const tool = { tool_name: 'Agent', tool_input: { prompt: 'Look' }, tool_use_id: 'a', reason: 'risky' };
    expect(await fire(cwd, 'ConfigChange', { source: 'project_settings' })).toMatchObject({
      decision: 'deny',
      reason: 'locked',
    });
    expect(await fire(cwd, 'ConfigChange', { source: 'skills' })).toMatchObject({ decision: null, runs: [] });
    expect(await fire(cwd, 'PostToolBatch', { tool_calls: [] })).toMatchObject({
      halted: true,
      haltReason: 'enough',
    });
    expect(await fire(cwd, 'WorktreeCreate', { name: 'fix' })).toMatchObject({ value: '/w/fix' });
    expect(await fire(cwd, 'PermissionDenied', tool)).toMatchObject({ decision: null, resume: true });
    expect(await fire(cwd, 'MessageDisplay', { delta: 'Hello' })).toMatchObject({ value: 'Hi' });
  });

  it('match the last part of the path of a changed file, which the hook does not get as a field', async () => {
    const cwd = folder();
    const changed = (path: string): object => ({ file_path: path, event: 'change' });
    const { notices } = (await fire(cwd, 'FileChanged', changed('/p/.envrc'))) as {
      notices: { message: string }[];
    };
    expect(JSON.parse(notices[0]?.message ?? '')).toMatchObject(changed('/p/.envrc'));
    expect(notices[0]?.message).not.toContain('file_name');
    expect(await fire(cwd, 'FileChanged', changed('/p/.envrc/notes'))).toMatchObject({ runs: [] });
  });

  it('are told of by hookline run, which does not fire them', async () => {
    const cwd = folder();
    const { code, stderr } = await hookline(
      ['run', '--config', 'settings.json', '--script', 'script.yaml', '--json'],
      { cwd, env: { XDG_STATE_HOME: cwd } },
    );
    expect(code).toBe(0);
    expect(stderr).toContain("only Claude Code fires ConfigChange, so its hooks don't run here");
  });
});
