import type { Effect, Reply } from '../../../src/engine/outcome/effects.ts';
import { HookFailure } from '../../../src/engine/outcome/failure.ts';
import type { Fields } from '../../../src/engine/values/shapes.ts';
import type { Protocol, WireCall } from '../../../src/protocols/protocol.ts';

/** A small wire for handlers to speak in tests: `decision`, `reason`, `updated_input`, `inject`, `async`. */
export const testProtocol: Protocol = {
  name: 'test',
  inheritsEnvironment: false,
  rights: (point) => point.admits,
  encode: ({ input }: WireCall): Fields => ({ ...input, hook_type: input['hook_event_name'] }),
  readOutput: () => undefined,
  readValue,
};

function readValue(value: unknown): Reply {
  if (typeof value !== 'object' || value === null) {
    throw new HookFailure('invalid', `answered ${JSON.stringify(value)} instead of an object`);
  }
  const fields = value as Fields;
  if (fields['async'] === true) return { async: true, asyncTimeout: Number(fields['asyncTimeout'] ?? 30) };
  const effects: Effect[] = [];
  const reason = typeof fields['reason'] === 'string' ? fields['reason'] : null;
  const { decision } = fields;
  if (decision === 'deny' || decision === 'ask') effects.push({ type: decision, reason });
  else if (decision !== undefined && decision !== 'allow') {
    throw new HookFailure('unclear', `answered decision ${JSON.stringify(decision)}`, effects);
  }
  if (fields['updated_input'] !== undefined) effects.push({ type: 'modify', value: fields['updated_input'] });
  if (typeof fields['inject'] === 'string') {
    effects.push({ type: 'inject', content: fields['inject'], into: 'system' });
  }
  return effects;
}
