import { resolve } from 'node:path';
import { type LogEntry, logToConsole } from '../../engine/firing/interceptor.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import {
  checkOptions,
  isNumber,
  type OptionCheck,
  type OptionChecks,
  textCheck,
} from '../../engine/values/options.ts';
import { type ContentMode, contentModes } from '../format/lines.ts';
import { pruneSeldom } from '../write/prune.ts';
import { defaultTraceFolder } from '../write/session-files.ts';
import { TraceStore } from '../write/trace-store.ts';
import type { Redact } from './content.ts';
import { type DescribeHook, KnownHooks } from './hook-facts.ts';
import { Recorder } from './recorder.ts';

export interface RecordOptions {
  /** The folder of the traces. Default: `traces` in hookline's state folder. */
  readonly folder?: string;
  /** How much of what agents and hooks say is recorded. Default: redacted. */
  readonly content?: ContentMode;
  /** Days after which a file is deleted. Default: 30. */
  readonly maxDays?: number;
  /** The size of all files together, in MiB, above which the oldest are deleted. Default: 1024. */
  readonly maxSize?: number;
  /** The size, in MiB, at which a session goes on in another file. Default: 64. */
  readonly maxFileSize?: number;
  /** How much may wait for the disk, in MiB. What is more is lost and counted. Default: 16. */
  readonly maxWaiting?: number;
  /** Gets a message when something is lost. Default: the console. */
  readonly log?: (entry: LogEntry) => void;
}

export interface RecordSetting extends RecordOptions {
  /** Until this resolves, nothing that could hold a secret is recorded. */
  readonly redact: () => Promise<Redact>;
  readonly describe?: DescribeHook;
  readonly config?: () => string | null;
  /** A session of hookline's own calls, which are not recorded. */
  readonly ignoredSession?: string;
}

export interface Recording {
  readonly folder: string;
  /** Settles when everything that was decided so far is on the disk, or lost and counted. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const mebibyte = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;
const maxWaitingEntries = 10_000;

const aboveZero: OptionCheck = ['a number above 0', (value) => isNumber(value) && value > 0];
const recordChecks: OptionChecks<RecordOptions> = {
  folder: textCheck,
  content: [contentModes.join(', '), (value) => contentModes.some((mode) => mode === value)],
  maxDays: aboveZero,
  maxSize: aboveZero,
  maxFileSize: aboveZero,
  maxWaiting: aboveZero,
  log: ['a function', (value) => typeof value === 'function'],
};

export function startRecording(hooks: Hooks, setting: RecordSetting): Recording {
  const { redact, describe = () => undefined, config = () => null, ignoredSession, ...options } = setting;
  checkOptions('record()', options, recordChecks);
  const { content = 'redacted', log = logToConsole } = options;
  const folder = resolve(options.folder ?? defaultTraceFolder());
  const onProblem = (message: string): void => log({ level: 'warning', message, point: null, hook: null });
  const store = new TraceStore({
    folder,
    content,
    maxFileBytes: (options.maxFileSize ?? 64) * mebibyte,
    maxWaitingBytes: (options.maxWaiting ?? 16) * mebibyte,
    onProblem,
  });
  const recorder = new Recorder({
    hooks,
    store,
    content,
    redact: content === 'redacted' ? loaded(redact, onProblem) : null,
    known: new KnownHooks(hooks, describe),
    printed: new WeakMap(),
    config,
    ignoredSession,
    maxWaiting: maxWaitingEntries,
    maxWaitingSize: (options.maxWaiting ?? 16) * mebibyte,
  });
  const stopListening = hooks.intercept(recorder);
  const retention = {
    maxAgeMs: (options.maxDays ?? 30) * dayMs,
    maxTotalBytes: (options.maxSize ?? 1024) * mebibyte,
  };
  const flush = async (): Promise<void> => {
    await recorder.flush();
    await pruneSeldom(folder, retention);
  };
  return {
    folder,
    flush,
    stop: async () => {
      stopListening();
      await flush();
    },
  };
}

function loaded(redact: () => Promise<Redact>, tell: (message: string) => void): Promise<Redact> {
  const loading = redact();
  loading.catch(() => tell('the secret detection could not be loaded, so the trace has no content'));
  return loading;
}
