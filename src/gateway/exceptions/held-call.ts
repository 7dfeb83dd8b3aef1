import type { Outcome } from '../../engine/outcome/outcome.ts';
import { textOf } from '../../engine/values/text.ts';
import { callFingerprint, codeOfFingerprint, type DecidedCall } from '../../trace/decision-code.ts';
import { plainReason } from '../answer/answer-text.ts';
import type { AgentCall } from '../payload/read-call.ts';
import type { HeldCall } from '../state/exceptions/exception.ts';
import { keptText } from '../state/kept-text.ts';
import type { CallExcuses } from './call-excuses.ts';

/** The points at which a call is judged before it happens, in the order of a call. */
const callPoints: readonly string[] = ['PreToolUse', 'PermissionRequest'];

/** Whoever lets a call pass must see it: all of it, unless it is longer than anybody reads. */
const maxPreview = 10_000;
const maxReason = 4000;
const maxGuards = 50;

/** Whether a number is so large that another one may have been written: readers of JSON round those. */
function hasRounded(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasRounded);
}

/** What makes the call the same call; null where no call is judged, or where that cannot be told. */
export function decidedCall({ agent, point, tool, input }: AgentCall): DecidedCall | null {
  if (tool === null || !callPoints.includes(point.name) || hasRounded(tool.input)) return null;
  return { product: agent.name, tool: tool.name, input: tool.input, folder: textOf(input['cwd']) };
}

/** How the call is kept from happening; null when it is not, or a person is asked. */
export function heldBy({ event }: AgentCall, { decision, halted }: Outcome): 'deny' | 'ask' | 'halt' | null {
  if (halted) return 'halt';
  if (decision === 'deny') return 'deny';
  return decision === 'ask' && event.says.ask === undefined ? 'ask' : null;
}

/**
 * The call, for a person who may let it pass; null where nobody may: a guard that is final holds it back, or one that failed, or
 * none did.
 */
export function heldCall(
  call: AgentCall,
  decided: DecidedCall,
  outcome: Outcome,
  excuses: CallExcuses,
): HeldCall | null {
  const kind = heldBy(call, outcome);
  if (kind === null || kind === 'halt') return null;
  const holding = outcome.runs.filter(({ effects }) => effects.some(({ type }) => type === kind));
  const isLiftable = holding.every(({ status, hook }) => status === 'ok' && excuses.holds(hook, kind));
  if (holding.length === 0 || !isLiftable) return null;
  const guards = excuses.guards();
  if (guards.length > maxGuards) return null;
  const fingerprint = callFingerprint(decided);
  return {
    code: codeOfFingerprint(fingerprint),
    fingerprint,
    product: decided.product,
    tool: decided.tool,
    folder: decided.folder,
    preview: previewOf(decided.input),
    kind,
    reason: keptText(
      plainReason((outcome.reason ?? '').slice(0, 2 * maxReason), 'Stopped by a hook.'),
      maxReason,
    ),
    guards,
    at: Date.now(),
  };
}

/** The outcome with the way in which a person can let the call pass. */
export function withCode(outcome: Outcome, { code }: HeldCall): Outcome {
  return withLine(
    outcome,
    `A person may let this call pass once, in a terminal of their own: hookline allow ${code}`,
  );
}

/** The outcome with why nobody can let the call pass. */
export function withoutCode(outcome: Outcome, why: string): Outcome {
  return withLine(
    outcome,
    `Nobody can let this call pass once, since it cannot be noted: ${plainReason(why)}`,
  );
}

function withLine(outcome: Outcome, line: string): Outcome {
  const { reason, decidedBy, decision } = outcome;
  const question = decision === 'ask' ? 'This needs the approval of a person.' : 'Stopped by a hook.';
  const why = (reason ?? '').trim() === '' ? question : (reason ?? '').slice(0, maxReason);
  const by = decidedBy === null || why.includes(decidedBy) ? '' : ` [${decidedBy}]`;
  return { ...outcome, reason: `${why}${by}\n${line}` };
}

/** The input as a person sees it before it passes. A command is shown as it is. */
export function previewOf(input: unknown): string {
  const { command } = (input ?? {}) as { readonly command?: unknown };
  const text = typeof command === 'string' ? command : JSON.stringify(input);
  const line = keptText(text, 2 * maxPreview);
  return line.length > maxPreview ? `${line.slice(0, maxPreview)}… (${text.length} characters)` : line;
}
