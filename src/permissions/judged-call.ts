import { UnjudgeablePath } from '../files/follow-links.ts';
import { readShell } from '../shell/read-shell.ts';
import type { ShellReading } from '../shell/reading.ts';
import type { Bases } from './path-rule.ts';
import { type CallUses, callUses, type GivenCall } from './uses/call-uses.ts';
import { ToolPaths } from './uses/tool-paths.ts';

const tools = new ToolPaths({}, 'judge');

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

  /** The same for all commands of a shell that other agents call otherwise: `cmd`, or a list of words. */
  get readings(): readonly ShellReading[] | null {
    const { reading } = this;
    if (reading !== null) return [reading];
    const lines = commandsIn(this.call);
    const texts = lines.filter((line) => typeof line === 'string');
    return texts.length === 0 || texts.length < lines.length ? null : texts.map((text) => readShell(text));
  }

  get uses(): CallUses {
    this.#uses ??= callUses(this.call);
    return this.#uses;
  }
}

function commandsIn({ toolName, input }: GivenCall): readonly unknown[] {
  try {
    return tools
      .in(toolName, input)
      .filter(({ kind }) => kind === 'command')
      .map(({ value }) => value);
  } catch (problem) {
    if (!(problem instanceof UnjudgeablePath)) throw problem;
    return [];
  }
}
