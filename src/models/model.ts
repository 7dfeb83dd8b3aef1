import type { ToolInput } from '../engine/points/inputs.ts';
import type { AgentIdentity } from './identity.ts';

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** A picture, as a tool may give one. */
export interface ImageBlock {
  readonly type: 'image';
  readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string };
}

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: ToolInput;
}

/** A tool's result for the model. */
export type ToolContent = string | readonly (TextBlock | ImageBlock)[];

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: ToolContent;
  readonly is_error?: boolean;
}

/** A person's prompt, a hook's message, or the results of the tool calls of the assistant message before it. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly (TextBlock | ToolResultBlock)[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly (TextBlock | ToolUseBlock)[];
}

export type Message = UserMessage | AssistantMessage;

/** A tool, as described to the model. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of type `object`. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** One call of a model. The same role may follow itself: a model whose API forbids that joins such messages. */
export interface ModelRequest {
  /** Empty when there is none. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  /** Who asks. A real model may ignore it. */
  readonly agent: AgentIdentity;
  /** Set when the request is for a summary of the conversation. */
  readonly purpose?: 'summary';
}

export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** `end_turn` when it is done, `tool_use` when it wants results; APIs have others, which also end the turn. */
export type StopReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal' | (string & {});

/** What a model says, in the order in which it says it. `stop` comes once and last. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: ToolInput;
      /** Why the input could not be read, such as arguments that are not JSON; the call becomes a tool error then. */
      readonly problem?: string;
    }
  /** Several are added up. */
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'stop'; readonly reason: StopReason };

export interface RespondOptions {
  /** Aborting it ends the response: the iteration throws, at once or after what already came. */
  readonly signal: AbortSignal;
}

/** A model. It does its own retries. An error that it throws ends the turn. */
export interface Model {
  /** Shown to hooks as `model` of SessionStart. */
  readonly name: string;
  respond(request: ModelRequest, options: RespondOptions): AsyncIterable<ModelEvent>;
}
