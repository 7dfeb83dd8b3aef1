import { describe, expect, it } from 'vitest';
import { findPoint, pointNamed } from '../../../src/engine/points/point.ts';
import { allow, allPoints, definePoint, deny, modify } from '../../../src/entries/index.ts';
import { claudeEvent, claudeEventNames } from '../../../src/protocols/claude-code/events.ts';
import { quietHooks } from '../../support/hooks.ts';

/** The table of the design, row by row: name, alias, matches, subject, admits, block. */
const design = `
PreToolUse pre:tool tool_name tool_input allow,deny,ask,modify,inject,halt deny
PostToolUse post:tool tool_name tool_response modify,inject,suppress,halt suppress
PostToolUseFailure - tool_name error modify,inject,suppress,halt suppress
PermissionRequest - tool_name tool_input allow,deny,modify,halt deny
UserPromptSubmit - - - deny,inject,halt deny
SessionStart - source - inject -
SessionEnd - reason - - -
Setup - trigger - inject -
Stop - - - resume,inject,halt resume
SubagentStart - agent_type - inject -
SubagentStop - agent_type - resume,inject,halt resume
PreCompact - trigger custom_instructions deny,modify,inject deny
Notification - notification_type - inject -
TeammateIdle - - - resume,inject resume
TaskCompleted - - - deny,inject deny
pre:message - - prompt deny,modify,inject deny
post:message - - output modify -
pre:agent:spawn - agent_type config deny,modify deny
post:agent:complete - agent_type - - -
pre:session:phase - phase - deny deny
post:session:phase - phase - - -
pre:git:write - path content deny,modify deny
post:git:write - path - - -
pre:view:render - view data modify -
PostToolBatch - - - inject,halt halt
UserPromptExpansion - command_name - deny,inject,halt deny
StopFailure - error - - -
PostCompact - trigger - - -
PreModelSwitch - - - allow,deny,ask deny
PostModelSwitch - - - inject -
PermissionDenied - tool_name - resume -
TaskCreated - - - deny deny
Elicitation - mcp_server_name content allow,deny,modify deny
ElicitationResult - mcp_server_name content allow,deny,modify deny
ConfigChange - source - deny deny
WorktreeCreate - - worktree_path deny,modify deny
WorktreeRemove - - - - -
InstructionsLoaded - load_reason - - -
CwdChanged - - - - -
FileChanged - file_name - - -
DirectoryAdded - source - - -
MessageDisplay - - delta modify -
BeforeModel - - llm_request deny,modify,halt deny
AfterModel - - llm_response deny,modify,halt deny
BeforeToolSelection - - tool_config modify -`;

/** Every event that Claude Code has, in the order in which it declares them. */
const claudeCode = `
PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion SessionStart
SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch PostModelSwitch
PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult ConfigChange
WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged DirectoryAdded MessageDisplay`;

