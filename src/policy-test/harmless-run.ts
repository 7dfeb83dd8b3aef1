import type { NamedDeclaration } from '../config/load/declaration.ts';
import { failsClosed } from '../config/load/declaration.ts';
import { type Problem, warning } from '../config/source/problem.ts';
import { messageOf } from '../engine/values/text.ts';
import { endWorkers } from '../handlers/workers/end-workers.ts';
import type { WarningCode } from '../lint/rule-table.ts';
import type { Event } from './complete-event.ts';
import { harmlessEvents, plainEvent } from './harmless-events.ts';
import { holdsOf } from './holds.ts';
import { brokenBecause } from './hook-output.ts';
import { fireAlone, type TestSetting } from './run-test.ts';
import type { PolicyTest } from './test-file.ts';

const maxTried = 4;

export interface HarmlessProblem {
  readonly code: Extract<WarningCode, 'guard-failing' | 'guard-stops-all'>;
  readonly message: string;
}

export async function harmlessProblem(
  declaration: NamedDeclaration,
  proof: Pick<PolicyTest, 'point' | 'input'> | null,
  setting: TestSetting,
): Promise<HarmlessProblem | null> {
  const { point } = declaration;
  const own = proof === null ? [] : [{ point: proof.point, input: plainEvent(point, proof.input) }];
  const shipped = harmlessEvents(declaration).map((input) => ({ point: point.name, input }));
  let problem: HarmlessProblem | null = null;
  for (const { point: name, input } of [...own, ...shipped].slice(0, maxTried)) {
    const found = await problemWith(declaration, { point: name, input, agent: null }, setting);
    if (found === null) return null;
    problem ??= found;
  }
  return problem;
}

async function problemWith(
  declaration: NamedDeclaration,
  event: Pick<PolicyTest, 'point' | 'input' | 'agent'>,
  setting: TestSetting,
): Promise<HarmlessProblem | null> {
  try {
    const { outcome, outputs } = await fireAlone(declaration, event, setting);
    const [run] = outcome.runs;
    if (run === undefined) return null;
    const shown = shownEvent(event.input);
    if (run.status === 'failed')
      return failing(`it fails at a harmless event ${shown} (${run.failure}): ${run.error}`);
    const broken = brokenBecause(outputs.of(run));
    if (broken !== null) return failing(`it ends with 2 because it is broken: ${broken}`);
    return holdsOf(run).length === 0
      ? null
      : { code: 'guard-stops-all', message: `it also stops a harmless event ${shown}` };
  } catch (error) {
    return failing(messageOf(error));
  }
}

function failing(message: string): HarmlessProblem {
  return { code: 'guard-failing', message };
}

function shownEvent(event: Event): string {
  const { tool_use_id: _, ...shown } = event;
  return JSON.stringify(shown).slice(0, 120);
}

export async function runGuardsOnce(
  declarations: readonly NamedDeclaration[],
  setting: TestSetting,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  try {
    for (const declaration of declarations) {
      setting.signal.throwIfAborted();
      if (!failsClosed(declaration) || declaration.options.enabled === false) continue;
      const problem = await harmlessProblem(declaration, null, setting);
      if (problem !== null) problems.push(warning(problem.code, problem.message, declaration.place));
    }
    return problems;
  } finally {
    await endWorkers();
  }
}
