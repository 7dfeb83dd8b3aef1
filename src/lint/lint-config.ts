import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
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
  topOf,
  type UnplacedWarning,
  warning,
} from '../config/source/problem.ts';
import { projectFolder } from '../config/source/project-folder.ts';
import { whyMissing } from '../config/source/why-missing.ts';
import { didYouMean, nearest } from '../engine/values/suggest.ts';
import { commandWarnings } from './commands/command-warnings.ts';
import { lintDeclared } from './declared.ts';
import { environmentWarnings } from './hooks/environment-warnings.ts';
import { moduleWarnings } from './hooks/module-warnings.ts';
import { pythonWarnings } from './hooks/python-warnings.ts';
import { lintRule, lintRules } from './rule-table.ts';
import { type FoundAt, stages } from './table/lint-rule.ts';
import { traceWarnings } from './trace-warnings.ts';

const about = /^(?:Edit|Write|MultiEdit|NotebookEdit|Read|NotebookRead|Glob|Grep|LS)\(([\s\S]+)\)$/;

/** Rules are often written before these files exist. */
const mayComeLater = /^(?:\..+|dist|build|out|target|coverage|node_modules|vendor|tmp|logs?)$/;

function rulePathWarning(rule: string, root: string): string | null {
  const [, pattern = ''] = about.exec(rule.trim()) ?? [];
  const path = pattern.trim().replace(/^\.\//, '');
  if (path === '' || /[\\${}|,;!"'`^()]/.test(path)) return null;
  const parts = path.split('/');
  if (parts.length === 1) return nameWarning(path, root);
  const folder = path.startsWith('//') ? '/' : path.startsWith('~/') ? homedir() : root;
  const literal = path.replace(/^(?:\/\/|~\/|\/)/, '').split('/');
  const end = literal.findIndex((part) => /[*?[]/.test(part));
  const known = literal.slice(0, end === -1 ? literal.length : end).filter((part) => part !== '');
  // One part that is missing is told, and not all that would be below it.
  for (let length = 1; length <= known.length; length += 1) {
    const place = join(folder, ...known.slice(0, length));
    if (existsSync(place)) continue;
    const shown = known.slice(0, length).join('/');
    const why = whyMissing(place);
    if (why === '' && mayComeLater.test(known[length - 1] ?? '')) return null;
    return `nothing is at ${path.startsWith('//') ? '/' : path.startsWith('~/') ? '~/' : ''}${shown}${why}`;
  }
  return null;
}

/** A name is searched at any depth, so only near misses are reported. */
function nameWarning(name: string, root: string): string | null {
  if (/[*?[]/.test(name) || name.startsWith('~') || existsSync(join(root, name))) return null;
  try {
    const near = nearest(name, readdirSync(root));
    return near === null ? null : `nothing here is called ${name}, did you mean "${near}"?`;
  } catch {
    return null;
  }
}

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
    ...traceWarnings(read),
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
  for (const { rule, place, isRestraint } of rules) {
    // A rule that is wrong in itself is about another path than it seems to be.
    if (!isRestraint || told.has(formatPlace(place))) continue;
    const message = rulePathWarning(rule, projectFolder(place.file));
    if (message !== null)
      found.push(warning('rule-path-missing', `${JSON.stringify(rule)}: ${message}`, place));
  }
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
        warning(
          'file-unread',
          `${name} stands beside this file, and is not read${hintFor(name)}`,
          topOf(root),
        ),
      ),
  );
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
