import type { NamedDeclaration } from '../load/declaration.ts';
import type { ReadConfig } from '../load/read-config.ts';
import { type Settled, settle } from '../source/acknowledgements.ts';
import { type FilePlace, inOrder, type Problem, type UnplacedWarning, warning } from '../source/problem.ts';
import { projectFolder } from '../source/project-folder.ts';
import { commandWarnings } from './command-warnings.ts';
import { environmentWarnings } from './environment-warnings.ts';
import { moduleWarnings } from './module-warnings.ts';
import { pythonWarnings } from './python-files.ts';
import { rulePathWarning } from './rule-path-warnings.ts';
import { unreadFiles } from './unread-files.ts';

/** How many hooks are looked at together: each may start a program that reads its script. */
const maxAtOnce = 4;

/**
 * Looks at a configuration as deep as it can without running any of it: at the scripts, modules and Python files of its
 * hooks, the programs and variables that they need, and the files that its rules are about. `fromRuns` is what running its
 * guards has shown; null when none was run. `fromAgents` is what the agents on this machine do not do of it.
 */
export async function inspectConfig(
  read: ReadConfig,
  fromRuns: readonly Problem[] | null = null,
  fromAgents: readonly Problem[] = [],
): Promise<Settled> {
  const { declarations, files, rules, findings } = read;
  const found: Problem[] = [...unreadFiles(files), ...(fromRuns ?? []), ...fromAgents];
  for (let start = 0; start < declarations.length; start += maxAtOnce) {
    const some = declarations.slice(start, start + maxAtOnce);
    found.push(...(await Promise.all(some.map(hookWarnings))).flat());
  }
  for (const [{ place }, { code, message }] of await pythonWarnings(declarations))
    found.push(warning(code, message, place));
  for (const { rule, place } of rules) {
    // A rule that is wrong in itself is about another path than it seems to be.
    if (findings.problems.some((one) => isSamePlace(one.place, place))) continue;
    const message = rulePathWarning(rule, projectFolder(place.file));
    if (message !== null)
      found.push(warning('rule-path-missing', `${JSON.stringify(rule)}: ${message}`, place));
  }
  const problems = [...findings.problems, ...found.filter((one) => !isTold(one, findings.problems))];
  const settled = settle({ ...findings, problems }, fromRuns === null ? 'validate' : 'deep');
  return { ...settled, problems: inOrder(settled.problems) };
}

async function hookWarnings(declaration: NamedDeclaration): Promise<readonly Problem[]> {
  if (declaration.options.enabled === false) return [];
  const texts = await textWarnings(declaration);
  return [
    ...texts.map(({ code, message }) => warning(code, message, declaration.place)),
    ...environmentWarnings(declaration),
  ];
}

async function textWarnings(declaration: NamedDeclaration): Promise<readonly UnplacedWarning[]> {
  if (declaration.type === 'command') return commandWarnings(declaration);
  return declaration.type === 'module' ? moduleWarnings(declaration) : [];
}

/** What was found when the files were read is not told again in other words. */
function isTold(problem: Problem, told: readonly Problem[]): boolean {
  return told.some(
    (other) =>
      other.severity === problem.severity &&
      (other.severity === 'error' || problem.severity === 'error' || other.code === problem.code) &&
      isSamePlace(other.place, problem.place),
  );
}

function isSamePlace(one: FilePlace, other: FilePlace): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column;
}
