import { Budget, NeedsWatch, OverBudget } from './budget.ts';
import type { ShellReading } from './reading.ts';
import type { Dialect, ReaderOptions } from './state/frame.ts';
import { isOrdinary, waitsMs, withinBudget } from './time-limit.ts';
import { ShellReader } from './walk/shell-reader.ts';

export interface ReadShellOptions extends ReaderOptions {
  readonly shell?: Dialect;
}

/** Several guards read the same line, one after the other: for so long the last reading counts. */
const keptMs = 1000;
let last: {
  readonly text: string;
  readonly shell: Dialect;
  readonly reading: ShellReading;
  readonly at: number;
} | null = null;

/** Reads shell text: what it would run, and what about that cannot be told. Never throws. */
export function readShell(text: string, { shell = 'bash', ...options }: ReadShellOptions = {}): ShellReading {
  if (Object.keys(options).length > 0) return readAnew(text, shell, options);
  const now = performance.now();
  if (last !== null && last.text === text && last.shell === shell && now - last.at < keptMs)
    return last.reading;
  const reading = readAnew(text, shell, options);
  last = { text, shell, reading, at: now };
  return reading;
}

function readAnew(text: string, shell: Dialect, options: ReaderOptions): ShellReading {
  if (isOrdinary(text)) {
    try {
      return readUnwatched(text, shell, options);
    } catch (problem) {
      if (!(problem instanceof NeedsWatch)) throw problem;
    }
  }
  return readWatched(text, shell, options);
}

function readUnwatched(text: string, shell: Dialect, options: ReaderOptions): ShellReading {
  const reader = new ShellReader(new Budget('unwatched'), options);
  const problem = readAll(reader, text, shell);
  return readingOf(text, reader, problem);
}

function readWatched(text: string, shell: Dialect, options: ReaderOptions): ShellReading {
  let reader = new ShellReader(new Budget('watched'), options);
  for (const waitMs of waitsMs) {
    reader = new ShellReader(new Budget('watched'), options);
    let problem: string | null = null;
    const time = withinBudget(() => {
      problem = readAll(reader, text, shell);
    }, waitMs);
    if (time === 'done') return readingOf(text, reader, problem);
    if (time === 'over') break;
    // On a busy machine the time may be over before the reading has had its share of it.
  }
  return readingOf(text, reader, 'it takes too long to read');
}

/** Why the reading ended early; null when it did not. */
function readAll(reader: ShellReader, text: string, dialect: Dialect): string | null {
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
    return null;
  } catch (problem) {
    if (problem instanceof NeedsWatch) throw problem;
    return problem instanceof OverBudget ? problem.message : 'it cannot be read';
  }
}

function readingOf(
  text: string,
  { commands, doubts, evaluated: names }: ShellReader,
  problem: string | null,
): ShellReading {
  const evaluated = [...names];
  if (problem === null) return { text, commands, doubts, evaluated };
  const span = { start: 0, end: text.length };
  return {
    text,
    commands: [...commands],
    doubts: [...doubts, { about: 'line', reason: problem, span }],
    evaluated,
  };
}
