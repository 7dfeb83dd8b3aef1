import { cutEnd } from '../../engine/values/cut-text.ts';
import { withoutKnownKeys } from '../record/names.ts';

export const attributeNames = {
  operation: 'gen_ai.operation.name',
  tool: 'gen_ai.tool.name',
  toolCall: 'gen_ai.tool.call.id',
  toolType: 'gen_ai.tool.type',
  conversation: 'gen_ai.conversation.id',
  agent: 'gen_ai.agent.id',
  agentType: 'gen_ai.agent.name',
  error: 'error.type',
  point: 'hookline.point',
  hook: 'hookline.hook',
  level: 'hookline.level',
  run: 'hookline.run.id',
  decision: 'hookline.decision',
  decidedBy: 'hookline.decided_by',
  rule: 'hookline.rule',
  effects: 'hookline.effects',
  dropped: 'hookline.dropped',
  modified: 'hookline.modified',
  halted: 'hookline.halted',
  status: 'hookline.status',
  unfinished: 'hookline.unfinished',
  // Content: left out unless asked for.
  toolInput: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  input: 'hookline.input',
  value: 'hookline.value',
  reason: 'hookline.reason',
  message: 'hookline.error.message',
} as const;

export const metricNames = {
  firings: 'hookline.firings',
  firingDuration: 'hookline.firing.duration',
  runs: 'hookline.hook.runs',
  runDuration: 'hookline.hook.duration',
  failures: 'hookline.hook.failures',
} as const;

export const firingEvent = 'hookline.firing';

/** Names come from outside, and a backend cuts or refuses long ones. A hook without one is named by its handler, which may hold a secret. */
const maxName = 200;

export function cutName(name: string): string {
  return cutEnd(withoutKnownKeys(name), maxName);
}
