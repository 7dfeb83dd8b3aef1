import { isAbsolute, relative } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import type { WarningCode } from './warning-codes.ts';

/** A place in a file. Lines and columns count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The column after its last character. */
  readonly endColumn: number;
  /** The whole line. */
  readonly text: string;
}

/** A problem that makes a configuration file unusable. */
export interface Mistake {
  readonly severity: 'error';
  /** What is wrong, and what would be right. */
  readonly message: string;
  readonly place: FilePlace;
}

/** Something doubtful in a configuration file that still works. */
export interface Warning extends Omit<Mistake, 'severity'> {
  readonly severity: 'warning';
  readonly code: WarningCode;
}

export type Problem = Mistake | Warning;

/** A warning without its place. */
export type UnplacedWarning = Pick<Warning, 'code' | 'message'>;

export function mistake(message: string, place: FilePlace): Mistake {
  return { severity: 'error', message, place };
}

export function warning(code: WarningCode, message: string, place: FilePlace): Warning {
  return { severity: 'warning', code, message, place };
}

/** An unusable configuration, with every problem. */
export class ConfigError extends HooklineError {
  override readonly name: string = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('config-invalid', problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Sorts by file, in the order in which they were first named, then by place. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const files = [...new Set(problems.map(({ place }) => place.file))];
  return [...problems].sort(
    (left, right) =>
      files.indexOf(left.place.file) - files.indexOf(right.place.file) ||
      left.place.line - right.place.line ||
      left.place.column - right.place.column,
  );
}

/** What is about a whole file stands at its top. */
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
  // A long line is cut to the part around the place, so that the caret still points at it.
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
