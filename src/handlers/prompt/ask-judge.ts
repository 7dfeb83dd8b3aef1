import { type Effect, notify, type Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { cutEnd } from '../../engine/values/cut-text.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { Model, ModelRequest } from '../../models/model.ts';
import { pause } from '../../models/retry-stream.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { blockEffects } from '../../protocols/reply/block.ts';
import { readWritten } from '../../protocols/reply/json-reply.ts';
import { reasonIn } from '../../protocols/reply/process-reply.ts';
import { show } from '../../protocols/reply/reply-reader.ts';

interface Said {
  readonly text: string;
  readonly failure: HookFailure | null;
}

const maxAnswerLength = 20_000;

const maxRetries = 2;
const firstPauseMs = 250;

export async function askJudge(model: Model, request: ModelRequest, signal: AbortSignal): Promise<Said> {
  for (let attempt = 0; ; attempt += 1) {
    let text = '';
    try {
      for await (const event of model.respond(request, { signal })) {
        if (event.type === 'text') text += event.text;
        const problem =
          text.length > maxAnswerLength ? tooLong : event.type === 'stop' && cutShort(event.reason);
        if (typeof problem === 'string') return { text, failure: new HookFailure('unclear', problem) };
      }
      return { text, failure: null };
    } catch (error) {
      const isLast = attempt >= maxRetries || text !== '' || signal.aborted || !mayPass(error);
      if (isLast) return { text, failure: failureOf(error, signal) };
    }
    await pause(firstPauseMs * 2 ** attempt, signal).catch(() => undefined);
  }
}

function mayPass(error: unknown): boolean {
  const { status } = error as { readonly status?: unknown };
  if (error instanceof HooklineError) return false;
  return typeof status !== 'number' || [408, 409, 429].includes(status) || status >= 500;
}

const tooLong = `the model answered more than ${maxAnswerLength} characters`;

function cutShort(reason: string): string | null {
  if (reason === 'max_tokens') return 'the answer of the model was cut off';
  return reason === 'refusal' ? 'the model refused to answer' : null;
}

/** The statuses with which an API says that this hook cannot be run as it is: wrong key, no such model. */
const unusable: readonly unknown[] = [401, 403, 404];

function failureOf(error: unknown, signal: AbortSignal): HookFailure {
  if (signal.aborted) return HookFailure.from(signal.reason, 'cancelled');
  if (error instanceof HooklineError) return new HookFailure('missing', error.message);
  const { status } = error as { readonly status?: unknown };
  const kind = unusable.includes(status) ? 'missing' : 'exit';
  return new HookFailure(kind, `the model could not be asked: ${cutEnd(messageOf(error), 300)}`);
}

interface Refusing {
  readonly protocol: Protocol;
  readonly endsTurn: boolean;
}

/** Any other answer than one object with `ok` is unclear, but a no in it counts. */
export function readVerdict({ text, failure }: Said, call: WireCall, refusing: Refusing): Reply {
  const written = readWritten(withoutFence(text.trim()));
  const values = written.kind === 'json' ? [written.value] : written.kind === 'text' ? written.found : [];
  const objects = values.filter(isObject);
  const no = objects.find(({ ok }) => ok === false);
  const effects = no === undefined ? [] : refusal(no, call, refusing);
  if (failure !== null) throw failure.carrying(effects);
  if (written.kind === 'json' && objects.some(({ ok }) => typeof ok === 'boolean')) return effects;
  const wanted = '{"ok": true} or {"ok": false, "reason": "…"}';
  throw new HookFailure('unclear', `the model answered ${show(text.trim())} instead of ${wanted}`, effects);
}

function refusal(
  { reason, impossible }: Readonly<Record<string, unknown>>,
  { point }: WireCall,
  { protocol, endsTurn }: Refusing,
): readonly Effect[] {
  const said = typeof reason === 'string' ? reasonIn(reason) : undefined;
  if (point.block === 'resume' && impossible === true)
    return said === undefined ? [] : [notify(said, 'warning')];
  return protocol.refuse?.(point, said, endsTurn) ?? blockEffects(point, said);
}

function withoutFence(text: string): string {
  const firstEnd = text.indexOf('\n');
  const isFenced = /^```(?:json)?\s*$/i.test(text.slice(0, Math.max(firstEnd, 0))) && text.endsWith('\n```');
  return isFenced ? text.slice(firstEnd + 1, -4) : text;
}