describe('the table of points', () => {
  it('is that of the design', () => {
    const rows = allPoints()
      .filter(({ name }) => !name.startsWith('test:'))
      .map(({ name, also, matches, subject, admits, block }) =>
        [name, also, matches, subject, admits.join(',') || null, block].map((cell) => cell ?? '-').join(' '),
      );
    expect(rows).toEqual(design.trim().split('\n'));
  });

  it('names fields of the input in every column', () => {
    for (const { fields, matches, subject } of allPoints()) {
      if (matches !== null) expect(fields).toContain(matches);
      if (subject !== null) expect(fields.map((field) => field.replace('?', ''))).toContain(subject);
    }
  });

  it('has every event of Claude Code, and every point that Gemini CLI has around the model', () => {
    const names = claudeCode.trim().split(/\s+/);
    expect(names).toHaveLength(33);
    expect(claudeEventNames).toEqual(names);
    const models = ['BeforeModel', 'AfterModel', 'BeforeToolSelection'];
    for (const name of [...names, ...models]) expect(pointNamed(name).name).toBe(name);
  });

  it('gives the wire of Claude Code no right that the point does not admit', () => {
    for (const name of claudeEventNames) {
      const { admits } = pointNamed(name);
      expect(claudeEvent(name)?.rights.filter((type) => !admits.includes(type))).toEqual([]);
    }
  });

  it('ends the turn where a closed failure halts', async () => {
    const { hooks } = quietHooks();
    hooks.on('PostToolBatch', { guard: true, name: 'broken' }, () => {
      throw new Error('a bug');
    });
    const outcome = await hooks.fire('PostToolBatch', { tool_calls: [] });
    expect(outcome).toMatchObject({ decision: null, halted: true });
    expect(outcome.haltReason).toContain('a bug');
  });

  it('lets a hook answer what the event does not have yet', async () => {
    const { hooks } = quietHooks();
    hooks.on('Elicitation:forms', () => [allow(), modify({ name: 'Ada' })]);
    const outcome = await hooks.fire('Elicitation', { mcp_server_name: 'forms', message: 'Who?' });
    expect(outcome).toMatchObject({ decision: 'allow', value: { name: 'Ada' }, modified: true });
  });

  it('finds points by name, alias, and with a matcher behind them', () => {
    expect(pointNamed('pre:tool').name).toBe('PreToolUse');
    expect(findPoint('post:tool:mcp__a:b')).toMatchObject({
      point: { name: 'PostToolUse' },
      matcher: 'mcp__a:b',
    });
    expect(findPoint('pre:agent:spawn')).toMatchObject({
      point: { name: 'pre:agent:spawn' },
      matcher: undefined,
    });
    expect(findPoint('pre:agent:spawn:explore').matcher).toBe('explore');
    expect(findPoint('SessionStart:resume').matcher).toBe('resume');
    expect(() => findPoint('PreToolUze')).toThrow('unknown point "PreToolUze", did you mean "PreToolUse"?');
    expect(() => findPoint('no:such:thing')).toThrow('unknown point "no:such:thing"');
  });

  it('rejects a firing of an unknown point', async () => {
    const { hooks } = quietHooks();
    await expect(hooks.fire('PreToolUze' as never, {} as never)).rejects.toMatchObject({
      code: 'point-unknown',
    });
  });
});

describe('definePoint', () => {
  const row = {
    summary: 'Before a deployment.',
    also: 'test:deploy',
    matches: 'environment',
    subject: 'plan',
    admits: ['deny', 'modify'],
    block: 'deny',
    fields: ['environment', 'plan'],
  } as const;
  const deploy = definePoint<{ environment: string; plan: { steps: number } }>()('test:pre:deploy', row);

  it('adds a point that hooks, matchers, guards and outcomes work with', async () => {
    const { hooks } = quietHooks();
    hooks.on(deploy, { matcher: 'prod*', guard: true }, ({ plan }) =>
      plan.steps > 9 ? deny('too much') : undefined,
    );
    hooks.on(deploy, ({ plan }) => modify({ steps: plan.steps + 1 }));
    const small = await hooks.fire(deploy, { environment: 'production', plan: { steps: 1 } });
    expect(small.value.steps).toBe(2);
    const large = await hooks.fire(deploy, { environment: 'production', plan: { steps: 9 } });
    expect(large.decision).toBe('deny');
    expect(hooks.scope('a', { override: [deploy] }).agent).toBe('a');
  });

  it('gives the same point again for the same row, and refuses another', () => {
    expect(definePoint<{ environment: string; plan: object }>()('test:pre:deploy', row)).toBe(deploy);
    expect(() => definePoint<object>()('test:pre:deploy', { ...row, matches: undefined } as never)).toThrow(
      'the point "test:pre:deploy" is already defined differently',
    );
    expect(() =>
      definePoint<object>()('test:other', { summary: '', also: 'pre:tool', admits: [], fields: [] }),
    ).toThrow('the point "PreToolUse" is already defined differently');
  });

  it('refuses a row that contradicts itself', () => {
    expect(() => definePoint<object>()('test:a', { summary: '', admits: ['modify'], fields: [] })).toThrow(
      'the point "test:a" admits modify but names no subject',
    );
    expect(() =>
      definePoint<object>()('test:b', { summary: '', admits: [], block: 'deny', fields: [] }),
    ).toThrow('the point "test:b" blocks by deny but does not admit it');
    expect(() =>
      definePoint<object>()('test:c', { summary: '', admits: ['deyn' as never], fields: [] }),
    ).toThrow('the point "test:c" admits "deyn", which is not an effect');
    const same = {
      summary: '',
      admits: ['modify'],
      matches: 'path',
      subject: 'path',
      fields: ['path'],
    } as const;
    expect(() => definePoint<{ path: string }>()('test:d', same)).toThrow('a rewrite could dodge a matcher');
  });
});
