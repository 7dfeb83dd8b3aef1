import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { formatPlace } from '../../config/source/problem.ts';
import { meansAgent } from '../../engine/hooks/agent-names.ts';
import { findPoint } from '../../engine/points/point.ts';
import { messageOf } from '../../engine/values/text.ts';
import { fireAlone, type TestResult, type TestSetting } from './run-test.ts';
import type { PolicyTest } from './test-file.ts';

/** Whether a hook that should deny still does. */
export interface Canary {
  readonly hook: string;
  readonly place: string;
  /** The test that proves it; null when there is none. */
  readonly test: string | null;
  /** Why it is not reliable; null when it is. */
  readonly problem: string | null;
}

/**
 * Proves that each hook that should deny does: guards, hooks that fail closed, and hooks that a test expects a deny
 * from. Fires the hook alone, and it must deny by itself: failing closed is no proof.
 */
export async function runCanaries(
  declarations: readonly NamedDeclaration[],
  results: readonly TestResult[],
  setting: TestSetting,
): Promise<readonly Canary[]> {
  const canaries: Canary[] = [];
  for (const declaration of declarations) {
    if (setting.signal.aborted) break;
    const proofs = results.filter((result) => expectsDenyBy(declaration, result)).map(({ test }) => test);
    if (proofs.length === 0 && !isMeantToDeny(declaration)) continue;
    canaries.push(await runCanary(declaration, proofs, setting));
  }
  return canaries;
}

async function runCanary(
  declaration: NamedDeclaration,
  proofs: readonly PolicyTest[],
  setting: TestSetting,
): Promise<Canary> {
  const hook = declaration.name;
  const place = formatPlace(declaration.place);
  const problems: string[] = [];
  for (const test of proofs) {
    const problem = await findProblem(declaration, test, setting);
    if (problem === null) return { hook, place, test: test.name, problem };
    problems.push(problem);
  }
  const missing = `no test expects it to deny: add one with expect: { decision: deny, decidedBy: ${hook} }`;
  return { hook, place, test: proofs[0]?.name ?? null, problem: problems[0] ?? missing };
}

/** A test that does not say who denies proves whoever did. */
function expectsDenyBy({ name, agent, point }: NamedDeclaration, { test, outcome }: TestResult): boolean {
  const { decision, decidedBy = outcome?.decidedBy } = test.expect;
  if (decision !== 'deny' || decidedBy !== name || findPoint(test.point).point !== point) return false;
  return agent === null || (test.agent !== null && meansAgent(agent, test.agent));
}

function isMeantToDeny({ options, point, type, runs }: NamedDeclaration): boolean {
  // A guard with only ask rules need not deny.
  if (type === 'rules' && !runs.startsWith('deny ')) return false;
  if (!point.admits.includes('deny') || options.enabled === false) return false;
  return options.guard === true || options.onFailure === 'closed';
}

async function findProblem(
  declaration: NamedDeclaration,
  test: PolicyTest,
  setting: TestSetting,
): Promise<string | null> {
  try {
    const outcome = await fireAlone(declaration, test, setting);
    const [run] = outcome.runs;
    if (run === undefined) return `it does not run for the event of "${test.name}"`;
    if (run.status === 'failed') return `it failed (${run.failure}) instead of denying: ${run.error}`;
    if (outcome.decision !== 'deny') return `it does not deny the event of "${test.name}"`;
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
