import { createHash } from 'node:crypto';
import { z } from 'zod';
import { deny, type Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { readReply } from '../../engine/outcome/reply.ts';
import { textOf } from '../../engine/values/text.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { promptHandler } from '../../handlers/prompt/prompt.ts';
import { findProtocol } from '../../protocols/protocols.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { filled, readOptions } from '../builtin-options.ts';
import { sessionOf } from '../helpers/given-call.ts';
import { SessionLog } from '../helpers/session-log.ts';
import { once } from '../once.ts';

const options = once(() =>
  z.strictObject({
    prompt: filled().describe('What the model judges each call by. The call follows it.'),
    model: filled().describe('The model: `anthropic:MODEL` or `openai:MODEL`.'),
    baseUrl: filled().optional().describe("The address of the model's API. Default: the provider's."),
    budget: z
      .int()
      .min(1)
      .default(100)
      .describe('How often the model is asked in a session. Afterwards the hook fails. Default: 100.'),
  }),
);

export interface ReviewOptions {
  readonly prompt: string;
  readonly model: string;
  readonly baseUrl?: string | undefined;
  readonly budget?: number | undefined;
}

export const reviewRow = defineBuiltin({
  name: 'review',
  summary: "Has a model judge what rules can't, with a budget; equal calls of a session are judged once.",
  points: ['PreToolUse'],
  options,
  create,
});

/** Fails open; as a guard, or with `onFailure: closed`, closed. */
export function review(given: ReviewOptions): HookFunction {
  return create(readOptions(reviewRow, given), { directory: process.cwd() });
}

interface Note {
  readonly call: string;
  /** Null where the model had no objection; absent while it judges. */
  readonly reason?: string | null;
}

function create(
  { budget, baseUrl, ...asked }: z.output<ReturnType<typeof options>>,
  { directory }: BuiltinSetting,
): HookFunction {
  const log = new SessionLog<Note>('review', directory, asked);
  const judge = promptHandler.create(
    { ...asked, continueOnBlock: true, ...(baseUrl !== undefined && { baseUrl }) },
    { protocol: findProtocol('hookline'), directory },
  );
  return builtinFunction(reviewRow, async (input, context): Promise<Reply> => {
    const session = sessionOf(input);
    const call = createHash('sha256')
      .update(JSON.stringify([input['tool_name'], input['tool_input'], input['cwd']]))
      .digest('hex');
    const notes = log.notes(session);
    const judged = notes.find((note) => note.call === call && note.reason !== undefined);
    if (typeof judged?.reason === 'string') return deny(judged.reason);
    if (judged !== undefined) return undefined;
    const asks = notes.filter(({ reason }) => reason === undefined).length;
    if (asks >= budget) throw new HookFailure('exit', `the budget of ${budget} questions is used up`);
    log.add({ call }, session);
    const { effects } = readReply(await judge(input, context));
    const refusal = effects.find(({ type }) => type === 'deny');
    log.add(
      { call, reason: refusal === undefined ? null : textOf('reason' in refusal ? refusal.reason : '') },
      session,
    );
    return effects as Reply;
  });
}
