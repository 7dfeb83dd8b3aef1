import { createColors } from 'picocolors';
import { HooklineError } from '../../engine/values/errors.ts';

type Color = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export type Colors = Readonly<Record<Color, (text: string) => string>> & {
  readonly isColorSupported: boolean;
};

export interface Terminal {
  readonly colors: Colors;
  readonly messageColors: Colors;
  readonly isInteractive: boolean;
  readonly width: number;
  readonly closed: AbortSignal;
  print(line: string): void;
  tell(line: string): void;
  readonly showsStatus: boolean;
  status(line: string | null): void;
  /** However slow the reader is. Throws when the output can't be written. */
  flush(): Promise<void>;
}

const eraseLine = '\r\u001b[2K';

export function makeTerminal(
  output: NodeJS.WriteStream = process.stdout,
  messages: NodeJS.WriteStream = process.stderr,
): Terminal {
  const closed = new AbortController();
  const showsStatus = messages.isTTY === true && process.env['TERM'] !== 'dumb';
  let failure: NodeJS.ErrnoException | null = null;
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') closed.abort();
    else failure ??= error;
  });
  // When messages cannot be written, nobody can be told.
  messages.on('error', () => undefined);

  let shown: string | null = null;
  const draw = (line: string | null): void => {
    if (shown === null && line === null) return;
    shown = line;
    messages.write(`${eraseLine}${line === null ? '' : line.slice(0, (messages.columns ?? 80) - 1)}`);
  };
  const write = (stream: NodeJS.WriteStream, line: string): void => {
    const status = shown;
    draw(null);
    stream.write(`${line}\n`);
    draw(status);
  };
  return {
    colors: createColors(isColored(output)),
    messageColors: createColors(isColored(messages)),
    isInteractive: output.isTTY === true,
    get width() {
      return output.columns ?? 80;
    },
    closed: closed.signal,
    print: (line) => write(output, line),
    tell: (line) => write(messages, line),
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
