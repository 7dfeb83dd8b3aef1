import { resolve } from 'node:path';
import { ask, deny, type Effect, halt } from '../../engine/outcome/effects.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { GivenCall } from '../../shell/actions/action.ts';

/** The call that a hook at a tool's point is about. */
export function givenCall(input: Fields, directory: string): GivenCall {
  const given = input['tool_input'];
  const cwd = textOf(input['cwd']);
  return {
    toolName: textOf(input['tool_name']),
    input: isObject(given) ? given : {},
    cwd: cwd === '' ? directory : resolve(cwd),
  };
}

export function sessionOf(input: Fields): string {
  return textOf(input['session_id']);
}

export const refusals = ['ask', 'deny', 'halt'] as const;
export type Refusal = (typeof refusals)[number];

export function refuse(how: Refusal, reason: string): readonly Effect[] {
  if (how === 'ask') return [ask(reason)];
  return how === 'deny' ? [deny(reason)] : [deny(reason), halt(reason)];
}
