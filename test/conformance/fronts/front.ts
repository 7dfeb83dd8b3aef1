import type { Approver } from '../../../src/agent/tool-call/permissions.ts';
import type { Hooks } from '../../../src/engine/hooks/hooks.ts';

/** A program with one tool, `run`, which takes a `command` and answers "ran COMMAND". */
export interface Front {
  readonly name: string;
  /** Policies that it cannot keep, and why. It must block then, where a guard would be lost. */
  readonly cannot: Readonly<Record<string, string>>;
  drive(script: FrontScript): Promise<Seen>;
}

export interface FrontScript {
  readonly hooks: Hooks;
  /** The commands of the model's calls, one call a turn; then it says "Done." */
  readonly commands: readonly string[];
  /** Answers in the front's own way of asking. Without it, nobody answers. */
  readonly approve?: (command: unknown) => boolean;
  readonly approver?: Approver;
  readonly agent?: string;
}

export interface Seen {
  /** The commands that really ran. */
  readonly ran: readonly unknown[];
  /** What each model call was given, as text. */
  readonly requests: readonly Request[];
}

export interface Request {
  readonly system: string;
  /** The texts of the user's messages. */
  readonly user: readonly string[];
  /** The results of tools. */
  readonly results: readonly string[];
}
