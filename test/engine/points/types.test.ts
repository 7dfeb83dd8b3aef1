import { describe, expectTypeOf, it } from 'vitest';
import type { EffectType } from '../../../src/engine/outcome/effects.ts';
import type { BaseInput } from '../../../src/engine/points/inputs.ts';
import type { pointTable } from '../../../src/engine/points/points.ts';
import {
  allow,
  deny,
  type Hooks,
  type InputOf,
  inject,
  modify,
  notify,
  type Outcome,
  type PointInputs,
  type PointName,
  resume,
  type ToolInput,
} from '../../../src/entries/index.ts';

declare const hooks: Hooks;

/** Never called: what is here must compile, and what is marked must not. */
function compileOnly(): void {
  hooks.on('PreToolUse', (input) => {
    expectTypeOf(input.tool_name).toEqualTypeOf<string>();
    expectTypeOf(input.tool_input).toEqualTypeOf<ToolInput>();
    return deny('no');
  });
  hooks.on('pre:tool:shell', async ({ tool_input }) => [modify({ ...tool_input }), allow(), notify('x')]);
  hooks.on('Stop', ({ stop_hook_active }) => (stop_hook_active ? undefined : resume('again')));
  hooks.on('SessionStart', () => inject('x'));
  hooks.on('SessionEnd', async () => {});
  hooks.on('SessionEnd', () => notify('bye'));
  hooks.on('PreToolUse', () => ({ async: true, asyncTimeout: 5 }));

  // @ts-expect-error PostToolUse does not admit deny
  hooks.on('PostToolUse', () => deny('too late'));
  // @ts-expect-error post:message does not admit inject, also not from a promise
  hooks.on('post:message', async () => inject('x'));
  // @ts-expect-error the output of a message is text
  hooks.on('post:message', () => modify(5));
  // @ts-expect-error SessionEnd admits nothing but notify
  hooks.on('SessionEnd', { name: 'x' }, () => [notify('x'), deny('x')]);
  // @ts-expect-error there is no such point
  hooks.on('PreToolUze', () => {});
  // @ts-expect-error there is no such option
  hooks.on('PreToolUse', { gaurd: true }, () => {});
  // @ts-expect-error a decision is not an effect
  hooks.on('PreToolUse', () => ({ decision: 'deny' }));
  // @ts-expect-error the input of PreToolUse has no prompt
  hooks.on('PreToolUse', ({ prompt }) => void prompt);
  // @ts-expect-error PreToolUse needs a tool name
  void hooks.fire('PreToolUse', { tool_input: {}, tool_use_id: '1' });
  // @ts-expect-error SubagentStart needs the agent's id
  void hooks.fire('SubagentStart', { agent_type: 'explore' });
  // @ts-expect-error a firing has no matcher
  void hooks.fire('pre:tool:shell', { tool_name: 'x', tool_input: {}, tool_use_id: '1' });

  void hooks.fire('SubagentStart', { agent_type: 'explore', agent_id: 'a1', cwd: '/' });
  expectTypeOf(hooks.fire('post:message', { output: 'x' })).resolves.toEqualTypeOf<Outcome<string>>();
  expectTypeOf(hooks.fire('Stop', { stop_hook_active: false })).resolves.toEqualTypeOf<Outcome<null>>();
}

/** The keys of T, with a `?` behind those that may be absent. */
type Keys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? `${K & string}?` : K & string }[keyof T];
type OwnFields<P extends PointName> = Keys<
  Omit<PointInputs[P], Exclude<keyof BaseInput, DeclaredBase<P>> | 'hook_event_name'>
>;
type DeclaredBase<P extends PointName> = (typeof pointTable)[P]['fields'][number] & keyof BaseInput;

describe('types', () => {
  it('agree with the table: the fields of every input, and the effects that every point admits', () => {
    type Wrong = {
      [P in PointName]: [OwnFields<P>] extends [(typeof pointTable)[P]['fields'][number]]
        ? [(typeof pointTable)[P]['fields'][number]] extends [OwnFields<P>]
          ? never
          : P
        : P;
    }[PointName];
    expectTypeOf<Wrong>().toBeNever();
    expectTypeOf(compileOnly).toBeFunction();
    expectTypeOf<(typeof pointTable)[PointName]['admits'][number]>().toExtend<EffectType>();
    expectTypeOf<keyof PointInputs>().toEqualTypeOf<PointName>();
    expectTypeOf<InputOf<'pre:tool:x'>>().toEqualTypeOf<InputOf<'PreToolUse'>>();
  });
});
