import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { drain } from './end-group.ts';
import { endWithHost, signalGroup } from './end-with-host.ts';
import { closed } from './start-directly.ts';
import { termThenKill } from './term-then-kill.ts';

const graceMs = 300;

/** The group of a detached child that runs for long. It ends as a whole, and never outlives the host. */
export class ProcessGroup {
  readonly #pid: number;
  readonly #gone: Promise<void>;
  #resolveGone = (): void => {};
  readonly #letLive: () => void;
  #isGone = false;
  #isEnding = false;

  constructor(pid: number) {
    this.#pid = pid;
    this.#letLive = endWithHost(pid);
    this.#gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
  }

  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    void termThenKill((name) => this.signal(name), this.#gone, graceMs, true).then(() => this.#forget());
  }

  signal(signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
    // Once it is gone, the number may belong to another group.
    return !this.#isGone && signalGroup(this.#pid, signal);
  }

  onExit(
    child: ChildProcess,
    output: readonly Readable[],
    tell: (code: number | null, signal: string | null) => void,
  ): void {
    const drained = Promise.all(output.map(closed));
    child.on('error', () => {});
    child.once('exit', async (code, signal) => {
      if (this.signal(0)) this.end();
      else this.#forget();
      await drain(drained);
      for (const stream of child.stdio) stream?.destroy();
      tell(code, signal);
    });
  }

  #forget(): void {
    this.#isGone = true;
    this.#letLive();
    this.#resolveGone();
  }
}
