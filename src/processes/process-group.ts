const groups = new Set<ProcessGroup>();
const graceMs = 300;

/** The group of a child that was started detached: it ends as a whole, and never outlives the host. */
export class ProcessGroup {
  readonly #pid: number;
  #killer: ReturnType<typeof setTimeout> | null = null;

  constructor(pid: number) {
    this.#pid = pid;
    if (groups.size === 0) process.on('exit', killAll);
    groups.add(this);
  }

  /** Asks everybody in it to end, and ends whoever is left after a moment. */
  end(): void {
    if (this.#killer !== null || !groups.has(this)) return;
    this.signal('SIGTERM');
    this.#killer = setTimeout(() => {
      this.signal('SIGKILL');
      this.#forget();
    }, graceMs);
    this.#killer.unref();
  }

  /** To be called when the child is gone: it may have left others behind. */
  leaderGone(): void {
    if (this.signal(0)) this.end();
    else this.#forget();
  }

  /** False when nobody is left to get it. */
  signal(signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
    try {
      return process.kill(-this.#pid, signal);
    } catch {
      return false;
    }
  }

  #forget(): void {
    clearTimeout(this.#killer ?? undefined);
    groups.delete(this);
    if (groups.size === 0) process.off('exit', killAll);
  }
}

function killAll(): void {
  for (const group of groups) group.signal('SIGKILL');
}
