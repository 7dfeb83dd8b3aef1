import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { chooseFiles, noConfig } from '../config/load/choose-files.ts';
import type { Hooks } from '../engine/hooks/hooks.ts';
import { type Outcome, quietOutcome } from '../engine/outcome/outcome.ts';
import { textOf } from '../engine/values/text.ts';
import { decisionCode } from '../trace/decision-code.ts';
import type { FiringOrigin } from '../trace/record/entry.ts';
import { fileStates } from './daemon/file-states.ts';
import type { CallExcuses } from './exceptions/call-excuses.ts';
import { judgeWithState } from './exceptions/judge-with-state.ts';
import { fireEvent } from './fire-event.ts';
import type { AgentCall } from './payload/read-call.ts';
import type { AfterAnswer } from './state/after-answer.ts';
import { judgeOnce } from './state/judge-once.ts';
import { type FoundTrust, findTrust } from './trust/find-trust.ts';
import { tellUntrusted } from './trust/tell-untrusted.ts';

/** An agent waits for its hooks for ten minutes, by the entries that hookline installs; the answer must come before. */
const deadlineMs = 585_000;

export interface JudgeOptions {
  /** The files that were named; those of every level count where none are. */
  readonly named?: unknown;
  /** A configuration must be found. */
  readonly required: boolean;
  readonly signal?: AbortSignal;
  /**
   * Takes what is to be done when the answer is given. With it, the same call is judged once, though it is announced twice,
   * exceptions count, and what guards do is noted. Null for whoever only looks.
   */
  readonly afterAnswer: AfterAnswer | null;
  /** Finds out which files count. */
  readonly trust?: typeof findTrust;
  /** Uses the hooks of these files, and the guard that is always there. */
  readonly use: (
    chosen: FoundTrust & { readonly folder: string },
    fire: (hooks: Hooks) => Promise<Outcome>,
  ) => Promise<Outcome>;
}

/** Fires the point of a call against the configuration of the session's folder. */
export async function judgeCall(
  call: AgentCall,
  { named, required, signal, afterAnswer, trust = findTrust, use }: JudgeOptions,
): Promise<Outcome> {
  const { agent, point, input, payload } = call;
  const { projectVariable: variable } = agent;
  const session = variable === undefined ? undefined : process.env[variable];
  const folder = resolve(session || textOf(payload['cwd']));
  // Above a folder that is not there, nothing would be found, and nobody would know.
  if (session && !existsSync(folder))
    throw new Error(`${variable} names a folder that is not there: ${folder}`);
  const found = chooseFiles(named, folder);
  const chosen = trust(found, folder);
  if (found.files.length === 0 && required) throw noConfig(folder);
  const quiet = quietOutcome(point, point.subject === null ? null : input[point.subject], []);
  // The guard that is always there judges tool calls alone.
  if (chosen.files.length === 0 && point.name !== 'PreToolUse')
    return tellUntrusted(call, quiet, chosen.untrusted);
  const deadline = new Deadline(deadlineMs);
  const subagent = typeof input['agent_id'] === 'string' ? input['agent_id'] : null;
  const judge = (): Promise<Outcome> =>
    use({ ...chosen, folder }, (hooks) => {
      const whole = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
      const fire = (excuses?: CallExcuses): Promise<Outcome> =>
        fireEvent(
          hooks,
          point,
          { ...input },
          {
            agent: subagent,
            signal: whole,
            origin: originOf(call, excuses),
            excuses,
          },
        );
      return afterAnswer === null ? fire() : judgeWithState(call, hooks, fire, afterAnswer);
    });
  // What another configuration said of the call counts no more.
  const scope = JSON.stringify([folder, chosen.files, fileStates(chosen.files)]);
  try {
    const outcome = await (afterAnswer === null ? judge() : judgeOnce(call, scope, judge, afterAnswer));
    return tellUntrusted(call, outcome, chosen.untrusted);
  } finally {
    deadline.end();
  }
}

/** A signal after a time, unless it ends before. `AbortSignal.timeout` would hold its timer until then, for every call. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(ms: number) {
    const abort = (): void => this.#controller.abort(new DOMException('the time is over', 'TimeoutError'));
    this.#timer = setTimeout(abort, ms).unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Who asks for what, for the record. The code is made when it is looked at: most calls are not recorded. */
export function originOf({ agent, tool, input }: AgentCall, excuses?: CallExcuses): FiringOrigin {
  return {
    product: agent.name,
    // Known once it is decided.
    get openRules() {
      return [...(excuses?.usedRules ?? [])].map(({ rule }) => rule);
    },
    get code() {
      const folder = textOf(input['cwd']);
      return tool === null
        ? null
        : decisionCode({ product: agent.name, tool: tool.name, input: tool.input, folder });
    },
  };
}
