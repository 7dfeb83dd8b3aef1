import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/agent/loop/events.ts';
import { defineTool } from '../../../src/agent/tools/define-tool.ts';
import type { Model } from '../../../src/models/model.ts';
import { forever } from '../../support/hooks.ts';
import { described, echo, newAgent, type Run } from '../support.ts';

const noInput = { type: 'object', properties: {} };

/** Runs a prompt and interrupts when that event comes. */
async function interruptAt(
  type: AgentEvent['type'],
  setting: Parameters<typeof newAgent>[0],
): Promise<Run & { ended: string[] }> {
  const { agent, hooks } = newAgent(setting);
  const ended: string[] = [];
  hooks.on('SessionEnd', ({ reason }) => void ended.push(reason));
  const events: AgentEvent[] = [];
  for await (const event of agent.run('Do it')) {
    events.push(event);
    if (event.type === type) agent.interrupt();
  }
  await agent.end();
  return { ...described(events), ended };
}

describe('an interrupt', () => {
  it('ends a model call that never answers, and SessionEnd hears why', async () => {
    const silent: Model = {
      name: 'silent',
      respond: () => ({ [Symbol.asyncIterator]: () => ({ next: forever }) }),
    };
    const { result, ended } = await interruptAt('model_request', { model: silent });
    expect(result.stop_reason).toBe('interrupted');
    expect(ended).toEqual(['other']);
  });

  it('ends a tool that does not heed it; the calls after it do not run, and each call has a result', async () => {
    const stuck = defineTool({ name: 'stuck', description: '', input: noInput, run: forever });
    const { result, results } = await interruptAt('assistant', {
      tools: [stuck],
      turns: [
        {
          tools: [
            { name: 'stuck', input: {} },
            { name: 'stuck', input: {} },
          ],
        },
      ],
    });
    expect(result.stop_reason).toBe('interrupted');
    expect(results).toHaveLength(2);
    expect(results[1]).toContain('interrupted');
  });

  it('leaves no call without a result, wherever it comes', async () => {
    const points = ['pre:session:phase', 'PreToolUse', 'PostToolUse', 'post:message', 'pre:message'] as const;
    for (const point of points) {
      const { agent, hooks, run } = newAgent({ turns: [echo('a'), echo('b'), {}] });
      let firings = 0;
      hooks.on(point, () => {
        firings += 1;
        if (firings === 2) agent.interrupt();
      });
      const first = await run();
      const { requests } = await run();
      const { messages = [] } = requests[0] ?? {};
      const open = messages.filter(
        ({ role, content }, index) =>
          role === 'assistant' &&
          content.some(({ type }) => type === 'tool_use') &&
          typeof messages[index + 1]?.content === 'string',
      );
      expect(open, point).toEqual([]);
      expect(first.result.stop_reason, point).toMatch(/interrupted|end_turn/);
    }
  });

  it('drops what a model said while nobody had judged it', async () => {
    const { agent, hooks } = newAgent({ turns: [{ text: 'secret' }] });
    hooks.on('post:message', () => {
      agent.interrupt();
    });
    const events: AgentEvent[] = [];
    for await (const event of agent.run('Do it')) events.push(event);
    expect(described(events).result.stop_reason).toBe('interrupted');
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('does not let a prompt through that hooks were still judging', async () => {
    const { agent, hooks, run } = newAgent();
    hooks.once('pre:message', () => {
      agent.interrupt();
    });
    expect((await run('unjudged')).result.stop_reason).toBe('interrupted');
    expect((await run('next')).requests[0]?.messages).toEqual([{ role: 'user', content: 'next' }]);
  });

  it('comes by leaving the iteration, and by a signal', async () => {
    const { agent, ran } = newAgent({ turns: [echo('a'), echo('b')] });
    for await (const event of agent.run('first')) if (event.type === 'model_request') break;
    expect(ran).toEqual([]);
    const controller = new AbortController();
    controller.abort();
    expect(await agent.ask('second', { signal: controller.signal })).toMatchObject({
      stop_reason: 'interrupted',
    });
  });

  it('reaches a subagent, whose hooks are gone then', async () => {
    const stuck = defineTool({ name: 'stuck', description: '', input: noInput, run: forever });
    const { agent, hooks } = newAgent({
      tools: [stuck],
      turns: [{ tools: [{ name: 'Task', input: { prompt: 'x', subagent_type: 'explore' } }] }],
      scripts: { explore: [{ tools: [{ name: 'stuck', input: {} }] }] },
      subagents: { explore: { hooks: (scope) => void scope.on('PreToolUse', { name: 'own' }, () => {}) } },
    });
    const stops: string[] = [];
    hooks.on('SubagentStop', ({ agent_type }) => void stops.push(agent_type));
    const events: AgentEvent[] = [];
    for await (const event of agent.run('Do it')) {
      events.push(event);
      if (event.type === 'assistant' && event.agent_type === 'explore') agent.interrupt();
    }
    expect(described(events).result.stop_reason).toBe('interrupted');
    expect(stops).toEqual(['explore']);
    expect(hooks.list().map(({ name }) => name)).not.toContain('own');
  });
});

describe('an error of the model', () => {
  const broken: Model = {
    name: 'broken',
    async *respond() {
      yield { type: 'text', text: 'half' };
      throw new Error('overloaded');
    },
  };

  it('is the result, with SessionEnd before it; the next prompt may fare better', async () => {
    const { agent, hooks } = newAgent({ model: broken });
    const ended: string[] = [];
    hooks.on('SessionEnd', ({ reason }) => void ended.push(reason));
    expect(await agent.ask('first')).toMatchObject({ stop_reason: 'error', reason: 'overloaded', turns: 0 });
    expect(await agent.ask('second', { end: true })).toMatchObject({ stop_reason: 'error' });
    expect(ended).toEqual(['other']);
  });
});
