import type { Outcome } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import { realPath } from '../../files/real-path.ts';
import { SessionNotes } from '../../files/state/session-notes.ts';
import { parsedJson } from '../../files/state/state-file.ts';
import { isWithin } from '../../files/within.ts';
import { callFingerprint, type DecidedCall } from '../../trace/decision-code.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { type CallException, isException, type RuleException } from '../state/exceptions/exception.ts';
import {
  hasExceptions,
  openRules,
  recordUse,
  type TakenException,
  takeException,
} from '../state/exceptions/exceptions.ts';
import { endWaiting, keepWaiting } from '../state/exceptions/waiting-calls.ts';
import { CallExcuses, type RegisteredHook } from './call-excuses.ts';
import { decidedCall, heldBy, heldCall, previewOf, withCode, withoutCode } from './held-call.ts';

/** An agent asks for permission right after it has announced the call. */
const lifeMs = 60_000;

const notes = new SessionNotes('passed');

/** The agent announces the same call again at later events. */
function keepPassed(exception: CallException, session: string, now: number): void {
  notes.write([exception.call.fingerprint, session], JSON.stringify({ exception, at: now }));
}

function passedBy(fingerprint: string, session: string, now: number): CallException | null {
  const value = parsedJson(notes.read([fingerprint, session]) ?? '');
  if (!isObject(value)) return null;
  const { exception, at } = value;
  if (!isException(exception) || exception.kind !== 'call') return null;
  const isFresh = typeof at === 'number' && at <= now + 1000 && at > now - lifeMs;
  return isFresh && exception.call.fingerprint === fingerprint ? exception : null;
}

/** The session of calls that only try an installed line. They leave no trace. */
export const probeSession = 'hookline-doctor';

export class CallOpenings {
  readonly excuses: CallExcuses;
  readonly #call: AgentCall;
  readonly #decided: DecidedCall | null;
  readonly #taken: TakenException | null;

  constructor(call: AgentCall, hooks: ReadonlyMap<string, RegisteredHook>) {
    this.#call = call;
    this.#decided = decidedCall(call);
    const { taken, exception, rules } = this.#decided === null ? none : openingsFor(call, this.#decided);
    this.#taken = taken;
    this.excuses = new CallExcuses(hooks, exception, rules);
  }

  giveBack(): void {
    this.#taken?.putBack();
  }

  /** `isQueued`: nobody can be asked now, so an ask waits. */
  settle(outcome: Outcome, isQueued = false): Outcome {
    if (this.#decided === null) return outcome;
    if (heldBy(this.#call, outcome, isQueued) === null) {
      this.#useUp(this.#call, this.#decided);
      return outcome;
    }
    this.giveBack();
    const held = heldCall(this.#call, this.#decided, outcome, this.excuses, isQueued);
    if (held === null) return outcome;
    // Before it is offered: the code of a call that nobody kept is of no use.
    try {
      keepWaiting(held);
    } catch (problem) {
      return withoutCode(outcome, messageOf(problem));
    }
    return withCode(outcome, held);
  }

  #useUp(call: AgentCall, decided: DecidedCall): void {
    const at = Date.now();
    const record = (id: string, rule: string | null): void =>
      recordUse({
        at,
        id,
        rule,
        product: decided.product,
        event: call.eventName,
        tool: decided.tool,
        folder: decided.folder,
        preview: previewOf(decided.input),
        session: callSession(call),
      });
    for (const { id, rule } of this.excuses.usedRules) record(id, rule);
    const taken = this.#taken;
    if (taken === null) return;
    if (this.excuses.lifted.length === 0) {
      taken.putBack();
      return;
    }
    const { exception } = taken;
    record(exception.id, null);
    if (call.point.name === 'PreToolUse') keepPassed(exception, callSession(call), at);
    taken.use();
    endWaiting(exception.call.fingerprint);
  }
}

interface Openings {
  readonly taken: TakenException | null;
  readonly exception: CallException | null;
  readonly rules: readonly RuleException[];
}

const none: Openings = { taken: null, exception: null, rules: [] };

/** When exceptions can't be read, nothing is allowed. */
function openingsFor(call: AgentCall, decided: DecidedCall): Openings {
  const now = Date.now();
  try {
    const isAgain = call.point.name === 'PermissionRequest';
    const passed = isAgain ? passedBy(callFingerprint(decided), callSession(call), now) : null;
    if (!hasExceptions()) return { ...none, exception: passed };
    const rules = openRules(now).filter(({ folder }) => isBelow(decided.folder, folder));
    const taken = passed === null ? takeException(callFingerprint(decided), now) : null;
    return { taken, exception: passed ?? taken?.exception ?? null, rules };
  } catch {
    return none;
  }
}

export function callSession({ input }: AgentCall): string {
  return textOf(input['session_id']);
}

function isBelow(path: string, folder: string): boolean {
  return isWithin(realPath(path, '/'), realPath(folder, '/'));
}
