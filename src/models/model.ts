import type { ToolInput } from '../engine/points/inputs.ts';

export interface AgentIdentity {
  readonly id: string;
  /** The type of a subagent as its definition names it; null for the session's own agent. */
  readonly type: string | null;
}

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

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

export type ToolContent = string | readonly (TextBlock | ImageBlock)[];

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: ToolContent;
  readonly is_error?: boolean;
}

export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly (TextBlock | ToolResultBlock)[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly (TextBlock | ToolUseBlock)[];
}

export type Message = UserMessage | AssistantMessage;

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A role may repeat: models whose API forbids that join such messages. */
export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  readonly agent: AgentIdentity;
  readonly purpose?: 'summary';
}

export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export type StopReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal' | (string & {});

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: ToolInput;
      readonly problem?: string;
    }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'stop'; readonly reason: StopReason };

export interface RespondOptions {
  /** On abort, the iteration throws, possibly after events that already came. */
  readonly signal: AbortSignal;
}

export interface Model {
  readonly name: string;
  respond(request: ModelRequest, options: RespondOptions): AsyncIterable<ModelEvent>;
}
