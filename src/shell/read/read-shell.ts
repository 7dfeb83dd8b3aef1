import { Budget, NeedsWatch, OverBudget } from './budget.ts';
import type { ShellReading } from './reading.ts';
import type { Dialect, ReaderOptions } from './state/frame.ts';
import { isOrdinary, waitsMs, withinBudget } from './time-limit.ts';
import { ShellReader } from './walk/shell-reader.ts';

export interface ReadShellOptions extends ReaderOptions {
  /** Default: bash. */
  readonly shell?: Dialect;
}

/** Several guards read the same line, one after the other: for so long the last reading counts. */
const cachedMs = 1000;
let last: {
  readonly text: string;
  readonly shell: Dialect;
  readonly reading: ShellReading;
  readonly at: number;
} | null = null;

/** Reads shell text: what it would run, and what about that is unknown. Never throws. */
export function readShell(text: string, { shell = 'bash', ...options }: ReadShellOptions = {}): ShellReading {
  if (Object.keys(options).length > 0) return readText(text, shell, options);
  const now = performance.now();
  if (last !== null && last.text === text && last.shell === shell && now - last.at < cachedMs)
    return last.reading;
  const reading = readText(text, shell, options);
  last = { text, shell, reading, at: now };
  return reading;
}

function readText(text: string, shell: Dialect, options: ReaderOptions): ShellReading {
  if (isOrdinary(text)) {
    try {
      return readAll(new ShellReader(new Budget('unwatched'), options), text, shell);
    } catch (problem) {
      if (!(problem instanceof NeedsWatch)) throw problem;
    }
  }
  let reader = new ShellReader(new Budget('watched'), options);
  // On a busy machine the time may be over before the reading has had its share of it.
  for (const waitMs of waitsMs) {
    let reading: ShellReading | null = null;
    const watched = new ShellReader(new Budget('watched'), options);
    reader = watched;
    const time = withinBudget(() => {
      reading = readAll(watched, text, shell);
    }, waitMs);
    if (reading !== null) return reading;
    if (time === 'over') break;
  }
  return readingOf(text, reader, 'it takes too long to read');
}

function readAll(reader: ShellReader, text: string, dialect: Dialect): ShellReading {
  try {
    reader.read(text, (start, end) => ({ start, end: Math.min(end, text.length) }), {
      reader,
      shell: { state: reader.startState() },
      dialect,
      inside: [],
      via: [],
      input: { kind: 'unknown' },
      isGuess: false,
    });
    reader.readUncalled();
    reader.checkData({ start: 0, end: text.length });
    return readingOf(text, reader);
  } catch (problem) {
    if (problem instanceof NeedsWatch) throw problem;
    return readingOf(text, reader, problem instanceof OverBudget ? problem.message : 'it cannot be read');
  }
}

/** `problem`: why the reading ended early. */
function readingOf(
  text: string,
  { commands, doubts, evaluated }: ShellReader,
  problem?: string,
): ShellReading {
  const span = { start: 0, end: text.length };
  const ended = problem === undefined ? [] : [{ about: 'line' as const, reason: problem, span }];
  return { text, commands: [...commands], doubts: [...doubts, ...ended], evaluated: [...evaluated] };
}
