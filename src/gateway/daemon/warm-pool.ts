import { fileStates } from '../../files/file-facts.ts';
import { EndedByHook, ProcessGone, WarmProcess, type WarmReply } from './warm-process.ts';
import type { CallMessage } from './wire.ts';

const maxProcesses = 8;
const idleMs = 5 * 60_000;

export class WarmPool {
  readonly #module: URL;
  readonly #processes = new Map<string, WarmProcess>();

  constructor(module: URL) {
    this.#module = module;
  }

  get pids(): readonly number[] {
    return [...this.#processes.values()].flatMap(({ pid }) => pid ?? []);
  }

  async answer(message: CallMessage): Promise<Extract<WarmReply, { answer: unknown }>> {
    const key = keyOf(message);
    // Of files that change all the time, the caller makes what it can.
    for (let round = 0; round < 2; round += 1) {
      const process = this.#processFor(key, message);
      const reply = await process.ask(message).catch((problem: unknown) => {
        if (!(problem instanceof EndedByHook)) throw problem;
        return this.#processFor(key, message).ask(message, problem.message);
      });
      if ('answer' in reply) return reply;
      if (this.#processes.get(key) === process) this.#processes.delete(key);
      process.retire();
    }
    throw new ProcessGone('the configuration keeps changing');
  }

  tidy(now = Date.now()): void {
    const byAge = [...this.#processes].sort(([, one], [, other]) => one.lastUsed - other.lastUsed);
    let excess = byAge.length - maxProcesses;
    for (const [key, process] of byAge) {
      process.check(now);
      const isOld = now - process.lastUsed > idleMs || process.isGone;
      if (process.isBusy || !(isOld || excess > 0)) continue;
      excess -= 1;
      this.#processes.delete(key);
      process.retire();
    }
  }

  close(): void {
    for (const process of this.#processes.values()) process.retire();
    this.#processes.clear();
  }

  #processFor(key: string, message: CallMessage): WarmProcess {
    const known = this.#processes.get(key);
    if (known !== undefined && !known.isGone) return known;
    const process = new WarmProcess(this.#module, message);
    this.#processes.set(key, process);
    this.tidy();
    return process;
  }
}

const passing = new Set(['_', 'OLDPWD', 'SHLVL', 'TRACEPARENT', 'CLAUDE_EFFORT', 'CLAUDE_PID']);

function keyOf({ cwd, environment }: CallMessage): string {
  const variables = Object.entries(environment)
    .filter(([name]) => !passing.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  // A folder that was made again under the same name is another one: a process that stands in the old one stands nowhere.
  return JSON.stringify([cwd, fileStates([cwd], 'identity'), variables]);
}
