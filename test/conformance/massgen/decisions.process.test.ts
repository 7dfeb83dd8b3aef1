import { describe, expect, expectTypeOf } from 'vitest';
import { type CallContext, HookEvent } from '../../../src/front-doors/massgen/event.ts';
import { ExternalCommandHook, PythonCallableHook } from '../../../src/front-doors/massgen/hooks.ts';
import { HookResult } from '../../../src/front-doors/massgen/result.ts';
import { Scratch } from '../../support/scratch.ts';
import { massgen } from '../catalogue/massgen.ts';
import { conforms } from '../line.ts';
import { callTool, quietManager } from './host.ts';
import { example, userFolder } from './user.ts';

const directory = userFolder();

/** What the hooks of the example note for one call. */
async function noted(tool: string, agent_id: string): Promise<readonly string[]> {
  const { manager } = quietManager();
  manager.registerHooksFromConfig(example, { directory });
  manager.registerGlobalHook('PostToolUse', new PythonCallableHook('global', 'rules.started', { directory }));
  const scratch = new Scratch();
  const { post } = await callTool(manager, tool, { log: `${scratch.path}/log` }, { agent_id });
  expect(post?.hook_errors).toEqual([]);
  return scratch.lines('log');
}

describe('Decision 2: Two-level hook registration (Global + Per-Agent)', () => {
  conforms(massgen, '004.decision2.1', 'hookline/massgen', async () => {
    expect(await noted('Write', 'agent1')).toEqual([
      'audit_all_tools',
      'custom_write_hook',
      'agent1_logging after Write ran',
    ]);
    expect(await noted('Write', 'agent2')).toEqual(['audit_all_tools', 'PostToolUse of Write']);
  });

  conforms(massgen, '004.decision2.2', 'hookline/massgen', async () => {
    for (const agent of ['agent1', 'agent2', 'agent3']) {
      expect((await noted('Read', agent))[0]).toBe('audit_all_tools');
    }
  });

  conforms(massgen, '004.decision2.3', 'hookline/massgen', async () => {
    expect((await noted('Write', 'agent1')).slice(0, 2)).toEqual(['audit_all_tools', 'custom_write_hook']);
    expect(await noted('Read', 'agent1')).not.toContain('custom_write_hook');
  });

  conforms(massgen, '004.decision2.4', 'hookline/massgen', async () => {
    expect((await noted('Read', 'agent1')).slice(1)).toEqual(['agent1_logging after Read ran']);
    expect((await noted('Read', 'agent2')).slice(1)).toEqual(['PostToolUse of Read']);
  });

  conforms(massgen, '004.decision2.5', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const audited: unknown[] = [];
    manager.registerGlobalHook(
      'PreToolUse',
      ({ agent_id, tool_name }) => void audited.push([agent_id, tool_name]),
    );
    await callTool(manager, 'Bash', {}, { agent_id: 'agent1' });
    await callTool(manager, 'Read', {}, { agent_id: 'agent2' });
    expect(audited).toEqual([
      ['agent1', 'Bash'],
      ['agent2', 'Read'],
    ]);
  });

  conforms(massgen, '004.decision2.6', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    manager.registerAgentHook('reader', 'PreToolUse', () => HookResult.deny('the reader only reads'));
    expect((await callTool(manager, 'Write', {}, { agent_id: 'reader' })).ranWith).toBeNull();
    expect((await callTool(manager, 'Write', {}, { agent_id: 'writer' })).ranWith).toEqual({});
  });

  conforms(massgen, '004.decision2.7', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    manager.registerGlobalHook('PreToolUse', () => HookResult.deny('nobody writes'));
    const careful = () => HookResult.ask('write this?');
    manager.registerAgentHook('writer', 'PreToolUse', careful, { override: true });
    const decide = async (agent_id: string) =>
      (await manager.executeHooks('PreToolUse', 'Write', {}, { agent_id })).decision;
    expect(await decide('writer')).toBe('ask');
    expect(await decide('reader')).toBe('deny');
    manager.clearAgentHooks('writer');
    expect(await decide('writer')).toBe('deny');
  });
});

