import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { NamedDeclaration } from '../config/load/declaration.ts';
import type { ReadConfig } from '../config/load/read-config.ts';
import {
  type Acknowledgement,
  type Findings,
  type Settled,
  settle,
} from '../config/source/acknowledgements.ts';
import {
  formatPlace,
  inOrder,
  type Problem,
  shortPath,
  topOf,
  type UnplacedWarning,
  warning,
} from '../config/source/problem.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import { commandWarnings } from './commands/command-warnings.ts';
import { lintDeclared } from './declared.ts';
import { builtinWarnings } from './hooks/builtin-warnings.ts';
import { environmentWarnings } from './hooks/environment-warnings.ts';
import { moduleWarnings } from './hooks/module-warnings.ts';
import { pythonWarnings } from './hooks/python-warnings.ts';
import { lintRule, lintRules } from './rule-table.ts';
import { rulePathWarnings } from './rules/rule-paths.ts';
import { programWarnings } from './rules/rule-programs.ts';
import { type FoundAt, stages } from './table/lint-rule.ts';
import { traceWarnings } from './trace-warnings.ts';

export type Linted = Omit<Settled, 'unused'>;

/** Each may start a program that reads its script. */
const maxAtOnce = 4;

/**
 * Looks as deep as it can without running hooks. `fromRuns` has what running the guards showed, `fromAgents` what the
 * agents on this machine can't do.
 */
export async function lintRead(
  read: ReadConfig,
  fromRuns: readonly Problem[] | null = null,
  fromAgents: readonly Problem[] = [],
): Promise<Linted> {
  const { declarations, files, rules, findings } = read;
  const known = [...findings.problems, ...lintDeclared(read)];
  const found: Problem[] = [
    ...unreadFiles(files),
    ...emptyScripts(read),
    ...traceWarnings(read),
    ...(await builtinWarnings(declarations)),
    ...(fromRuns ?? []),
    ...fromAgents,
  ];
  for (let start = 0; start < declarations.length; start += maxAtOnce) {
    const some = declarations.slice(start, start + maxAtOnce);
    found.push(...(await Promise.all(some.map(hookWarnings))).flat());
  }
  for (const [{ place }, { code, message }] of await pythonWarnings(declarations))
    found.push(warning(code, message, place));
  const told = new Set(known.flatMap((one) => [formatPlace(one.place), placeAndKind(one)]));
  // A rule that is wrong in itself is about another command or path than it seems to be.
  const restraints = rules.filter(({ place, isRestraint }) => isRestraint && !told.has(formatPlace(place)));
  found.push(...programWarnings(restraints), ...rulePathWarnings(restraints));
  // What was found when the files were read is not told again in other words.
  const problems = [...known, ...found.filter((one) => !told.has(placeAndKind(one)))];
  return settled({ ...findings, problems }, fromRuns === null ? 'validate' : 'deep');
}

export function lintLightly(read: ReadConfig): Linted {
  const problems = [...read.findings.problems, ...lintDeclared(read)];
  return settled({ ...read.findings, problems }, 'load');
}

function settled(findings: Findings, looked: FoundAt): Linted {
  const { unused, problems, acknowledged } = settle(findings);
  const idle = unused.flatMap((one) => idleness(one, looked));
  return { problems: inOrder([...problems, ...idle]), acknowledged };
}

/** An acknowledgement of a warning that only a deeper look finds is judged only then. */
function idleness({ code, place }: Acknowledgement, looked: FoundAt): readonly Problem[] {
  if (code === '') return [warning('ignore-unknown', 'say what is ignored: # hookline-ignore CODE', place)];
  const rule = lintRule(code);
  if (rule === undefined) {
    const message = `no warning has the code "${code}"${didYouMean(code, Object.keys(lintRules))}`;
    return [warning('ignore-unknown', message, place)];
  }
  if (rule.ofMachine || stages.indexOf(rule.found) > stages.indexOf(looked)) return [];
  return [warning('ignore-unused', `there is no warning "${code}" here to ignore`, place)];
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

function placeAndKind(problem: Problem): string {
  return `${formatPlace(problem.place)} ${problem.severity === 'error' ? '' : problem.code}`;
}

function unreadFiles(files: readonly string[]): readonly Problem[] {
  const read = new Set(files);
  const roots = files.filter((file) => /^hookline\.ya?ml$/.test(basename(file)));
  return roots.flatMap((root) =>
    namesIn(dirname(root))
      .filter((name) => isLikeOne(name) && !read.has(join(dirname(root), name)))
      .map((name) =>
        warning('file-unread', `${name} is beside this file, and is not read${hintFor(name)}`, topOf(root)),
      ),
  );
}

function emptyScripts({ texts, declarations, findings }: ReadConfig): readonly Problem[] {
  const used = new Set(declarations.map(({ place }) => place.file));
  return [...texts.keys()]
    .filter((file) => file.endsWith('.arma') && !used.has(file))
    .filter((file) =>
      findings.problems.every(({ severity, place }) => severity !== 'error' || place.file !== file),
    )
    .map((file) => {
      const why = texts.get(file)?.trim() === '' ? 'it is empty' : 'everything in it is a comment';
      return warning(
        'script-empty',
        `${shortPath(file)} has no hooks: ${why}`,
        findings.namedAt.get(file) ?? topOf(file),
      );
    });
}

function isLikeOne(name: string): boolean {
  return (
    /^\.?hookline(?:[.-]?(?:config|rc|hooks))?\.(?:ya?ml|json|toml)$/i.test(name) ||
    /\.arma$/.test(name) ||
    /^hookline\.ya?ml\.txt$/i.test(name)
  );
}

function hintFor(name: string): string {
  if (name.endsWith('.arma')) return `; "scripts: ${name}" under "hooks" would`;
  return /\.ya?ml$/.test(name) ? `; "include: ${name}" would` : '';
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
