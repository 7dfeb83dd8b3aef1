export interface ProcessSpec {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface RunningProcess {
  /** How it ended. Rejects with an error with a `code` such as ENOENT when it could not be started. */
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal: string | null }>;
  readonly drained: Promise<void>;
  write(data: Uint8Array): void;
  /** Reaches every process of the group, also after its first one has exited. */
  signalGroup(signal: 'SIGTERM' | 'SIGKILL'): void;
  release(): void;
}

export interface ProcessEvents {
  stdout(chunk: Uint8Array): void;
  stderr(chunk: Uint8Array): void;
  /** The process was lost with the launcher and runs again: what it wrote before does not count. */
  restarted?(): void;
}

export type StartProcess = (spec: ProcessSpec, events: ProcessEvents) => RunningProcess;
