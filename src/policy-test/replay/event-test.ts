import { relative } from 'node:path';
import { stringify } from 'yaml';
import { findPoint } from '../../engine/points/point.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { words } from '../../engine/values/text.ts';
import { isWithin } from '../../files/within.ts';
import { oneLine } from '../../gateway/answer/visible.ts';
import { ownGuard } from '../../gateway/own-guard/own-guard.ts';
import { aboutEvent } from '../../trace/about-event.ts';
import { wasAllowedByPerson } from '../../trace/allowed-by-person.ts';
import { canonicalJson } from '../../trace/decision-code.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import { whyNotReplayable } from '../../trace/replay/recorded-answers.ts';
import { verdictOf } from '../../trace/replay/replay.ts';

export interface WrittenTests {
  readonly text: string;
  readonly count: number;
  readonly leftOut: ReadonlyMap<string, number>;
}

export async function testsFromEvents(events: AsyncIterable<RecordedFiring>): Promise<WrittenTests> {
  const tests = new Map<string, Fields>();
  const leftOut = new Map<string, number>();
  for await (const recorded of events) {
    // Where no hook ran or an output was only seen, there is nothing to test.
    if (recorded.runs.length === 0 || isOnlySeen(recorded)) continue;
    const why = whyNotReplayable(recorded) ?? whyNoPolicy(recorded);
    if (why !== null) leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
    else {
      const test = testOf(recorded);
      tests.set(canonicalJson([test['fire'], test['input'], test['agent']]), test);
    }
  }
  const text = stringify({ tests: withUniqueNames([...tests.values()]) }, { lineWidth: 0 });
  return { text, count: tests.size, leftOut };
}

/** Such events would only make the file long. */
function isOnlySeen({ firing: { point, outcome } }: RecordedFiring): boolean {
  const { decision, modified, suppressed, halted, injections } = outcome;
  const isJudged = decision !== null || modified || suppressed || halted || injections.length > 0;
  return !isJudged && outputPoints.has(point);
}

const outputPoints: ReadonlySet<string> = new Set(['PostToolUse', 'PostToolUseFailure', 'post:message']);

function withUniqueNames(tests: readonly Fields[]): readonly Fields[] {
  const counts = new Map<unknown, number>();
  return tests.map((test) => {
    const count = (counts.get(test['name']) ?? 0) + 1;
    counts.set(test['name'], count);
    return count === 1 ? test : { ...test, name: `${test['name']} (${count})` };
  });
}

function whyNoPolicy(recorded: RecordedFiring): string | null {
  if (wasAllowedByPerson(recorded)) return 'a person allowed it';
  const { firing, runs } = recorded;
  const isOwn = runs.some(({ hook, place }) => hook === ownGuard && place === null);
  return isOwn && firing.outcome.decidedBy === ownGuard ? "hookline's own guard decided it" : null;
}

function testOf({ firing, runs }: RecordedFiring): Fields {
  const { point, agent, agentType, outcome, folder, tool } = firing;
  const input = {
    ...eventOf(firing.input as Fields, point, folder),
    // An agent's own hooks may be those of its type.
    ...(agentType !== null && agentType !== 'main' && { agent_type: agentType }),
  };
  const failed = new Set(runs.filter(({ status }) => status === 'failed').map(({ hook }) => hook));
  const about = oneLine(aboutEvent(input), 60);
  return {
    name: `${verdictOf(outcome) ?? 'passes'}: ${tool ?? point} ${about}`.trim(),
    fire: point,
    input,
    ...(agent !== null && agent !== 'main' && { agent }),
    expect: {
      decision: outcome.decision,
      ...(failed.size > 0 && { failed: [...failed] }),
      ...(outcome.halted && { halted: true }),
      ...(outcome.resume && { resume: true }),
      ...(outcome.suppressed && { suppressed: true }),
      ...(outcome.modified && outcome.decision !== 'deny' && { value: inFolder(outcome.value, folder) }),
    },
  };
}

function eventOf(input: Fields, name: string, folder: string | null): Fields {
  const { point } = findPoint(name);
  const wanted = new Set([
    point.matches,
    point.subject,
    ...point.fields.map((field) => field.replace('?', '')),
  ]);
  const fields = Object.entries(input).filter(
    ([key, value]) => wanted.has(key) && !sessions.has(key) && value !== null,
  );
  return Object.fromEntries(fields.map(([key, value]) => [key, inFolder(value, folder)]));
}

const sessions: ReadonlySet<string> = new Set(
  words(`
  session_id transcript_path tool_use_id cwd hook_event_name
`),
);

function inFolder(value: unknown, folder: string | null): unknown {
  if (folder === null) return value;
  return JSON.parse(JSON.stringify(value ?? null), (_, text: unknown) =>
    typeof text === 'string' && text !== folder && text.startsWith('/') && isWithin(text, folder)
      ? relative(folder, text)
      : text,
  );
}
