import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { permissionRulesHook } from '../../../src/builtin/permission-rules/permission-rules.ts';
import { configLevels, levelName } from '../../../src/config/load/levels.ts';
import { allow, ask, deny, halt, modify, notify } from '../../../src/entries/index.ts';
import { bash, bashResult, sleep } from '../../support/hooks.ts';
import {
  type Received,
  type ReceivedSpan,
  type Traced,
  tracedHooks,
} from '../../support/servers/otlp-receiver.ts';

function named({ spans }: Received, name: string): ReceivedSpan {
  const [first, ...others] = spans.filter((span) => span.name === name);
  expect(others, name).toEqual([]);
  if (first === undefined) throw new Error(`no span ${name} among ${spans.map((span) => span.name)}`);
  return first;
}

function childrenOf({ spans }: Received, { spanId }: ReceivedSpan): readonly string[] {
  return spans.filter(({ parent }) => parent === spanId).map(({ name }) => name);
}

describe('a tool call', () => {
  it('is one span from PreToolUse to PostToolUse, with a child for each hook of both', async () => {
    const { hooks, received } = await tracedHooks();
    hooks.on('PreToolUse', { name: 'first' }, () => allow());
    hooks.on('PreToolUse', { name: 'second' }, async () => sleep(2));
    hooks.on('PostToolUse', { name: 'third' }, () => {});
    await hooks.fire('PreToolUse', bash, { agent: 'a1' });
    await sleep(30);
    await hooks.fire('PostToolUse', bashResult, { agent: 'a1' });
    const all = await received();
    const call = named(all, 'execute_tool Bash');
    expect(call).toMatchObject({ kind: SpanKind.INTERNAL + 1, parent: null, status: 0 });
    expect(call.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.name': 'Bash',
      'gen_ai.tool.call.id': 'call-1',
      'gen_ai.conversation.id': 's1',
      'gen_ai.agent.id': 'a1',
      'hookline.decision': 'allow',
      'hookline.decided_by': 'first',
    });
    expect(call.events.map(({ attributes }) => attributes)).toEqual([
      { 'hookline.point': 'PreToolUse', 'hookline.decision': 'allow', 'hookline.decided_by': 'first' },
      { 'hookline.point': 'PostToolUse' },
    ]);
    expect(childrenOf(all, call)).toEqual(['hook first', 'hook second', 'hook third']);
    expect(new Set(all.spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(call.endMs - call.startMs).toBeGreaterThan(25);
    expect(named(all, 'hook third').startMs).toBeGreaterThan(named(all, 'hook second').endMs);
  });

  it.each([
    ['denied', () => deny('no'), { 'hookline.decision': 'deny', 'hookline.decided_by': 'guard' }],
    ['halted', () => halt('no'), { 'hookline.halted': true }],
  ])('that is %s ends there', async (_, handler, attributes) => {
    const { hooks, received } = await tracedHooks();
    hooks.on('PreToolUse', { name: 'guard' }, handler);
    await hooks.fire('PreToolUse', bash);
    const call = named(await received(), 'execute_tool Bash');
    expect(call).toMatchObject({ status: 0, attributes });
  });

  it('keeps the last decision of a call that was asked about', async () => {
    const { hooks, received } = await tracedHooks();
    hooks.on('PreToolUse', { name: 'asks' }, () => ask());
    hooks.on('PermissionRequest', { name: 'answers' }, () => deny());
    await hooks.fire('PreToolUse', bash);
    await hooks.fire('PermissionRequest', { tool_name: 'Bash', tool_input: {} }, { toolUseId: 'call-1' });
    const all = await received();
    const call = named(all, 'execute_tool Bash');
    expect(call.attributes).toMatchObject({ 'hookline.decision': 'deny', 'hookline.decided_by': 'answers' });
    expect(call.events.map(({ attributes }) => attributes['hookline.decision'])).toEqual(['ask', 'deny']);
    expect(childrenOf(all, call)).toEqual(['hook asks', 'hook answers']);
  });

  it.each([
    [{}, 'tool_error'],
    [{ is_interrupt: true }, 'interrupted'],
  ])('that failed with %j is an error', async (more, error) => {
    const { hooks, received } = await tracedHooks();
    await hooks.fire('PreToolUse', bash);
    await hooks.fire('PostToolUseFailure', { ...bash, error: 'disk full', ...more });
    const call = named(await received(), 'execute_tool Bash');
    expect(call).toMatchObject({ status: 2, attributes: { 'error.type': error } });
  });

  it('is told from calls with the same id in other sessions and of other agents', async () => {
    const { hooks, received } = await tracedHooks();
    for (const session_id of ['s1', 's2'])
      for (const agent of ['a', 'b']) await hooks.fire('PreToolUse', { ...bash, session_id }, { agent });
    await hooks.fire('PostToolUse', { ...bashResult, session_id: 's2' }, { agent: 'b' });
    const { spans } = await received();
    expect(spans.map(({ attributes }) => attributes)).toMatchObject([
      { 'gen_ai.conversation.id': 's2', 'gen_ai.agent.id': 'b' },
    ]);
  });

  it('without an id is a span for each firing', async () => {
    const { hooks, received } = await tracedHooks();
    await hooks.fire('PreToolUse', { ...bash, tool_use_id: '' });
    await hooks.fire('PostToolUse', { ...bashResult, tool_use_id: '' });
    const { spans } = await received();
    expect(spans.map(({ name }) => name)).toEqual(['fire PreToolUse', 'fire PostToolUse']);
    expect(spans[0]?.attributes).toMatchObject({ 'gen_ai.tool.name': 'Bash' });
  });

  it('has a name that no model can make endless', async () => {
    const { hooks, received } = await tracedHooks();
    await hooks.fire('PostToolUse', { ...bashResult, tool_name: 'x'.repeat(100_000) });
    expect((await received()).text.length).toBeLessThan(5000);
  });
});

describe('a tool call whose end nobody tells', () => {
  afterEach(() => void vi.restoreAllMocks());

  async function open({ hooks }: Traced, id: string, agent = 'main'): Promise<void> {
    await hooks.fire('PreToolUse', { ...bash, tool_use_id: id }, { agent });
  }

  function unfinished({ spans }: Received): readonly unknown[] {
    return spans
      .filter(({ attributes }) => attributes['hookline.unfinished'] === true)
      .map(({ attributes }) => attributes['gen_ai.tool.call.id']);
  }

  it("ends with its agent's turn, at the time of its last firing", async () => {
    const traced = await tracedHooks();
    await open(traced, 'mine');
    await open(traced, 'theirs', 'helper');
    await sleep(50);
    const stoppedAt = Date.now();
    await traced.hooks.fire('Stop', { stop_hook_active: false }, { agent: 'main' });
    const all = await traced.received();
    expect(unfinished(all)).toEqual(['mine']);
    expect(named(all, 'execute_tool Bash').endMs).toBeLessThan(stoppedAt - 20);
  });

  it("ends with the subagent that it is of, and not with that subagent's parent's", async () => {
    const traced = await tracedHooks();
    await open(traced, 'mine');
    await open(traced, 'theirs', 'helper');
    const helper = { agent_id: 'helper', agent_type: 'x', agent_transcript_path: '' };
    await traced.hooks.fire('SubagentStop', { stop_hook_active: false, ...helper }, { agent: 'main' });
    expect(unfinished(await traced.received())).toEqual(['theirs']);
  });

  it('ends with its session', async () => {
    const traced = await tracedHooks();
    await open(traced, 'mine');
    await open(traced, 'theirs', 'helper');
    await traced.hooks.fire('SessionEnd', { reason: 'exit', session_id: 's10' });
    await traced.hooks.fire('SessionEnd', { reason: 'exit' });
    expect(unfinished(await traced.received())).toEqual(['mine', 'theirs']);
  });

  it('ends when there are a thousand others, the oldest first', async () => {
    const traced = await tracedHooks();
    for (let index = 0; index < 1003; index += 1) await open(traced, `call-${index}`);
    // Its end comes after all: the span has ended, and this is another one.
    await traced.hooks.fire('PostToolUse', { ...bashResult, tool_use_id: 'call-0' });
    expect(unfinished(await traced.received())).toEqual(['call-0', 'call-1', 'call-2', 'call-3']);
  });

  it('ends after an hour', async () => {
    const traced = await tracedHooks();
    await open(traced, 'old');
    const later = Date.now() + 3_600_001;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await open(traced, 'new');
    expect(unfinished(await traced.received())).toEqual(['old']);
  });

  it('ends when the host says so', async () => {
    const traced = await tracedHooks();
    await open(traced, 'mine');
    traced.telemetry.end();
    expect(unfinished(await traced.received())).toEqual(['mine']);
  });
});

describe('a hook', () => {
  it('has what it decided, asked for in vain and changed', async () => {
    const { hooks, received } = await tracedHooks();
    hooks.on('PreToolUse', { name: 'changes' }, () => [modify({ command: 'two' }), notify('x'), notify('y')]);
    hooks.on('PreToolUse', { name: 'decides', rights: ['deny'] }, () => [deny('no'), allow()]);
    await hooks.fire('PreToolUse', bash);
    const all = await received();
    expect(named(all, 'hook changes').attributes).toEqual({
      'hookline.point': 'PreToolUse',
      'hookline.hook': 'changes',
      'hookline.run.id': expect.any(String),
      'hookline.status': 'ok',
      'hookline.effects': ['modify', 'notify'],
    });
    expect(named(all, 'hook decides').status).toBe(0);
    expect(named(all, 'hook decides').attributes).toMatchObject({
      'hookline.decision': 'deny',
      'hookline.effects': ['deny'],
      'hookline.dropped': ['allow'],
    });
    expect(named(all, 'execute_tool Bash').attributes).toMatchObject({ 'hookline.modified': true });
  });

  it('that failed is an error of its kind', async () => {
    const { hooks, received } = await tracedHooks();
    hooks.on('PreToolUse', { name: 'throws', onFailure: 'closed' }, () => {
      throw new Error('bug');
    });
    await hooks.fire('PreToolUse', bash);
    const all = await received();
    expect(named(all, 'hook throws')).toMatchObject({
      status: 2,
      attributes: { 'error.type': 'threw', 'hookline.status': 'failed', 'hookline.decision': 'deny' },
    });
    expect(named(all, 'execute_tool Bash')).toMatchObject({
      attributes: { 'hookline.decided_by': 'throws' },
    });
  });

  it.each([
    ['destructive-commands', 'git push --force origin main', 'git.push-force'],
    ['permission rules', 'npm publish', 'Bash(npm publish *)'],
  ])('of %s that holds %s back names the rule', async (name, command, rule) => {
    const { hooks, telemetry, received } = await tracedHooks();
    const handler =
      name === 'permission rules'
        ? permissionRulesHook([{ deny: [rule], root: '/' }])
        : createBuiltin(name, {}, { directory: '/' });
    hooks.on('PreToolUse', { name }, handler);
    const { reason } = await hooks.fire('PreToolUse', { ...bash, tool_input: { command } });
    telemetry.end();
    const { spans } = await received();
    const rules = spans.map(({ attributes }) => attributes['hookline.rule']);
    expect(rules, String(reason)).toEqual([rule, rule]);
  });

  it.each(['notes.txt: is not yours', 'the rule notes.txt denies it', 'no', ''])(
    'whose reason is %j names none',
    async (reason) => {
      const { hooks, received } = await tracedHooks();
      hooks.on('PreToolUse', () => deny(reason));
      await hooks.fire('PreToolUse', { ...bash, tool_input: { command: 'cat notes.txt' } });
      const { text } = await received();
      expect(text).toContain('hookline.decision');
      expect(text).not.toContain('hookline.rule');
    },
  );

  it.each(configLevels)('of the level %s has it, where names do', async (level) => {
    const { hooks, received } = await tracedHooks();
    hooks.on('PreToolUse', { name: levelName(level, 'guard') }, () => deny('no'));
    await hooks.fire('PreToolUse', bash);
    const { spans } = await received();
    const known = level === 'project' ? undefined : level;
    expect(spans.map(({ attributes }) => attributes['hookline.level'])).toEqual([known, known]);
  });

  it('in the background is a child that ends later', async () => {
    const { hooks, received } = await tracedHooks();
    hooks.on('PostToolUse', { name: 'slow', mode: 'background' }, async () => sleep(30));
    await hooks.fire('PostToolUse', bashResult);
    await hooks.drain();
    const all = await received();
    const call = named(all, 'execute_tool Bash');
    expect(childrenOf(all, call)).toEqual(['hook slow']);
    expect(named(all, 'hook slow').endMs).toBeGreaterThan(call.endMs);
  });
});

describe('any other firing', () => {
  it('is a span of its own', async () => {
    const { hooks, received } = await tracedHooks();
    hooks.on('UserPromptSubmit', { name: 'guard' }, () => deny('no'));
    await hooks.fire('UserPromptSubmit', { prompt: 'hello' });
    const all = await received();
    const firing = named(all, 'fire UserPromptSubmit');
    expect(firing.attributes).toEqual({
      'gen_ai.conversation.id': 's1',
      'hookline.point': 'UserPromptSubmit',
      'hookline.decision': 'deny',
      'hookline.decided_by': 'guard',
    });
    expect(childrenOf(all, firing)).toEqual(['hook guard']);
  });

  it('that had begun before anyone listened is not told', async () => {
    const { hooks, telemetry, log, received } = await tracedHooks();
    const other = await tracedHooks();
    other.hooks.on('Stop', async () => {
      other.hooks.intercept(telemetry);
      await sleep(1);
    });
    other.hooks.on('Stop', () => {});
    await other.hooks.fire('Stop', { stop_hook_active: false });
    await hooks.fire('Stop', { stop_hook_active: false });
    expect((await received()).spans.map(({ name }) => name)).toEqual(['fire Stop']);
    expect([...log, ...other.log]).toEqual([]);
  });
});

it("is part of the host's own trace", async () => {
  const storage = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (given, run, self, ...args) => storage.run(given, () => run.call(self as never, ...args)),
    bind: (_, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  const { hooks, received } = await tracedHooks();
  const place = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 };
  await context.with(trace.setSpanContext(ROOT_CONTEXT, place), () => hooks.fire('PostToolUse', bashResult));
  context.disable();
  const { traceId, parent } = named(await received(), 'execute_tool Bash');
  expect({ traceId, parent }).toEqual({ traceId: place.traceId, parent: place.spanId });
});
