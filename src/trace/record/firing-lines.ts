import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { decisionCode } from '../decision-code.ts';
import type { ContentMode, RunLine } from '../format/lines.ts';
import type { LineBody } from '../write/chain.ts';
import { pointedChange } from './changes.ts';
import { printedText, type Redact, recordable, recordableParts } from './content.ts';
import type { FiringEntry, FiringOrigin, LateEntry, PrintedByRun } from './entry.ts';
import type { KnownHooks } from './hook-facts.ts';
import { recordedName, recordedSession } from './names.ts';
import {
  decisionOf,
  isQuiet,
  nothingSaid,
  type RunTexts,
  ruleBefore,
  ruleOf,
  saidBy,
  subjectAfter,
  withoutTexts,
} from './run-body.ts';

export interface LineSetting {
  readonly content: ContentMode;
  readonly redact: Redact | null;
  readonly known: KnownHooks;
  readonly printed: PrintedByRun;
  readonly config: () => string | null;
}

const ownProduct = 'hookline';

export function firingLines(entry: FiringEntry, id: string, setting: LineSetting): readonly LineBody[] {
  const { firing, outcome, time, endedAt, lineage } = entry;
  const event = isObject(entry.input) ? entry.input : {};
  const { subject } = pointNamed(firing.point);
  const saids = saidByRuns(outcome, event[subject ?? ''] ?? null, setting);
  const recorded = recordedContent(entry, event, saids, setting);
  const durationMs = Math.max(0, endedAt - firing.startedAt);
  const tool = textField(event, 'tool_name');
  const named = <Name extends string | null>(name: Name): Name | string => recordedName(name, setting);
  const { product = null, openRules = [] } = originOf(firing.origin) ?? {};
  const body = {
    id,
    at: new Date(time - durationMs).toISOString(),
    point: firing.point,
    session: recordedSession(eventSession(event), setting),
    agent: named(firing.agent ?? textField(event, 'agent_id')),
    agentType: named(firing.agentType ?? textField(event, 'agent_type')),
    lineage: lineage.map(named),
    product,
    folder: named(textField(event, 'cwd') || null),
    tool: named(tool),
    toolUseId: named(firing.toolUseId ?? textField(event, 'tool_use_id')),
    input: recorded.input,
    altered: recorded.isAltered,
    outcome: withHookNames(recorded.outcome, (hook) => setting.known.nameOf(hook, setting), outcome),
    code: codeOf(entry, event, tool),
    ...(openRules.length > 0 && { openRules: openRules.map(named) }),
    runCount: outcome.runs.length,
    durationMs: rounded(durationMs),
    config: setting.config(),
  };
  const runs = outcome.runs.map((run, index) => {
    const said = recorded.saids[index] ?? nothingSaid;
    return runLine(entry, run, `${id}.${index + 1}`, id, said, false, setting);
  });
  return [{ type: 'firing', json: JSON.stringify(body) }, ...runs];
}

export function lateLine({ of, run }: LateEntry, number: number, setting: LineSetting): LineBody {
  const id = of.id ?? '';
  const printed = setting.printed.get(run);
  const said = isQuiet(run, printed) ? nothingSaid : saidBy(run, printed, null);
  const clean =
    setting.content === 'none' ? withoutTexts(said) : recordedTexts([said], [], setting.redact)?.saids[0];
  return runLine(of, run, `${id}.${number}`, id, clean ?? nothingSaid, true, setting);
}

export function eventSession(event: unknown): string {
  return textField(isObject(event) ? event : {}, 'session_id') ?? 'unknown';
}

function runLine(
  { firing, time }: FiringEntry,
  run: Run,
  id: string,
  firingId: string,
  said: RunTexts,
  late: boolean,
  setting: LineSetting,
): LineBody {
  const { known, printed } = setting;
  const { level, place, kind, guard, mode } = known.of(run.hook, firing.point, time);
  const startedAt = firing.starts[Number(run.id?.slice(run.id.lastIndexOf('.') + 1)) - 1];
  const body: Omit<RunLine, 'v' | 'type' | 'writer' | 'seq' | 'hash'> = {
    id,
    firing: firingId,
    hook: known.nameOf(run.hook, setting),
    level,
    place: place && { ...place, file: known.nameOf(place.file, setting) },
    kind,
    guard,
    mode,
    status: run.status,
    decision: decisionOf(run),
    reason: said.reason,
    rule: setting.content === 'none' ? recordedName(ruleOf(run), setting) : ruleBefore(said.reason),
    effects: said.effects,
    dropped:
      setting.content === 'none'
        ? said.dropped.map((one) => ({ ...one, why: recordedName(one.why, setting) }))
        : said.dropped,
    failure: run.failure,
    error: said.error,
    startMs: startedAt === undefined ? null : rounded(Math.max(0, startedAt - firing.startedAt)),
    durationMs: run.durationMs === null ? null : rounded(run.durationMs),
    changes: said.changes.map(pointedChange),
    stdout: printedText(said.stdout),
    stderr: printedText(said.stderr),
    exitCode: printed.get(run)?.exitCode ?? null,
    late,
  };
  return { type: 'run', json: JSON.stringify(body) };
}

