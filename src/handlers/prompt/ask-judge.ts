import { HookFailure } from '../../engine/outcome/failure.ts';
import { cutEnd } from '../../engine/values/cut-text.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { Model, ModelRequest } from '../../models/model.ts';
import { pause } from '../../models/retry-stream.ts';

/** What a model said, and why that is not a whole answer, if it is none. */
export interface Said {
  readonly text: string;
  readonly failure: HookFailure | null;
}

/** A verdict is short. */
const maxAnswerLength = 20_000;

/** The clients' own retries wait as long as a server says, and keep the host alive for it. */
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

/** Whether asking again may help: the server is busy or broken, or was not reached. */
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
