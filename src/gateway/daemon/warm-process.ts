import { type ChildProcess, fork } from 'node:child_process';
import type { AgentAnswer } from '../answer/answer.ts';
import type { CallMessage } from './call-message.ts';

/** What a warm process says to a call. */
export type WarmReply = { readonly id: number } & (
  | { readonly answer: AgentAnswer; readonly ms: number }
  /** The files have changed since it read them; another process must answer. */
  | { readonly stale: true }
);

/** The process sends it when it has started, and when it is asked. A process that does not may be blocked by a hook for good. */
export const pulse = 'pulse';

/** How long a process with calls may say nothing. */
const maxSilenceMs = 10_000;

/** The process was gone before it answered. */
export class ProcessGone extends Error {}

/** A hook of the one call that the process judged has ended it. Judged again, it would end the next one too. */
export class EndedByHook extends Error {}

/** Nobody else ends a process this way: it calls for these, or has no memory left. Any other signal may come from anywhere. */
const ownSignals: readonly (NodeJS.Signals | null)[] = [
  null,
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGTRAP',
];

/** A process that holds the configuration of one folder, and answers the calls from there. */
export class WarmProcess {
  readonly #child: ChildProcess;
  readonly #calls = new Map<number, { resolve: (reply: WarmReply) => void; reject: (why: Error) => void }>();
  #lastId = 0;
  #isGone = false;
  #isRetired = false;
  #isReady = false;
  /** The signal that has ended it, null for an exit of its own; undefined while it runs. */
  #endedBy: NodeJS.Signals | null | undefined;
  #lastHeard = Date.now();
  lastUsed = Date.now();

  constructor(module: URL, { cwd, environment }: CallMessage) {
    this.#child = fork(module, ['daemon', 'worker'], {
      cwd,
      env: environment,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (reply: WarmReply | typeof pulse) => {
      this.#lastHeard = Date.now();
      this.#isReady = true;
      if (reply === pulse) return;
      const call = this.#calls.get(reply.id);
      this.#calls.delete(reply.id);
      call?.resolve(reply);
      this.#endIfRetired();
    });
    this.#child.on('error', () => this.#lose());
    // What it said last may come after its exit, and before the end of the channel.
    this.#child.on('exit', (_code, signal) => {
      this.#endedBy = signal;
      if (!this.#child.connected) this.#lose();
    });
    this.#child.on('disconnect', () => {
      this.#isGone = true;
      if (this.#endedBy !== undefined) this.#lose();
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Has it answer a call: by its hooks, or, where these have ended a process already, with what came of it. */
  ask({ agent, payload, required }: CallMessage, ended: string | null = null): Promise<WarmReply> {
    this.#lastId += 1;
    this.lastUsed = Date.now();
    if (!this.isBusy) this.#lastHeard = this.lastUsed;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#isGone) return reject(new ProcessGone('the process has ended'));
      this.#calls.set(id, { resolve, reject });
      this.#child.send({ id, agent, payload, required, ended }, (problem) => {
        if (problem !== null) this.#lose();
      });
    });
  }

  /** Ends it where a hook blocks it: those who wait for it judge by themselves, and the next get another process. */
  check(now: number): void {
    if (!this.isBusy || this.#isGone) return;
    if (now - this.#lastHeard < maxSilenceMs) return void this.#child.send(pulse, () => undefined);
    this.#child.kill('SIGKILL');
    this.#lose();
  }

  /** Ends it once its calls are answered. */
  retire(): void {
    this.#isRetired = true;
    this.#endIfRetired();
  }

  #endIfRetired(): void {
    if (this.#isRetired && !this.isBusy && this.#child.connected) this.#child.disconnect();
  }

  #lose(): void {
    this.#isGone = true;
    const isOwnEnd = this.#endedBy !== undefined && ownSignals.includes(this.#endedBy);
    // Of several calls, nobody knows whose hook it was.
    const problem =
      this.#isReady && isOwnEnd && this.#calls.size === 1
        ? new EndedByHook('a hook ended the process that it ran in')
        : new ProcessGone('the process ended before it answered');
    for (const { reject } of this.#calls.values()) reject(problem);
    this.#calls.clear();
  }
}
