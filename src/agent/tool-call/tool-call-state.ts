import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { ToolInput } from '../../engine/points/inputs.ts';
import type { ToolContent } from '../../models/model.ts';
import type { Approver, ToolTraits } from './permissions.ts';
import { appendText } from './tool-texts.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: ToolInput;
}

export interface ToolCallOptions extends ToolTraits {
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly approver?: Approver;
  render?(response: unknown): ToolContent;
}

export interface GateAnswer {
  readonly content: ToolContent;
  readonly isError: boolean;
  readonly messages: readonly string[];
  readonly halted: boolean;
  readonly haltReason: string | null;
  readonly executed: boolean;
  readonly input: ToolInput;
  /** What the tool returned, as hooks left it; null if it failed or did not run. */
  readonly response: unknown;
  readonly appended: readonly string[];
}

export class ToolCallState {
  readonly call: ToolCall;
  readonly options: ToolCallOptions;
  input: ToolInput;
  content: ToolContent = '';
  response: unknown = null;
  isError = false;
  executed = false;
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

  /** Refuses the call and tells the model why. Returns false, so callers can return it. */
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
      response: this.isError ? null : this.response,
      appended: this.#appended,
    };
  }
}
