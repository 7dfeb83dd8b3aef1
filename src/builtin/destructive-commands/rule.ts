import { cutEnd } from '../../engine/values/cut-text.ts';
import { hasFlag, spelling, subcommandOf } from '../../shell/queries.ts';
import type { ShellCommand, ShellReading } from '../../shell/reading.ts';

export const severities = ['deny', 'ask'] as const;
export type Severity = (typeof severities)[number];

/** What a rule found in a line. */
export interface Finding {
  /** The words of the line that it is about. */
  readonly about: string;
  /** Where this case is milder or worse than the rule usually is. */
  readonly severity?: Severity;
  /** What is to be said instead of the rule's own reason. */
  readonly why?: string;
  /** What it removes, where all of that is known, by real paths. */
  readonly paths?: readonly string[];
}

/** Where a line would run, and all that it would run. */
export interface LinePlace {
  readonly cwd: string;
  readonly reading: ShellReading;
  /** Whether a look at repositories may prove that nothing is lost. */
  readonly looks: boolean;
  /** The folder of the project, by its real path. */
  readonly project: string;
}

/** Whether a command is what a rule is about. */
export type Test = (command: ShellCommand, place: LinePlace) => Finding | null;

/** One row: what it catches, why that is dangerous, and what to do instead. Its examples are its tests. */
export interface DangerRule {
  /** `pack.name`, which options and messages go by. */
  readonly id: string;
  readonly severity: Severity;
  readonly catches: string;
  readonly why: string;
  readonly instead: string;
  readonly test: Test;
  readonly stops: readonly string[];
  readonly passes: readonly string[];
}

/** What tells whether a text is meant: a regular expression, or a pattern of one's own. */
export interface TextTest {
  test(text: string): boolean;
}

/** A form of a call. Of each list, one must fit. */
export interface CallForm {
  /** Names of programs, separated by blanks. */
  readonly program: string;
  /** Subcommands, such as `push` or `volume rm`. */
  readonly sub?: readonly string[];
  /** Options of which one must be given. */
  readonly flags?: readonly string[];
  /** Options with which the call is harmless. */
  readonly without?: readonly string[];
  /** What one of its words, options aside, must be. */
  readonly word?: TextTest;
  /** What all its words together must have. */
  readonly text?: TextTest;
  /** It reads commands from its input, too. */
  readonly reads?: boolean;
}

/** A test for calls of one of these forms. */
export function calls(...forms: readonly CallForm[]): Test {
  return (command, { reading }) =>
    forms.some((form) => fits(form, command)) ? { about: sourceOf(command, reading) } : null;
}

function fits({ program, sub, flags, without, word, text, reads }: CallForm, command: ShellCommand): boolean {
  if (!program.split(' ').includes(command.name)) return false;
  const words = command.words.map(spelling);
  const own = subcommandOf(command);
  const path = own?.path.join(' ') ?? '';
  if (sub !== undefined && !sub.some((name) => path === name || path.startsWith(`${name} `))) return false;
  if (flags !== undefined && hasFlag(command, ...flags) !== 'yes') return false;
  if (without !== undefined && hasFlag(command, ...without) === 'yes') return false;
  const operands = (sub === undefined ? command.words : (own?.words ?? []))
    .map(spelling)
    .filter((one) => !/^-./.test(one));
  if (word !== undefined && !operands.some((one) => word.test(one))) return false;
  const given = reads === true ? `${words.join(' ')}\n${command.input ?? ''}` : words.join(' ');
  return text === undefined || text.test(given);
}

/** The command as it stands in the line. */
export function sourceOf({ span }: ShellCommand, { text }: ShellReading): string {
  return cutEnd(text.slice(span.start, span.end).trim(), 120);
}

/** The first of several tests that finds something. */
export function either(...tests: readonly Test[]): Test {
  return (command, place) => {
    for (const test of tests) {
      const found = test(command, place);
      if (found !== null) return found;
    }
    return null;
  };
}
