import { type ChildProcess, fork } from 'node:child_process';
import type { AgentAnswer } from '../answer/answer-text.ts';
import type { HostCall } from '../host/host.ts';
import { isSystemDaemon } from './daemon-address.ts';
import type { CallMessage } from './wire.ts';

export type WarmQuestion = HostCall & { readonly id: number; readonly tools?: readonly string[] | undefined };

export type WarmReply = { readonly id: number } & (
  | { readonly answer: AgentAnswer; readonly ms: number }
  | { readonly stale: true }
);

/** Sent at the start and when asked. A silent process may be blocked by a hook for good. */
export const pulse = 'pulse';

const maxSilenceMs = 10_000;

export class ProcessGone extends Error {}

/** Judged again, the call would end the next process too. */
export class EndedByHook extends Error {}

/** A process causes these signals itself; any other may come from anywhere. */
const ownSignals: readonly (NodeJS.Signals | null)[] = [
  null,
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGTRAP',
];

export class WarmProcess {
  readonly #child: ChildProcess;
  readonly #calls = new Map<number, { resolve: (reply: WarmReply) => void; reject: (why: Error) => void }>();
  readonly #unsent: WarmQuestion[] = [];
  #lastId = 0;
  #isGone = false;
  #isRetired = false;
  #isReady = false;
  #endedBy: NodeJS.Signals | null | undefined;
  lastUsed = Date.now();
  #lastHeard = this.lastUsed;

  constructor(module: URL, { cwd, environment }: CallMessage) {
    this.#child = fork(module, ['daemon', 'worker'], {
      cwd,
      // Its state is where the callers can't write.
      env: isSystemDaemon() ? { ...environment, XDG_STATE_HOME: '/var/lib' } : environment,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (replies: readonly WarmReply[] | typeof pulse) => {
      this.#lastHeard = Date.now();
      this.#isReady = true;
      if (replies === pulse) return;
      for (const reply of replies) {
        const call = this.#calls.get(reply.id);
        this.#calls.delete(reply.id);
        call?.resolve(reply);
      }
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

  ask(
    { agent, payload, required, named, tools }: CallMessage,
    ended: string | null = null,
  ): Promise<WarmReply> {
    this.#lastId += 1;
    this.lastUsed = Date.now();
    if (!this.isBusy) this.#lastHeard = this.lastUsed;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#isGone) return reject(new ProcessGone('the process has ended'));
      this.#calls.set(id, { resolve, reject });
      // Calls that come together go together: each message costs as much as a judgement.
      if (this.#unsent.push({ id, agent, payload, required, ended, named, tools }) === 1)
        queueMicrotask(() => this.#send());
    });
  }

  #send(): void {
    this.#child.send(this.#unsent.splice(0), (problem) => {
      if (problem !== null) this.#lose();
    });
  }

  check(now: number): void {
    if (!this.isBusy || this.#isGone) return;
    if (now - this.#lastHeard < maxSilenceMs) return void this.#child.send(pulse, () => undefined);
    this.#child.kill('SIGKILL');
    this.#lose();
  }

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