function saidByRuns(outcome: Outcome, original: unknown, { printed }: LineSetting): readonly RunTexts[] {
  let subject = original;
  return outcome.runs.map((run) => {
    const own = printed.get(run);
    if (isQuiet(run, own)) return nothingSaid;
    const said = saidBy(run, own, subject);
    subject = subjectAfter(run, subject);
    return said;
  });
}

function recordedContent(
  { outcome }: FiringEntry,
  event: Fields,
  saids: readonly RunTexts[],
  { content, redact }: LineSetting,
) {
  const { runs, value, ...rest } = outcome;
  const silent = {
    input: null,
    outcome: withoutOutcomeTexts(rest),
    saids: saids.map(withoutTexts),
    isAltered: true,
  };
  if (content === 'none') return silent;
  const { value: input, isAltered } = recordable(event, redact);
  // Most hooks say nothing, and their firings need no second look.
  const isPlain = isQuietOutcome(outcome) && saids.every((said) => said === nothingSaid);
  const own = [rest, outcome.modified ? value : null];
  const clean = isPlain ? { own, saids } : recordedTexts(saids, own, redact);
  if (clean === null) return { ...silent, input };
  const [cleanRest, cleanValue] = clean.own;
  return { input, outcome: { ...(cleanRest as object), value: cleanValue }, saids: clean.saids, isAltered };
}

function recordedTexts(
  saids: readonly RunTexts[],
  own: readonly unknown[],
  redact: Redact | null,
): { readonly own: readonly unknown[]; readonly saids: readonly RunTexts[] } | null {
  const spoken = saids.filter((said) => said !== nothingSaid);
  const parts = [...own, ...spoken.flatMap((said) => saidKeys.flatMap((key): unknown => said[key]))];
  const clean = recordableParts(parts, redact);
  if (clean === null) return null;
  let index = own.length;
  const next = (): unknown => {
    index += 1;
    return clean[index - 1];
  };
  const cleanSaid = (said: RunTexts): RunTexts => {
    if (said === nothingSaid) return said;
    const texts = saidKeys.map((key) => {
      const value: unknown = said[key];
      return [key, Array.isArray(value) ? value.map(next) : next()];
    });
    return Object.fromEntries(texts) as RunTexts;
  };
  return { own: clean.slice(0, own.length), saids: saids.map(cleanSaid) };
}

const saidKeys = Object.keys(nothingSaid) as readonly (keyof RunTexts)[];

function isQuietOutcome({ decision, modified, injections, notices }: Outcome): boolean {
  return decision === null && !modified && injections.length === 0 && notices.length === 0;
}

function withoutOutcomeTexts(rest: Omit<Outcome, 'runs' | 'value'>): object {
  return {
    ...{ ...rest, value: null, reason: null, haltReason: null },
    injections: rest.injections.map((injection) => ({ ...injection, content: '' })),
    notices: rest.notices.map((notice) => ({ ...notice, message: '' })),
  };
}

function withHookNames(
  recorded: object,
  nameOf: (hook: string) => string,
  { decidedBy, injections, notices }: Outcome,
): object {
  if (decidedBy === null && injections.length === 0 && notices.length === 0) return recorded;
  const named = (list: unknown, hooks: readonly { readonly hook: string }[]): unknown =>
    Array.isArray(list)
      ? list.map((one, index) => {
          const of = hooks[index];
          return isObject(one) && of !== undefined ? { ...one, hook: nameOf(of.hook) } : one;
        })
      : list;
  const { injections: told, notices: noticed } = recorded as Fields;
  return {
    ...recorded,
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    injections: named(told, injections),
    notices: named(noticed, notices),
  };
}

function codeOf({ firing }: FiringEntry, event: Fields, tool: string | null): string | null {
  const origin = originOf(firing.origin);
  if (origin !== null) return origin.code;
  if (tool === null) return null;
  const folder = textField(event, 'cwd') ?? '';
  try {
    return decisionCode({ product: ownProduct, tool, input: event['tool_input'], folder });
  } catch {
    return null;
  }
}

function originOf(origin: unknown): FiringOrigin | null {
  return isObject(origin) && typeof origin['product'] === 'string'
    ? (origin as unknown as FiringOrigin)
    : null;
}

function textField(event: Fields, name: string): string | null {
  const { [name]: value } = event;
  return typeof value === 'string' ? value : null;
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
