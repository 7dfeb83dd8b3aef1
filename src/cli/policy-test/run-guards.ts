import { failsClosed } from '../../config/inspect/fails-closed.ts';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { type Problem, warning } from '../../config/source/problem.ts';
import { endWorkers } from '../../handlers/workers/end-workers.ts';
import { harmlessProblem } from './harmless-run.ts';
import type { TestSetting } from './run-test.ts';

/** Runs every guard with a harmless event, and tells those that fail or stop it. */
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
