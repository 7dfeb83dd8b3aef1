import type { NamedDeclaration } from '../config/load/declaration.ts';
import { formatPlace } from '../config/source/problem.ts';
import { meansAgent } from '../engine/hooks/agent-names.ts';
import { findPoint } from '../engine/points/point.ts';
import type { Block } from '../engine/points/points.ts';
import { messageOf } from '../engine/values/text.ts';
import { harmlessProblem } from './harmless-run.ts';
import { expectedHolds, type Hold, holdsOf } from './holds.ts';
import { brokenBecause } from './hook-output.ts';
import { type AloneFiring, fireAlone, type TestResult, type TestSetting } from './run-test.ts';
import type { PolicyTest } from './test-file.ts';

export interface Canary {
  readonly hook: string;
  readonly place: string;
  readonly effect: Hold | null;
  readonly test: string | null;
  readonly problem: string | null;
}

interface Proof {
  readonly test: PolicyTest;
  readonly hold: Hold;
}

/**
 * Proves that each hook that should block does so. Fires the hook alone; failing closed is no proof, nor is a program
 * that exits with 2 because it is broken.
 */
export async function runCanaries(
  declarations: readonly NamedDeclaration[],
  results: readonly TestResult[],
  setting: TestSetting,
): Promise<readonly Canary[]> {
  const canaries: Canary[] = [];
  for (const declaration of declarations) {
    if (setting.signal.aborted) break;
    const proofs = results.flatMap((result) => proofsBy(declaration, result));
    if (proofs.length === 0 && !isMeantToHold(declaration)) continue;
    canaries.push(await runCanary(declaration, proofs, results, setting));
  }
  return canaries;
}

async function runCanary(
  declaration: NamedDeclaration,
  proofs: readonly Proof[],
  results: readonly TestResult[],
  setting: TestSetting,
): Promise<Canary> {
  const own = { hook: declaration.name, place: formatPlace(declaration.place) };
  const problems: string[] = [];
  for (const { test, hold } of proofs) {
    const problem = await holdProblem(declaration, test, hold, setting);
    if (problem !== null) {
      problems.push(problem);
      continue;
    }
    const harm =
      test.stopsAll || letPass(declaration, results)
        ? null
        : await harmlessProblem(declaration, test, setting);
    return { ...own, effect: hold, test: test.name, problem: harm?.message ?? null };
  }
  const [first] = proofs;
  return {
    ...own,
    effect: null,
    test: first?.test.name ?? null,
    problem: problems[0] ?? wanted[declaration.point.block ?? 'deny'](declaration.name),
  };
}

const wanted: Readonly<Record<Block, (hook: string) => string>> = {
  deny: (hook) => `no test expects it to deny: add one with expect: { decision: deny, decidedBy: ${hook} }`,
  suppress: () =>
    'no test expects it to hide or to change the output: add one with expect: { suppressed: true } or { modified: true }',
  resume: (hook) => `no test expects it to resume: add one with expect: { resume: true, decidedBy: ${hook} }`,
  halt: () => 'no test expects it to end the turn: add one with expect: { halted: true }',
};

/** A test that does not say who decides proves whoever did. */
function proofsBy(declaration: NamedDeclaration, { test, outcome }: TestResult): readonly Proof[] {
  const { name, agent, point } = declaration;
  if (findPoint(test.point).point !== point) return [];
  if (agent !== null && (test.agent === null || !meansAgent(agent, test.agent))) return [];
  const did = (outcome?.runs ?? []).filter(({ hook }) => hook === name).flatMap(holdsOf);
  const decider = test.expect.decidedBy ?? outcome?.decidedBy;
  return (
    expectedHolds(test.expect)
      // What is no guard may change everything it sees.
      .filter((hold) => hold !== 'modify' || isMeantToHold(declaration))
      .filter((hold) => did.includes(hold) || (isDecision(hold) && decider === name))
      .map((hold) => ({ test, hold }))
  );
}

function isDecision(hold: Hold): boolean {
  return hold === 'deny' || hold === 'ask' || hold === 'resume';
}

function isMeantToHold({ options, point }: NamedDeclaration): boolean {
  if (point.block === null || options.enabled === false) return false;
  return options.guard === true || options.onFailure === 'closed';
}

function letPass({ name, point }: NamedDeclaration, results: readonly TestResult[]): boolean {
  return results.some(
    ({ test, outcome }) =>
      findPoint(test.point).point === point &&
      outcome !== null &&
      outcome.runs.some((run) => run.hook === name && run.status === 'ok' && holdsOf(run).length === 0),
  );
}

async function holdProblem(
  declaration: NamedDeclaration,
  test: PolicyTest,
  hold: Hold,
  setting: TestSetting,
): Promise<string | null> {
  let fired: AloneFiring;
  try {
    fired = await fireAlone(declaration, test, setting);
  } catch (error) {
    return messageOf(error);
  }
  const [run] = fired.outcome.runs;
  if (run === undefined) return `it does not run for the event of "${test.name}"`;
  const doing = doings[hold];
  if (run.status === 'failed') return `it failed (${run.failure}) instead of ${doing.ing}: ${run.error}`;
  if (!holdsOf(run).includes(hold)) return `it does not ${doing.verb} the event of "${test.name}"`;
  const broken = brokenBecause(fired.outputs.of(run));
  return broken === null ? null : `it ends with 2 because it is broken, and not to ${doing.verb}: ${broken}`;
}

const doings: Readonly<Record<Hold, { readonly verb: string; readonly ing: string }>> = {
  deny: { verb: 'deny', ing: 'denying' },
  ask: { verb: 'ask about', ing: 'asking' },
  modify: { verb: 'change', ing: 'changing' },
  suppress: { verb: 'hide', ing: 'hiding' },
  resume: { verb: 'resume at', ing: 'resuming' },
  halt: { verb: 'halt at', ing: 'halting' },
};
