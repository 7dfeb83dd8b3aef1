import { createColors } from 'picocolors';

export type Colors = ReturnType<typeof createColors>;

/** Where a command writes to. */
export interface Terminal {
  readonly colors: Colors;
  /** Whether a person watches the output. */
  readonly isInteractive: boolean;
  readonly width: number;
  /** A line of the answer. */
  print(line: string): void;
  /** A line about the answer: warnings, progress, errors. */
  tell(line: string): void;
}

export function makeTerminal(
  output: NodeJS.WriteStream = process.stdout,
  messages: NodeJS.WriteStream = process.stderr,
): Terminal {
  const isInteractive = output.isTTY === true;
  const { NO_COLOR: without, FORCE_COLOR: forced, TERM: term } = process.env;
  const isColored = without ? false : forced ? forced !== '0' : isInteractive && term !== 'dumb';
  return {
    colors: createColors(isColored),
    isInteractive,
    width: output.columns ?? 80,
    print: (line) => void output.write(`${line}\n`),
    tell: (line) => void messages.write(`${line}\n`),
  };
}