describe('Decision 3: HookEvent/HookResult dataclasses as contracts', () => {
  conforms(massgen, '004.decision3.1', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    manager.registerGlobalHook('PreToolUse', (event) => {
      expectTypeOf(event.tool_name).toEqualTypeOf<string>();
      expectTypeOf(event.tool_output).toEqualTypeOf<string | null>();
      return event instanceof HookEvent ? HookResult.deny('typed') : undefined;
    });
    const result = await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(result).toBeInstanceOf(HookResult);
    expect(result.reason).toBe('typed');
  });

  conforms(massgen, '004.decision3.2', 'hookline/massgen', () => {
    const timestamp = new Date('2026-01-05T09:30:00Z');
    const event = new HookEvent({
      hook_type: 'PreToolUse',
      session_id: 's1',
      orchestrator_id: 'o1',
      agent_id: null,
      timestamp,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    });
    expect({ ...event }).toEqual({
      hook_type: 'PreToolUse',
      session_id: 's1',
      orchestrator_id: 'o1',
      agent_id: null,
      timestamp,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_output: null,
    });
  });

  conforms(massgen, '004.decision3.3', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const outputs: unknown[] = [];
    const note = ({ tool_output }: HookEvent) => void outputs.push(tool_output);
    manager.registerGlobalHook('PreToolUse', note);
    manager.registerGlobalHook('PostToolUse', note);
    await callTool(manager, 'Bash');
    expect(outputs).toEqual([null, 'Bash ran']);
  });

  conforms(massgen, '004.decision3.4', 'hookline/massgen', () => {
    expect(new HookResult()).toMatchObject({
      allowed: true,
      decision: 'allow',
      reason: null,
      updated_input: null,
      inject: null,
    });
  });

  conforms(massgen, '004.decision3.5', 'hookline/massgen', async () => {
    expectTypeOf<HookResult['decision']>().toEqualTypeOf<'allow' | 'deny' | 'ask'>();
    for (const decision of ['allow', 'deny', 'ask'] as const) {
      const { manager } = quietManager();
      manager.registerGlobalHook('PreToolUse', () => ({ decision }));
      expect((await manager.executeHooks('PreToolUse', 'Bash', {})).decision).toBe(decision);
    }
  });

  conforms(massgen, '004.decision3.6', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const scratch = new Scratch();
    let own = '';
    manager.registerGlobalHook('PreToolUse', (event) => {
      own = JSON.stringify(event);
    });
    manager.registerGlobalHook('PreToolUse', new ExternalCommandHook('record', 'record.py', { directory }));
    const result = await manager.executeHooks('PreToolUse', 'Bash', { log: `${scratch.path}/log` });
    const { event } = JSON.parse(String(scratch.lines('log')[0]));
    expect({ ...JSON.parse(own), timestamp: '' }).toEqual({ ...event, timestamp: '' });
    expect(HookResult.fromDict(JSON.parse(JSON.stringify(result))).toDict()).toEqual(result.toDict());
  });
});

