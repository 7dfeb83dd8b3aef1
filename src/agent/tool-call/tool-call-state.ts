import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { ToolInput } from '../../engine/points/inputs.ts';
import type { ToolContent } from '../../models/model.ts';
import type { ToolTraits } from './permissions.ts';
import { appendText } from './tool-texts.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: ToolInput;
}

/** What the host knows about the tool. */
export interface ToolCallOptions extends ToolTraits {
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  render?(response: unknown): ToolContent;
}

/** What the host does next. */
export interface GateAnswer {
  /** The result for the model, after every hook. */
  readonly content: ToolContent;
  readonly isError: boolean;
  /** User messages that follow the result. */
  readonly messages: readonly string[];
  /** A hook ended the turn. */
  readonly halted: boolean;
  readonly haltReason: string | null;
  /** Whether the tool ran. */
  readonly executed: boolean;
  /** The input after every change. */
  readonly input: ToolInput;
}

/** A call on its way through the gate, and what hooks did to it so far. */
export class ToolCallState {
  readonly call: ToolCall;
  readonly options: ToolCallOptions;
  input: ToolInput;
  content: ToolContent = '';
  isError = false;
  executed = false;
  /** Who changed the input last: a hook or a person. Null: nobody. */
  changedBy: string | null = null;
  halted = false;
  haltReason: string | null = null;
  readonly #appended: string[] = [];
  readonly #messages: string[] = [];

  constructor(call: ToolCall, options: ToolCallOptions) {
    this.call = call;
    this.options = options;
    this.input = call.input;
  }

  get aborted(): boolean {
    return this.options.signal?.aborted ?? false;
  }

  change(input: ToolInput, by: string): void {
    this.input = input;
    this.changedBy = by;
  }

  /** Keeps what an outcome adds to the result. Returns what belongs into the system prompt. */
  gather(outcome: Outcome): readonly string[] {
    if (outcome.halted && !this.halted) {
      this.halted = true;
      this.haltReason = outcome.haltReason;
    }
    const system: string[] = [];
    const lists = { tool_result: this.#appended, user_message: this.#messages, system };
    for (const { content, into } of outcome.injections) lists[into].push(content);
    return system;
  }

  /** Refuses the call and tells the model why. Returns false, so that callers can return it. */
  refuse(why: string): false {
    this.content = why;
    this.isError = true;
    return false;
  }

  refuseHalted(): false {
    return this.refuse(`Not run: a hook ended the turn${this.haltReason ? `: ${this.haltReason}` : ''}`);
  }

  answer(): GateAnswer {
    return {
      content: appendText(this.content, this.#appended),
      isError: this.isError,
      messages: this.#messages,
      halted: this.halted,
      haltReason: this.haltReason,
      executed: this.executed,
      input: this.input,
    };
  }
}
