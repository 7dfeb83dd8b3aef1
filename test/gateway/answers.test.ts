import { describe, expect, it } from 'vitest';
import type { EffectType } from '../../src/engine/outcome/effects.ts';
import type { Outcome } from '../../src/engine/outcome/outcome.ts';
import { includesEffect } from '../../src/engine/points/point.ts';
import { agentTable } from '../../src/gateway/agents/agent-table.ts';
import { express } from '../../src/gateway/answer/express.ts';
import type { AgentCall } from '../../src/gateway/payload/read-call.ts';
import { callsOf, outcomeOf } from './support.ts';

const rewritten = (call: AgentCall): unknown => {
  const { value } = outcomeOf(call, {});
  if (call.point.subject !== 'tool_input') return 'rewritten';
  return { ...(value as object), command: 'rewritten' };
};

/** Every kind of outcome, with the effects that it takes. */
const classes: Readonly<
  Record<string, readonly [readonly EffectType[], (call: AgentCall) => Partial<Outcome>]>
> = {
  quiet: [[], () => ({})],
  notify: [[], () => ({ notices: [{ message: 'look', level: 'info', hook: 'h' }] })],
  allow: [['allow'], () => ({ decision: 'allow', decidedBy: 'h' })],
  ask: [['ask'], () => ({ decision: 'ask', reason: 'sure?', decidedBy: 'h' })],
  deny: [['deny'], () => ({ decision: 'deny', reason: 'no', decidedBy: 'h' })],
  'deny, no reason': [['deny'], () => ({ decision: 'deny', reason: '' })],
  modify: [['modify'], (call) => ({ modified: true, value: rewritten(call) })],
  'modify, allow': [
    ['modify', 'allow'],
    (call) => ({ modified: true, value: rewritten(call), decision: 'allow' }),
  ],
  'modify, ask': [['modify', 'ask'], (call) => ({ modified: true, value: rewritten(call), decision: 'ask' })],
  'modify, inject': [
    ['modify', 'inject'],
    (call) => ({
      modified: true,
      value: rewritten(call),
      injections: [{ content: 'hint', into: 'system', hook: 'h' }],
    }),
  ],
  inject: [['inject'], () => ({ injections: [{ content: 'hint', into: 'system', hook: 'h' }] })],
  'deny, inject': [
    ['deny', 'inject'],
    () => ({ decision: 'deny', reason: 'no', injections: [{ content: 'hint', into: 'system', hook: 'h' }] }),
  ],
  suppress: [['suppress'], () => ({ suppressed: true, decidedBy: 'h' })],
  resume: [['resume'], () => ({ resume: true, reason: 'go on', decidedBy: 'h' })],
  'resume, inject': [
    ['resume', 'inject'],
    () => ({ resume: true, reason: 'go on', injections: [{ content: 'hint', into: 'system', hook: 'h' }] }),
  ],
  halt: [['halt'], () => ({ halted: true, haltReason: 'enough' })],
  'halt, allow': [['halt', 'allow'], () => ({ halted: true, haltReason: 'enough', decision: 'allow' })],
};

/** The exact bytes that each agent gets: a row here is to be compared with the vendor's page. */
describe.each(Object.values(agentTable))('the answers to $title', (agent) => {
  it('have its words for every kind of outcome', async () => {
    const seen = new Set<string>();
    const lines = callsOf(agent)
      .filter(({ eventName, tool }) => {
        const key = `${eventName} ${tool?.row.tool ?? ''}`;
        return !seen.has(key) && seen.add(key);
      })
      .flatMap((call) => {
        const { eventName, tool, point } = call;
        const rows = Object.entries(classes)
          .filter(([, [effects]]) => effects.every((effect) => includesEffect(point.rights, effect)))
          .map(([name, [, wanted]]) => {
            const { answer, waiting } = express(call, outcomeOf(call, wanted(call)), []);
            const later = waiting.length > 0 ? ` waits: ${waiting.join(', ')}` : '';
            return `  ${name}: exit ${answer.exitCode} ${answer.stdout || '(nothing)'}${answer.stderr ? ` stderr: ${answer.stderr}` : ''}${later}`;
          });
        return [`${eventName}${tool === null ? '' : ` ${tool.name}`}`, ...rows];
      });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`fixtures/${agent.name}.answers.txt`);
  });
});
