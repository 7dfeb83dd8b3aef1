import { constants } from 'node:os';

/** The signals that ask the program to end. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The time for a command to clean up before the program ends without it. */
const patienceMs = 3000;

export interface Interruption {
  /** Aborts when somebody asks the program to end. */
  readonly signal: AbortSignal;
  /** The exit code then, as in shells: 130 after Ctrl-C. Null while nobody has asked. */
  readonly exitCode: number | null;
  /** Stops listening, unless somebody has asked. */
  stop(): void;
}

/** Listens for Ctrl-C and similar signals. A second one ends the program at once. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let exitCode: number | null = null;
  const interrupt = (name: (typeof signals)[number]): void => {
    if (exitCode !== null) process.exit(exitCode);
    const code = 128 + constants.signals[name];
    exitCode = code;
    controller.abort(new Error(`interrupted by ${name}`));
    setTimeout(() => process.exit(code), patienceMs).unref();
  };
  for (const name of signals) process.on(name, interrupt);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    stop() {
      // A second one may come late, when the program has all but ended.
      if (exitCode !== null) return;
      for (const name of signals) process.off(name, interrupt);
    },
  };
}
