import { describe, expect, it } from 'vitest';
import { HooklineError } from '../../../src/entries/index.ts';
import type { MassgenConfig } from '../../../src/front-doors/massgen/config.ts';
import { GeneralHookManager } from '../../../src/front-doors/massgen/general-hook-manager.ts';
import { quietHooks } from '../../support/hooks.ts';

/** The problems that an error lists, or none. */
function problems(config: unknown, agentId?: string): readonly string[] {
  const { hooks } = quietHooks();
  const manager = new GeneralHookManager({ hooks });
  try {
    manager.registerHooksFromConfig(config as MassgenConfig, agentId === undefined ? {} : { agentId });
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(HooklineError);
    expect((error as HooklineError).code).toBe('config-invalid');
    expect(hooks.list()).toEqual([]);
    return (error as HooklineError).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

const handler = 'rules.check';

describe('a configuration', () => {
  it.each([
    [{}],
    [{ hooks: {} }],
    [{ hooks: null, agents: null }],
    [{ PreToolUse: null }],
    [{ PreToolUse: [] }],
    [{ pre_call: [{ handler }] }],
    [{ PreToolUse: { override: false, hooks: [{ handler }] } }],
    [{ hooks: { PostToolUse: [{ handler, matcher: '' }] }, ui: { display: 'rich' }, orchestrator: {} }],
    [{ agents: [{ id: 'a1', backend: { type: 'openai', model: 'm' } }, { backend: {} }] }],
  ])('may be %j', (config) => {
    expect(problems(config)).toEqual([]);
  });

  it.each([
    [
      { PreToolUs: [] },
      'PreToolUs: unknown event, it is one of pre_call, post_call, PreToolUse, PostToolUse, did you mean "PreToolUse"?',
    ],
    [
      { hooks: { Stop: [] } },
      'hooks.Stop: unknown event, it is one of pre_call, post_call, PreToolUse, PostToolUse',
    ],
    [
      { PreToolUse: [{ handler, macher: 'Write' }] },
      'PreToolUse[0].macher: unknown key, did you mean "matcher"?',
    ],
    [
      { PreToolUse: [{ handler, timeout: '30' }] },
      'PreToolUse[0].timeout: takes a number of seconds above 0, not "30"',
    ],
    [
      { PreToolUse: [{ handler, timeout: 0 }] },
      'PreToolUse[0].timeout: takes a number of seconds above 0, not 0',
    ],
    [
      { PreToolUse: [{ handler, timeout: -1 }] },
      'PreToolUse[0].timeout: takes a number of seconds above 0, not -1',
    ],
    [
      { PreToolUse: [{ handler, fail_closed: 'yes' }] },
      'PreToolUse[0].fail_closed: takes true or false, not "yes"',
    ],
    [
      { PreToolUse: [{ handler, type: 'comand' }] },
      'PreToolUse[0].type: takes "python" or "command", not "comand"',
    ],
    [{ PreToolUse: [{ handler, matcher: '|' }] }, /^PreToolUse\[0\]: matcher "\|" has no alternative/],
    [{ PreToolUse: [{ handler: ' ' }] }, 'PreToolUse[0].handler: takes text, not " "'],
    [{ PreToolUse: [{ matcher: 'Write' }] }, 'PreToolUse[0]: needs a handler'],
    [
      { PreToolUse: ['rules.check'] },
      'PreToolUse[0]: takes a hook, as in { handler: "module.function" }, not "rules.check"',
    ],
    [{ PreToolUse: 'rules.check' }, 'PreToolUse: takes a list, not "rules.check"'],
    [{ PreToolUse: { overide: true } }, 'PreToolUse.overide: unknown key, did you mean "override"?'],
    [
      { PreToolUse: { override: true, hooks: [] } },
      "PreToolUse.override: only an agent's hooks can override the global ones",
    ],
    [{ hooks: [] }, 'hooks: takes an object of events, not a list'],
    [{ agents: {} }, 'agents: takes a list, not {  }'],
    [
      { agents: [{ backend: { hooks: {} } }] },
      'agents[0].id: takes the id of the agent that the hooks are for, not undefined',
    ],
    ['hooks.yaml', 'the configuration: takes an object, not "hooks.yaml"'],
  ])('%j is refused', (config, message) => {
    expect(problems(config)).toEqual([
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });

  it('tells every problem at once and registers nothing', () => {
    const config = {
      hooks: { PreToolUse: [{ handler }, { handler, timeout: 0, fail_close: true }], PostTool: [] },
      agents: [{ id: 'a1', backend: { hooks: { PostToolUse: { override: 'yes', hooks: [{}] } } } }],
    };
    expect(problems(config).map((line) => line.split(':')[0])).toEqual([
      'hooks.PreToolUse[1].timeout',
      'hooks.PreToolUse[1].fail_close',
      'hooks.PostTool',
      'agents[0].backend.hooks.PostToolUse.override',
      'agents[0].backend.hooks.PostToolUse.hooks[0]',
    ]);
  });

  it('may belong to one agent', async () => {
    const { hooks } = quietHooks();
    const manager = new GeneralHookManager({ hooks });
    manager.registerGlobalHook('PreToolUse', () => {});
    manager.registerHooksFromConfig({ PreToolUse: { override: true } }, { agentId: 'a1' });
    const ran = async (agent_id: string) =>
      (await manager.executeHooks('PreToolUse', 'Bash', {}, { agent_id })).executed_hooks.length;
    expect([await ran('a1'), await ran('a2')]).toEqual([0, 1]);
  });
});
