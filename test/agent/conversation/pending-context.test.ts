import { describe, expect, it } from 'vitest';
import { PendingContext } from '../../../src/agent/conversation/pending-context.ts';
import { type Model, ScriptedModel } from '../../../src/entries/agent.ts';
import { inject } from '../../../src/entries/index.ts';
import { newAgent } from '../support.ts';

/** Fails the first time that it is asked, after it has begun to speak. */
function failingOnce(): Model {
  const script = new ScriptedModel({ turns: [{ text: 'Yes.' }, { text: 'And?' }] });
  let asked = 0;
  return {
    name: 'overloaded',
    async *respond(request, options) {
      asked += 1;
      if (asked > 1) return yield* script.respond(request, options);
      yield { type: 'text', text: 'Y' };
      throw new Error('overloaded');
    },
  };
}

describe('pending context', () => {
  it('is told by the call after one that failed, once', async () => {
    const { agent, hooks, run } = newAgent({ model: failingOnce(), systemPrompt: 'You help.' });
    hooks.once('UserPromptSubmit', () => inject('The user is on a train.'));
    const systems: string[] = [];
    for (const prompt of ['first', 'second', 'third']) {
      const { requests } = await run(prompt);
      systems.push(...requests.map(({ system }) => system));
    }
    await agent.end();
    const told = 'You help.\n\nThe user is on a train.';
    expect(systems).toEqual([told, told, 'You help.']);
  });

  it('is told by the call after one that was interrupted', async () => {
    const script = new ScriptedModel({ turns: [{ text: 'Yes.' }] });
    let asked = 0;
    const silent: Model = {
      name: 'silent',
      async *respond(request, options) {
        asked += 1;
        if (asked > 1) return yield* script.respond(request, options);
        setTimeout(() => agent.interrupt(), 5);
        await new Promise(() => {});
      },
    };
    const { agent, hooks, run } = newAgent({ model: silent });
    hooks.once('UserPromptSubmit', () => inject('The user is on a train.'));
    expect((await run('first')).result.stop_reason).toBe('interrupted');
    const { requests } = await run('second');
    await agent.end();
    expect(requests.map(({ system }) => system)).toEqual(['The user is on a train.']);
  });

  it('keeps what came while the model answered', () => {
    const pending = new PendingContext();
    pending.add('a', 'one');
    const { system, told } = pending.offer('', 'a');
    pending.add('a', 'two');
    told();
    told();
    expect([system, pending.appendTo('', 'a'), pending.appendTo('', 'a')]).toEqual(['one', 'two', '']);
  });
});
