import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../src/agent/conversation/transcript.ts';
import type { Script } from '../../../src/entries/agent.ts';
import { allPoints, type Hooks } from '../../../src/entries/index.ts';
import type { Message } from '../../../src/models/model.ts';
import { fc, runs } from '../../support/seed.ts';
import { newAgent } from '../support.ts';

const call = fc.oneof(
  fc.record({ name: fc.constant('echo'), input: fc.record({ text: fc.string(), fail: fc.boolean() }) }),
  fc.record({ name: fc.constant('echo'), input: fc.constant({ text: 7 }) }),
  fc.record({ name: fc.constant('nobody'), input: fc.constant({}) }),
  fc.record({
    name: fc.constant('Task'),
    input: fc.record({ prompt: fc.string(), subagent_type: fc.constantFrom('explore', 'stranger') }),
  }),
);
const turn = fc.record(
  { text: fc.string(), tools: fc.array(call, { maxLength: 3 }) },
  { requiredKeys: [] },
) as fc.Arbitrary<Script['turns'][number]>;
const turns = fc.array(turn, { maxLength: 5 });

/** Whatever a hook may answer, at whatever point. */
const effect = fc.oneof(
  fc.record({
    type: fc.constantFrom('deny', 'ask', 'allow', 'halt', 'resume'),
    reason: fc.constantFrom(null, 'because'),
  }),
  fc.record({
    type: fc.constant('modify'),
    value: fc.oneof(fc.string(), fc.constant({ text: 'new' }), fc.jsonValue()),
  }),
  fc.record({
    type: fc.constant('inject'),
    content: fc.string(),
    into: fc.constantFrom('system', 'tool_result', 'user_message'),
  }),
  fc.constant({ type: 'suppress' }),
  fc.constant({ type: 'throw' }),
  fc.constant({ type: 'interrupt' }),
);
const points = allPoints().map(({ name }) => name);
const behaviour = fc.array(fc.tuple(fc.constantFrom(...points), fc.nat({ max: 3 }), effect), {
  maxLength: 6,
});

type Behaviour = readonly (readonly [point: string, firing: number, effect: { readonly type: string }])[];

/** Each hook acts at one firing of its point, and says nothing at the others. */
function misbehave(hooks: Hooks, behaviour: Behaviour, interrupt: () => void): void {
  for (const [point, at, effect] of behaviour) {
    let firing = 0;
    hooks.on(point as 'Stop', () => {
      firing += 1;
      if (firing - 1 !== at) return undefined;
      if (effect.type === 'throw') throw new Error('a bug');
      if (effect.type === 'interrupt') interrupt();
      return effect.type === 'interrupt' ? undefined : (effect as never);
    });
  }
}

function expectWhole(messages: readonly Message[]): void {
  messages.forEach(({ role, content }, index) => {
    if (role !== 'assistant') return;
    expect(content.length).toBeGreaterThan(0);
    const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const next = messages[index + 1]?.content;
    const results = Array.isArray(next)
      ? next.flatMap((block) => ('tool_use_id' in block ? [block.tool_use_id] : []))
      : [];
    expect(results).toEqual(calls);
  });
}

describe('whatever the model says and hooks do', () => {
  it('a run ends with a result, every call has one result, and the transcript is what the model is sent', async () => {
    await fc.assert(
      fc.asyncProperty(turns, turns, behaviour, async (main, explore, behaviour) => {
        const { agent, hooks, run } = newAgent({
          turns: [...main, {}],
          scripts: { explore },
          subagents: { explore: {} },
          approver: () => true,
          compactAt: 200,
          maxTurns: 20,
        });
        misbehave(hooks, behaviour, () => agent.interrupt());
        for (const prompt of ['first', 'second', 'third']) {
          const { requests } = await run(prompt);
          for (const { messages } of requests) expectWhole(messages);
        }
        await agent.end();
        const kept = readTranscript(agent.transcriptPath).map(({ message }) => message);
        expectWhole(kept);
        const transcripts = dirname(agent.transcriptPath);
        const resumed = newAgent({ sessionId: agent.sessionId, resume: true, transcripts });
        const { requests } = await resumed.run('go on');
        expect(requests[0]?.messages).toEqual([...kept, { role: 'user', content: 'go on' }]);
        await resumed.agent.end();
      }),
      { numRuns: runs(16) },
    );
  });
});
