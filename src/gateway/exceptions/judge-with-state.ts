import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import { realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import { callFingerprint, type DecidedCall } from '../../trace/decision-code.ts';
import type { AgentCall } from '../payload/read-call.ts';
import type { AfterAnswer } from '../state/after-answer.ts';
import type { CallException, RuleException } from '../state/exceptions/exception.ts';
import { recordUse } from '../state/exceptions/exception-uses.ts';
import {
  hasExceptions,
  openRules,
  type TakenException,
  takeException,
} from '../state/exceptions/exceptions.ts';
import { keepPassed, passedBy } from '../state/exceptions/passed-calls.ts';
import { endWaiting, keepWaiting } from '../state/exceptions/waiting-calls.ts';
import { CallExcuses, isExcuse } from './call-excuses.ts';
import { decidedCall, heldBy, heldCall, previewOf, withCode, withoutCode } from './held-call.ts';
import { registeredHooks } from './registered-hooks.ts';

type Fire = (excuses?: CallExcuses) => Promise<Outcome>;

/** The session of calls that only try an installed line. */
export const probeSession = 'hookline-doctor';

/** What may let a call pass. */
interface Openings {
  /** Taken for this call. */
  readonly taken: TakenException | null;
  readonly exception: CallException | null;
  readonly rules: readonly RuleException[];
}

const none: Openings = { taken: null, exception: null, rules: [] };

/** Judges a call with the exceptions that people gave, and notes what the guards did. */
export async function judgeWithState(
  call: AgentCall,
  hooks: Hooks,
  fire: Fire,
  afterAnswer: AfterAnswer,
): Promise<Outcome> {
  // Who only tries the line leaves no trace.
  if (sessionOf(call) === probeSession) return fire();
  const facts = registeredHooks(hooks);
  const decided = decidedCall(call);
  const openings = decided === null ? none : openingsFor(call, decided);
  const excuses = new CallExcuses(facts, openings.exception, openings.rules);
  let outcome: Outcome;
  try {
    outcome = await fire(excuses);
  } catch (problem) {
    openings.taken?.putBack();
    throw problem;
  }
  afterAnswer.add(() => afterAnswer.notes.add(outcome, (hook) => facts.get(hook)?.file ?? null, isExcuse));
  if (decided === null) return outcome;
  if (heldBy(call, outcome) === null) {
    settle(call, decided, openings, excuses);
    return outcome;
  }
  openings.taken?.putBack();
  const held = heldCall(call, decided, outcome, excuses);
  if (held === null) return outcome;
  // Before it is offered: the code of a call that nobody kept is of no use.
  try {
    keepWaiting(held);
  } catch (problem) {
    return withoutCode(outcome, messageOf(problem));
  }
  return withCode(outcome, held);
}

/** What is open for the call. Where that cannot be told, nothing is. */
function openingsFor(call: AgentCall, decided: DecidedCall): Openings {
  try {
    const isAgain = call.point.name === 'PermissionRequest';
    const passed = isAgain ? passedBy(callFingerprint(decided), sessionOf(call)) : null;
    if (!hasExceptions()) return { ...none, exception: passed };
    const rules = openRules().filter(({ folder }) => isBelow(decided.folder, folder));
    const taken = passed === null ? takeException(callFingerprint(decided)) : null;
    return { taken, exception: passed ?? taken?.exception ?? null, rules };
  } catch {
    return none;
  }
}

/** The call happens: what let it pass is used up, and recorded. */
function settle(call: AgentCall, decided: DecidedCall, { taken }: Openings, excuses: CallExcuses): void {
  const record = (id: string, rule: string | null): void =>
    recordUse({
      at: Date.now(),
      id,
      rule,
      product: decided.product,
      event: call.eventName,
      tool: decided.tool,
      folder: decided.folder,
      preview: previewOf(decided.input),
      session: sessionOf(call),
    });
  for (const { id, rule } of excuses.usedRules) record(id, rule);
  if (taken === null) return;
  if (excuses.lifted.length === 0) {
    taken.putBack();
    return;
  }
  const { exception } = taken;
  record(exception.id, null);
  if (call.point.name === 'PreToolUse') keepPassed(exception, sessionOf(call));
  taken.use();
  endWaiting(exception.call.fingerprint);
}

function sessionOf({ input }: AgentCall): string {
  return textOf(input['session_id']);
}

function isBelow(path: string, folder: string): boolean {
  return isWithin(realPath(path, '/'), realPath(folder, '/'));
}
