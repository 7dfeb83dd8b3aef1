import { termThenKill } from './term-then-kill.ts';

const groups = new Set<ProcessGroup>();
const graceMs = 300;

/** The group of a detached child. It ends as a whole, and never outlives the host. */
export class ProcessGroup {
  readonly #pid: number;
  readonly #gone: Promise<void>;
  #resolveGone = (): void => {};
  #isEnding = false;

  constructor(pid: number) {
    this.#pid = pid;
    this.#gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
    if (groups.size === 0) process.on('exit', killAll);
    groups.add(this);
  }

  /** Ends the group: asks first, and kills after a moment. */
  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    void termThenKill((name) => this.signal(name), this.#gone, graceMs, true).then(() => this.#forget());
  }

  /** Call it when the child is gone: others of its group may be left. */
  leaderGone(): void {
    if (this.signal(0)) this.end();
    else this.#forget();
  }

  /** False when nobody is left to get it. */
  signal(signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
    // The number may belong to another group by now.
    if (!groups.has(this)) return false;
    try {
      return process.kill(-this.#pid, signal);
    } catch {
      return false;
    }
  }

  #forget(): void {
    groups.delete(this);
    this.#resolveGone();
    if (groups.size === 0) process.off('exit', killAll);
  }
}

function killAll(): void {
  for (const group of groups) group.signal('SIGKILL');
}