describe('Decision 4: Pattern matching via fnmatch', () => {
  const matches = async (matcher: string, tool: string): Promise<boolean> => {
    const { manager } = quietManager();
    manager.registerGlobalHook(
      'PreToolUse',
      new PythonCallableHook('m', () => HookResult.deny(), { matcher }),
    );
    return !(await manager.executeHooks('PreToolUse', tool, {})).allowed;
  };

  conforms(massgen, '004.decision4.1', 'hookline/massgen', async () => {
    expect(await matches('mcp__*', 'mcp__git__push')).toBe(true);
    expect(await matches('mcp__*', 'mcp_git')).toBe(false);
    expect(await matches('Write', 'WriteFile')).toBe(false);
    expect(await matches('write', 'Write')).toBe(false);
  });

  conforms(massgen, '004.decision4.2', 'hookline/massgen', async () => {
    expect(await matches('*_file', 'read_file')).toBe(true);
    expect(await matches('Bash?', 'Bash2')).toBe(true);
    expect(await matches('[WE]*', 'Edit')).toBe(true);
    expect(await matches('[!WE]*', 'Edit')).toBe(false);
    expect(await matches('a.b', 'axb')).toBe(false);
    expect(await matches('Wri(te|ng)', 'Write')).toBe(false);
  });

  conforms(massgen, '004.decision4.3', 'hookline/massgen', async () => {
    expect(await matches('Write|Edit', 'Write')).toBe(true);
    expect(await matches(' Write | Edit ', 'Edit')).toBe(true);
    expect(await matches('Write|Edit', 'Write|Edit')).toBe(false);
    expect(await matches('Write|Edit', 'Read')).toBe(false);
  });
});

describe('Decision 5: External command protocol', () => {
  const record = async (context: CallContext) => {
    const { manager } = quietManager();
    const scratch = new Scratch();
    manager.registerGlobalHook('PostToolUse', new ExternalCommandHook('record', 'record.py', { directory }));
    await manager.executeHooks('PostToolUse', 'Bash', { log: `${scratch.path}/log` }, context, 'a.txt');
    return JSON.parse(String(scratch.lines('log')[0]));
  };

  conforms(massgen, '004.decision5.1', 'hookline/massgen', async () => {
    const { event, environment } = await record({ session_id: 's1' });
    expect([event.session_id, environment.MASSGEN_SESSION_ID]).toEqual(['s1', 's1']);
    const { manager } = quietManager();
    manager.registerGlobalHook('PreToolUse', new ExternalCommandHook('deny', './deny.sh', { directory }));
    const { reason } = await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(reason).toBe('Bash is denied by a script');
  });

  conforms(massgen, '004.decision5.2', 'hookline/massgen', async () => {
    const { event } = await record({});
    expect(Object.keys(event)).toEqual(Object.keys(new HookEvent({ hook_type: '', tool_name: '' })));
  });

  conforms(massgen, '004.decision5.3', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    const answer = JSON.stringify(
      new HookResult({ decision: 'ask', reason: 'sure?', updated_input: { a: 1 } }),
    );
    manager.registerGlobalHook(
      'PreToolUse',
      new ExternalCommandHook('prints', 'printf', { args: ['%s', answer] }),
    );
    expect(await manager.executeHooks('PreToolUse', 'Bash', {})).toMatchObject({
      decision: 'ask',
      reason: 'sure?',
      updated_input: { a: 1 },
    });
  });

  conforms(massgen, '004.decision5.4', 'hookline/massgen', async () => {
    const { environment } = await record({ session_id: 's1', agent_id: 'agent1', orchestrator_id: 'o1' });
    expect(environment).toMatchObject({
      MASSGEN_HOOK_TYPE: 'PostToolUse',
      MASSGEN_TOOL_NAME: 'Bash',
      MASSGEN_SESSION_ID: 's1',
      MASSGEN_AGENT_ID: 'agent1',
      MASSGEN_ORCHESTRATOR_ID: 'o1',
    });
    expect((await record({})).environment).toMatchObject({
      MASSGEN_AGENT_ID: '',
      MASSGEN_ORCHESTRATOR_ID: '',
    });
  });

  conforms(massgen, '004.decision5.5', 'hookline/massgen', async () => {
    const { manager } = quietManager();
    for (const line of ['./add-step.mjs', `python3 -c 'print("{}")'`, 'cat | grep -q nothing; echo "{}"']) {
      manager.registerGlobalHook('PreToolUse', new ExternalCommandHook(line, line, { directory }));
    }
    const result = await manager.executeHooks('PreToolUse', 'Bash', {});
    expect(result).toMatchObject({ allowed: true, updated_input: { steps: ['node'] }, hook_errors: [] });
  });
});
