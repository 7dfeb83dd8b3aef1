import type { NamedDeclaration } from '../../config/declaration.ts';
import { formatPlace } from '../../config/problem.ts';
import { messageOf } from '../../engine/text.ts';
import { fireAlone } from './run-test.ts';
import type { PolicyTest } from './test-file.ts';

/** Whether a hook that is meant to deny still can. */
export interface Canary {
  readonly hook: string;
  readonly place: string;
  /** The test that shows it; null when there is none. */
  readonly test: string | null;
  /** Why it cannot be relied on; null when it can. */
  readonly problem: string | null;
}

/**
 * Shows for each hook that is meant to deny that it does: guards, hooks that fail closed, and hooks that a test expects
 * a deny of. The hook is fired alone, and has to deny by itself: failing closed is no proof.
 */
export async function runCanaries(
  declarations: readonly NamedDeclaration[],
  tests: readonly PolicyTest[],
  files: readonly string[],
): Promise<readonly Canary[]> {
  const canaries: Canary[] = [];
  for (const declaration of declarations) {
    const { name, place } = declaration;
    const proofs = tests.filter(({ expect }) => expect.decision === 'deny' && expect.decidedBy === name);
    if (proofs.length === 0 && !isMeantToDeny(declaration)) continue;
    const problems: string[] = [];
    let shownBy: string | null = null;
    for (const test of proofs) {
      const problem = await findProblem(name, test, files);
      if (problem === null) shownBy = test.name;
      else problems.push(problem);
    }
    const missing = `no test expects it to deny: add one with expect: { decision: deny, decidedBy: ${name} }`;
    const problem = shownBy === null ? (problems[0] ?? missing) : null;
    canaries.push({
      hook: name,
      place: formatPlace(place),
      test: shownBy ?? proofs[0]?.name ?? null,
      problem,
    });
  }
  return canaries;
}

function isMeantToDeny({ options, point }: NamedDeclaration): boolean {
  return point.admits.includes('deny') && (options.guard === true || options.onFailure === 'closed');
}

async function findProblem(name: string, test: PolicyTest, files: readonly string[]): Promise<string | null> {
  try {
    const outcome = await fireAlone(name, test, files);
    const run = outcome.runs.find(({ hook }) => hook === name);
    if (run === undefined) return `it does not run for the event of "${test.name}"`;
    if (run.status === 'failed') return `it failed (${run.failure}) instead of denying: ${run.error}`;
    if (outcome.decision !== 'deny') return `it does not deny the event of "${test.name}"`;
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
