import type { Outcome } from '../../engine/outcome/outcome.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import { callFingerprint, codeOfFingerprint, type DecidedCall } from '../../trace/decision-code.ts';
import { plainReason } from '../answer/answer-text.ts';
import type { AgentCall } from '../payload/read-call.ts';
import type { HeldCall } from '../state/exceptions/exception.ts';
import { keptText } from '../state/problem-record.ts';
import type { CallExcuses } from './call-excuses.ts';

const callPoints: readonly string[] = ['PreToolUse', 'PermissionRequest'];

/** People approve only what they can see. A longer call can't be approved. */
const maxPreview = 100_000;
const maxReason = 4000;
const maxGuards = 50;

/** JSON readers round such numbers. */
function hasRounded(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasRounded);
}

export function decidedCall({ agent, point, tool, input }: AgentCall): DecidedCall | null {
  if (tool === null || !callPoints.includes(point.name) || hasRounded(tool.input)) return null;
  return { product: agent.name, tool: tool.name, input: tool.input, folder: textOf(input['cwd']) };
}

export function heldBy(
  { event }: AgentCall,
  { decision, halted }: Outcome,
  isQueued: boolean,
): 'deny' | 'ask' | 'halt' | null {
  if (halted) return 'halt';
  if (decision === 'deny') return 'deny';
  return decision === 'ask' && (isQueued || event.says.ask === undefined) ? 'ask' : null;
}

/** Null when no person may allow it: a final guard blocks it, a guard failed, or none blocks it. */
export function heldCall(
  call: AgentCall,
  decided: DecidedCall,
  outcome: Outcome,
  excuses: CallExcuses,
  isQueued: boolean,
): HeldCall | null {
  const kind = heldBy(call, outcome, isQueued);
  if (kind === null || kind === 'halt') return null;
  const holding = outcome.runs.filter(({ effects }) => effects.some(({ type }) => type === kind));
  const isLiftable = holding.every(({ status, hook }) => status === 'ok' && excuses.holds(hook, kind));
  if (holding.length === 0 || !isLiftable) return null;
  const guards = excuses.guards();
  if (guards.length > maxGuards || wholeText(decided.input).length > maxPreview) return null;
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

export function withCode(outcome: Outcome, { code }: HeldCall): Outcome {
  return withLine(
    outcome,
    `A person may let this call pass once, in a terminal of their own: hookline allow ${code}`,
  );
}

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

export function previewOf(input: unknown): string {
  return keptText(wholeText(input), maxPreview);
}

function wholeText(input: unknown): string {
  if (!isObject(input)) return shown(input);
  const fields = Object.entries(input);
  const [only] = fields;
  if (fields.length === 1 && only?.[0] === 'command') return shown(only[1]);
  return fields.map(([name, value]) => `${name}: ${shown(value)}`).join('\n');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
