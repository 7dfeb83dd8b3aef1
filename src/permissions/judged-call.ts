import { readShell } from '../shell/read-shell.ts';
import type { ShellReading } from '../shell/reading.ts';
import type { Bases } from './path-rule.ts';
import { type CallUses, callUses, type GivenCall } from './uses/call-uses.ts';

/** A call, with what it would run and open: read once, however many rules there are. */
export class JudgedCall {
  readonly call: GivenCall;
  readonly bases: Bases;
  #reading: ShellReading | null = null;
  #uses: CallUses | null = null;

  constructor(call: GivenCall, root: string | null) {
    this.call = call;
    this.bases = { root: root ?? call.cwd, cwd: call.cwd };
  }

  /** What its command would run; null when it has none that is text. */
  get reading(): ShellReading | null {
    const { command } = this.call.input;
    if (typeof command !== 'string') return null;
    this.#reading ??= readShell(command);
    return this.#reading;
  }

  get uses(): CallUses {
    this.#uses ??= callUses(this.call);
    return this.#uses;
  }
}
