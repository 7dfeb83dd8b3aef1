import { isAbsolute, relative } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';

/** A place in a file. Lines and columns count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** The whole line. */
  readonly text: string;
}

export interface Mistake {
  readonly severity: 'error';
  readonly message: string;
  readonly place: FilePlace;
}

export interface Warning extends Omit<Mistake, 'severity'> {
  readonly severity: 'warning';
  readonly code: string;
}

export type Problem = Mistake | Warning;

export type UnplacedWarning = Pick<Warning, 'code' | 'message'>;

export function unplaced(code: string, message: string): UnplacedWarning {
  return { code, message };
}

export function mistake(message: string, place: FilePlace): Mistake {
  return { severity: 'error', message, place };
}

export function warning(code: string, message: string, place: FilePlace): Warning {
  return { severity: 'warning', code, message, place };
}

export class ConfigError extends HooklineError {
  override readonly name: string = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const { shown, more } = shownProblems(problems);
    super('config-invalid', [...shown.map(formatProblem), ...(more === null ? [] : [more])].join('\n'));
    this.problems = problems;
  }
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

const maxShown = 50;

export function shownProblems(problems: readonly Problem[]): {
  readonly shown: readonly Problem[];
  readonly more: string | null;
} {
  if (problems.length <= maxShown) return { shown: problems, more: null };
  const isError = ({ severity }: Problem): boolean => severity === 'error';
  const errors = problems.filter(isError);
  const shown = [...errors, ...problems.filter((one) => !isError(one))].slice(0, maxShown);
  return { shown, more: `… and ${problems.length - maxShown} more` };
}

export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const files = new Map(
    [...new Set(problems.map(({ place }) => place.file))].map((file, index) => [file, index]),
  );
  const indexOf = ({ place }: Problem): number => files.get(place.file) ?? 0;
  return [...problems].sort(
    (left, right) =>
      indexOf(left) - indexOf(right) ||
      left.place.line - right.place.line ||
      left.place.column - right.place.column,
  );
}

export function topOf(file: string): FilePlace {
  return { file, line: 1, column: 1, endColumn: 2, text: '' };
}

/** `file:line:column`, as editors and terminals link it. */
export function formatPlace({ file, line, column }: FilePlace): string {
  return `${shortPath(file)}:${line}:${column}`;
}

/** A path for people: relative to the current folder if it is inside. */
export function shortPath(file: string): string {
  const short = relative(process.cwd(), file);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? file : short;
}

const maxLineLength = 160;

/** The place, the problem, and the line with a caret under it. */
export function formatProblem(problem: Problem): string {
  const { severity, message, place } = problem;
  const code = problem.severity === 'warning' ? ` [${problem.code}]` : '';
  const head = `${formatPlace(place)}: ${severity}: ${message}${code}`;
  if (place.text.trim() === '') return head;
  const cut = place.text.length > maxLineLength ? Math.max(0, place.column - 60) : 0;
  const shown = place.text.slice(cut, cut + maxLineLength);
  const margin = String(place.line);
  const before = shown.slice(0, place.column - 1 - cut).replace(/[^\t]/g, ' ');
  const width = Math.max(1, Math.min(place.endColumn - 1 - cut, shown.length) - before.length);
  return [
    head,
    `  ${margin} | ${shown}`,
    `  ${' '.repeat(margin.length)} | ${before}${'^'.repeat(width)}`,
  ].join('\n');
}
