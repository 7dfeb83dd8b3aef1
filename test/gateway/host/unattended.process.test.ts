import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/cli.ts';
import { folderWith } from '../../support/folder-with.ts';
import { Scratch } from '../../support/scratch.ts';

const asker = `
  PreToolUse:
    - { name: asker, type: module, handler: ./asker.mjs }
`;
const module = "export default () => ({ decision: 'ask', reason: 'sure?' });\n";
const guardRule = 'permissions: { ask: ["Bash(git push *)"], allow: ["Bash(git *)", "Bash(ls *)"] }\n';

interface Asked {
  readonly mode?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: string;
  readonly agent?: string;
}

async function world(unattended: string | null, hooks = '') {
  const setting = unattended === null ? '' : `ask: { unattended: ${unattended} }\n`;
  const cwd = folderWith({
    'hookline.yaml': `${setting}${guardRule}${hooks === '' ? '' : `hooks:${hooks}`}`,
    'asker.mjs': module,
  });
  const state = new Scratch().path;
  const env = { XDG_STATE_HOME: state, HOOKLINE_DAEMON: 'off' };
  return {
    cwd,
    run: (...words: readonly string[]) => hookline(words, { cwd, env }),
    async ask({ mode = 'default', env: more = {}, command = 'git push', agent = 'claude-code' }: Asked = {}) {
      const input = JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        tool_use_id: String(Math.random()),
        cwd,
        permission_mode: mode,
        tool_name: 'Bash',
        tool_input: { command },
      });
      const call = { cwd, input, env: { ...env, ...more } };
      const { stdout } = await hookline(['hook', agent, '-c', 'hookline.yaml'], call);
      const said = stdout === '' ? {} : JSON.parse(stdout).hookSpecificOutput;
      return {
        decision: said.permissionDecision ?? null,
        reason: String(said.permissionDecisionReason),
      };
    },
  };
}

describe('an ask in a session that nobody attends', () => {
  it('stays one without a setting, and where a person is there', async () => {
    const plain = await world(null);
    expect((await plain.ask({ mode: 'bypassPermissions' })).decision).toBe('ask');
    const set = await world('deny');
    expect((await set.ask()).decision).toBe('ask');
    expect((await set.ask({ mode: 'acceptEdits' })).decision).toBe('ask');
  });

  it.each([
    ['bypassPermissions', {}, 'the permission mode is bypassPermissions'],
    ['auto', {}, 'the permission mode is auto'],
    ['default', { CLAUDE_CODE_SESSION_ATTENDED: '0' }, 'Claude Code runs headless'],
    ['default', { HOOKLINE_UNATTENDED: '1' }, 'HOOKLINE_UNATTENDED is set'],
  ])('is denied: %s %j', async (mode, env, why) => {
    const { decision, reason } = await (await world('deny')).ask({ mode, env });
    expect(decision).toBe('deny');
    expect(reason).toContain(`denied: there is no person to ask, since ${why}`);
    expect(reason).not.toContain('hookline allow');
  });

  it('waits for a person who lets it pass once', async () => {
    const { ask, run } = await world('queue');
    const { decision, reason } = await ask({ mode: 'bypassPermissions' });
    expect(decision).toBe('deny');
    const [, code = ''] = /hookline allow (\S+)/.exec(reason) ?? [];
    expect(code).not.toBe('');
    expect((await run('allow', '--list')).stdout).toContain(code);
  });

  it('is allowed where it is listed and no guard asks', async () => {
    const { ask } = await world('allow-listed', asker);
    expect(await ask({ command: 'ls src' })).toEqual({ decision: 'ask', reason: 'sure? [asker]' });
    expect((await ask({ command: 'ls src', mode: 'auto' })).decision).toBe('allow');
    expect((await ask({ command: 'cat src', mode: 'auto' })).decision).toBe('deny');
    // The rule that asks is a guard.
    expect((await ask({ command: 'git push', mode: 'auto' })).decision).toBe('deny');
  });

  it('is shown by explain and doctor', async () => {
    const { run } = await world('queue');
    expect((await run('explain', 'PreToolUse', '-c', 'hookline.yaml')).stdout).toContain(
      'an ask is denied and waits for `hookline allow` when the agent runs unattended',
    );
    expect((await run('doctor', '--json')).stdout).toContain('ask-unattended');
  });
});

it('takes the strictest of several files', async () => {
  const cwd = folderWith({
    'a.yaml': 'ask: { unattended: allow-listed }\ninclude: b.yaml\n',
    'b.yaml': 'ask: { unattended: deny }\n',
  });
  const { stdout } = await hookline(['explain', 'PreToolUse', '-c', 'a.yaml'], { cwd });
  expect(stdout).toContain('ask.unattended: deny');
});

it('refuses another word', async () => {
  const cwd = folderWith({ 'hookline.yaml': 'ask: { unattended: maybe }\n' });
  const { stderr, stdout } = await hookline(['validate'], { cwd });
  expect(stderr + stdout).toContain('allow-listed');
});
