import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { ask, deny, halt, inject, type Reply } from '../../engine/outcome/effects.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { absolutePath } from '../../files/real-path.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { Action, GivenCall } from '../../shell/actions/action.ts';
import { isPathAction, isReading } from '../../shell/actions/action.ts';
import { actionsOf } from '../../shell/actions/actions-of.ts';
import { wholeText } from '../../shell/actions/path-text.ts';
import { agentOf } from '../agent-states.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { readOptions } from '../builtin-options.ts';
import { givenCall, sessionOf } from '../helpers/given-call.ts';
import { SessionLog } from '../helpers/session-log.ts';
import { once } from '../once.ts';

const options = once(() =>
  z.strictObject({
    repeats: z
      .int()
      .min(2)
      .default(5)
      .describe(
        'How many equal calls in a row, or new tries of something denied, before the model is told. Default: 5.',
      ),
    tries: z
      .int()
      .min(1)
      .default(2)
      .describe(
        'How many tries to get something that was denied in another way, before the model is told. Default: 2.',
      ),
  }),
);

export interface LoopBreakerOptions {
  readonly repeats?: number | undefined;
  readonly tries?: number | undefined;
}

export const loopBreakerRow = defineBuiltin({
  name: 'loop-breaker',
  summary:
    'Stops an agent that repeats a call, or tries something denied in another way: tells it, asks, halts.',
  points: ['PreToolUse', 'UserPromptSubmit'],
  options,
  create,
});

/** Register it first at PreToolUse, and once more with `mode: observe`, where it sees what was denied. */
export function loopBreaker(given: LoopBreakerOptions = {}): HookFunction {
  return create(readOptions(loopBreakerRow, given), { directory: process.cwd() });
}

interface Note {
  readonly call?: string;
  /** What a denied call would have done. */
  readonly denied?: readonly string[];
  /** What a denied command was, to find it in a script that the agent writes. */
  readonly line?: string;
  readonly retried?: true;
  readonly prompt?: true;
}

function create(
  { repeats, tries }: z.output<ReturnType<typeof options>>,
  { directory }: BuiltinSetting,
): HookFunction {
  const log = new SessionLog<Note>('loop-breaker', directory, { repeats, tries });

  const observe = (call: GivenCall, owner: readonly string[]): void => {
    const line = call.input['command'];
    log.add({ denied: intentsOf(call), ...(typeof line === 'string' && { line: line.trim() }) }, ...owner);
  };

  const judge = (call: GivenCall, owner: readonly string[]): Reply => {
    const notes = log.notes(...owner);
    const round = notes.slice(notes.findLastIndex(({ prompt }) => prompt === true) + 1);
    const id = createHash('sha256')
      .update(JSON.stringify([call.toolName, call.input]))
      .digest('hex')
      .slice(0, 16);
    const calls = round.flatMap((note) => note.call ?? []);
    const same = calls.length - 1 - calls.findLastIndex((other) => other !== id);
    const retried = deniedBefore(call, round) && !calls.includes(id);
    log.add({ call: id, ...(retried && { retried }) }, ...owner);
    const retries = round.filter((note) => note.retried === true).length + Number(retried);
    if (same + 1 >= repeats) return answer(same + 1 - repeats, `the same call ${same + 1} times in a row`);
    if (retried && retries >= tries)
      return answer(retries - tries, `something that was denied, tried another way`);
    return undefined;
  };

  return builtinFunction(loopBreakerRow, (input: Fields, context: HookContext) => {
    const owner = [sessionOf(input), agentOf(input, context)];
    if (context.point === 'UserPromptSubmit') {
      log.add({ prompt: true }, ...owner);
      return undefined;
    }
    const call = givenCall(input, directory);
    if (context.outcome === null) return judge(call, owner);
    if (context.outcome.decision === 'deny') observe(call, owner);
    return undefined;
  });
}

/** The first time the model is told, then a person is asked, then the turn ends. */
function answer(times: number, what: string): Reply {
  const reason = `loop-breaker: ${what}`;
  if (times === 0)
    return inject(
      `${reason}. It won't work by repeating it: find out why, do something else, or ask the user.`,
    );
  return times === 1 ? ask(reason) : [deny(reason), halt(reason)];
}

/** What a call changes, however it does that. Reads count too where they were denied. */
function intentsOf(call: GivenCall): readonly string[] {
  return [...new Set(actionsOf(call).actions.flatMap((action) => intentOf(action) ?? []))];
}

function intentOf(action: Action): string | null {
  if (!action.isSure) return null;
  if (isPathAction(action)) {
    const text = wholeText(action.path);
    const [folder] = action.folders;
    if (text === null || folder === undefined || folder === null) return null;
    return `${isReading(action.kind) ? 'read' : 'write'} ${absolutePath(text, folder)}`;
  }
  if (action.kind === 'change') return `change ${action.what} ${action.verb.join(' ')}`;
  return action.kind === 'run' || action.host === null ? null : `${action.kind} ${action.host}`;
}

function deniedBefore(call: GivenCall, notes: readonly Note[]): boolean {
  const denied = new Set(notes.flatMap((note) => note.denied ?? []));
  const { actions } = actionsOf(call);
  if (actions.some((action) => denied.has(intentOf(action) ?? ''))) return true;
  const lines = notes.flatMap(({ line }) => (line === undefined || line.length < 4 ? [] : line));
  const texts = Object.values(call.input).filter((value) => typeof value === 'string');
  return texts.some((text) => lines.some((line) => text.includes(line) && text.trim() !== line));
}
