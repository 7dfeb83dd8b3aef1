import { createColors } from 'picocolors';
import { HooklineError } from '../../engine/values/errors.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { layOutTable, type Table } from './table.ts';

type Color = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export type Colors = Readonly<Record<Color, (text: string) => string>> & {
  readonly isColorSupported: boolean;
};

export interface Terminal {
  readonly colors: Colors;
  readonly messageColors: Colors;
  readonly closed: AbortSignal;
  /** To stdout. */
  print(...lines: readonly string[]): void;
  printTable(rows: readonly (readonly string[])[], layout?: Omit<Table, 'rows'>): void;
  /** Returns the exit code, for commands that end with it. */
  printJson(data: unknown, exitCode?: number): number;
  /** To stderr. */
  tell(...lines: readonly string[]): void;
  readonly showsStatus: boolean;
  status(line: string | null): void;
  /** However slow the reader is. Throws when the output can't be written. */
  flush(): Promise<void>;
}

const eraseLine = '\r\u001b[2K';

export function makeTerminal({ isPlain = false } = {}): Terminal {
  const { stdout: output, stderr: messages } = process;
  const closed = new AbortController();
  const showsStatus = messages.isTTY === true && process.env['TERM'] !== 'dumb';
  let failure: NodeJS.ErrnoException | null = null;
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') closed.abort();
    else failure ??= error;
  });
  // Without stderr there is no place for messages.
  messages.on('error', () => undefined);

  let shown: string | null = null;
  const draw = (line: string | null): void => {
    if (shown === null && line === null) return;
    shown = line;
    messages.write(`${eraseLine}${line === null ? '' : line.slice(0, (messages.columns ?? 80) - 1)}`);
  };
  const writeTo =
    (stream: NodeJS.WriteStream) =>
    (...lines: readonly string[]): void => {
      const status = shown;
      draw(null);
      for (const line of lines) stream.write(`${line}\n`);
      draw(status);
    };
  const print = writeTo(output);
  const colors = createColors(!isPlain && isColored(output));
  return {
    colors,
    messageColors: createColors(!isPlain && isColored(messages)),
    closed: closed.signal,
    print,
    // Other programs read whole lines.
    printTable: (rows, { head, indent } = {}) =>
      print(...layOutTable({ rows, head: head?.map(colors.bold), indent }, output.columns)),
    printJson(data, exitCode = 0) {
      print(visible(JSON.stringify(data, null, 2)));
      return exitCode;
    },
    tell: writeTo(messages),
    showsStatus,
    status: (line) => {
      if (showsStatus) draw(line);
    },
    async flush() {
      draw(null);
      await Promise.all([output, messages].map(written));
      if (failure !== null)
        throw new HooklineError('file-unwritable', `the output cannot be written: ${failure.message}`);
    },
  };
}

function isColored(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR: without, FORCE_COLOR: forced, TERM: term } = process.env;
  if (without) return false;
  if (forced) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && term !== 'dumb';
}

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    // The callback comes after everything before it was written, or with the stream's error.
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}
