import { z } from 'zod';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { notify, type Reply } from '../../engine/outcome/effects.ts';
import { cutEnd } from '../../engine/values/cut-text.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { durationMs, filled, readOptions } from '../builtin-options.ts';
import { sessionOf } from '../helpers/given-call.ts';
import { SessionLog } from '../helpers/session-log.ts';
import { once } from '../once.ts';
import { type Bulletin, channelKinds, isChannel, type Occasion, occasions, send } from './channels.ts';

const options = once(() =>
  z.strictObject({
    to: z
      .array(filled().refine(isChannel, `is none of ${channelKinds}`))
      .min(1)
      .default(['desktop'])
      .describe(
        'Where messages go: `desktop`, `bell`, `ntfy:URL`, `slack:URL` or `webhook:URL`. `$NAME` is a variable of the environment. Default: desktop.',
      ),
    on: z
      .array(z.enum(occasions))
      .default([...occasions])
      .describe(
        'When: the agent `waits` for you, `asks` for permission, `finished` after a while, or a hook `failed`. Default: all.',
      ),
    after: durationMs()
      .default(300_000)
      .describe('How long the agent must have worked for `finished`. Default: 5 minutes.'),
    every: durationMs()
      .default(60_000)
      .describe('At most one message of a session in this time. Default: 1 minute.'),
    quiet: z
      .string()
      .regex(/^\d\d:\d\d-\d\d:\d\d$/, 'is no time such as 22:00-07:00')
      .optional()
      .describe('Hours without messages, such as 22:00-07:00. Default: none.'),
  }),
);

export interface NotifyOptions {
  readonly to?: readonly string[] | undefined;
  readonly on?: readonly Occasion[] | undefined;
  readonly after?: number | string | undefined;
  readonly every?: number | string | undefined;
  readonly quiet?: string | undefined;
}

export const notifyRow = defineBuiltin({
  name: 'notify',
  summary: 'Tells you when the agent waits, asks or has finished, or when a hook failed.',
  points: ['Notification', 'PermissionRequest', 'PreToolUse', 'Stop', 'UserPromptSubmit'],
  options,
  create,
});

/** Register it with `mode: background`, or at PreToolUse with `mode: observe`. */
export function notifyUser(given: NotifyOptions = {}): HookFunction {
  return create(readOptions(notifyRow, given), { directory: process.cwd() });
}

interface Note {
  readonly at: number;
  readonly about: 'prompt' | 'sent';
}

function create(read: z.output<ReturnType<typeof options>>, { directory }: BuiltinSetting): HookFunction {
  const log = new SessionLog<Note>('notify', directory, read);
  return builtinFunction(notifyRow, async (input, context): Promise<Reply> => {
    const session = sessionOf(input);
    const now = Date.now();
    if (context.point === 'UserPromptSubmit') {
      log.add({ at: now, about: 'prompt' }, session);
      return undefined;
    }
    const notes = log.notes(session);
    const lastAt = (about: Note['about']): number | null =>
      notes.findLast((entry) => entry.about === about)?.at ?? null;
    const worked = now - (lastAt('prompt') ?? now);
    const event = eventOf(input, context, worked >= read.after);
    if (event === null || !read.on.includes(event.occasion) || isQuiet(read.quiet, new Date(now)))
      return undefined;
    if (now - (lastAt('sent') ?? 0) < read.every) return undefined;
    log.add({ at: now, about: 'sent' }, session);
    const message: Bulletin = { ...event, session, folder: textOf(input['cwd']) };
    const problems = await Promise.all(
      read.to.map((channel) => send(channel, message, context).then(() => null, messageOf)),
    );
    const failed = problems.filter((problem) => problem !== null);
    return failed.map((problem) => notify(`notify: ${problem}`, 'warning'));
  });
}

function eventOf(
  input: Fields,
  { point, outcome }: HookContext,
  isLong: boolean,
): Pick<Bulletin, 'occasion' | 'text'> | null {
  const failed = outcome?.runs.find(({ status }) => status === 'failed');
  if (failed !== undefined)
    return { occasion: 'failed', text: `The hook ${failed.hook} failed: ${failed.error ?? failed.failure}` };
  switch (point) {
    case 'Notification':
      return { occasion: 'waits', text: cutEnd(textOf(input['message']) || 'The agent waits for you.', 500) };
    case 'PermissionRequest':
      return {
        occasion: 'asks',
        text: `The agent asks for permission to use ${textOf(input['tool_name'])}.`,
      };
    case 'Stop':
      return isLong ? { occasion: 'finished', text: 'The agent has finished.' } : null;
    default:
      return null;
  }
}

function isQuiet(hours: string | undefined, now: Date): boolean {
  const [from = '', to = ''] = hours?.split('-') ?? [];
  const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  if (from === to) return false;
  return from < to ? time >= from && time < to : time >= from || time < to;
}
