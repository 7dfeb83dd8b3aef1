import { cutEnd } from '../engine/values/cut-text.ts';
import { isObject } from '../engine/values/shapes.ts';
import type { ModelEvent } from './model.ts';

/** A call that arrives in pieces. */
export interface CallSoFar {
  readonly id: string;
  readonly name: string;
  readonly json: string;
}

/** The complete call. Unreadable arguments are the model's mistake, and it is told so. */
export function toolUse({ id, name, json }: CallSoFar): ModelEvent {
  const call = { type: 'tool_use', id, name } as const;
  const problem = (why: string): ModelEvent => ({ ...call, input: {}, problem: `the arguments ${why}` });
  if (json.trim() === '') return { ...call, input: {} };
  try {
    const input: unknown = JSON.parse(json);
    return isObject(input) ? { ...call, input } : problem('are not a JSON object');
  } catch {
    return problem(`are not JSON: ${cutEnd(json, 200)}`);
  }
}
