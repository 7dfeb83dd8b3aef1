import type { Level } from '../../engine/outcome/effects.ts';
import type { Message, TextBlock, ToolContent, ToolUseBlock, Usage } from '../../models/model.ts';
import type { HookMessage } from '../../trace/messages.ts';

/** Present in what a subagent does. */
interface OfAgent {
  readonly agent_id?: string;
  readonly agent_type?: string;
}

/** What the model is about to be asked, exactly. */
export interface ModelRequestEvent extends OfAgent {
  readonly type: 'model_request';
  /** Counts the model calls of the session. */
  readonly turn: number;
  readonly system: string;
  readonly messages: readonly Message[];
}

/** What the model answered, after post:message. */
export interface AssistantEvent extends OfAgent {
  readonly type: 'assistant';
  readonly text: string;
  readonly content: readonly (TextBlock | ToolUseBlock)[];
}

/** What the model gets as the result of a call, after PostToolUse and with what hooks appended. */
export interface ToolResultEvent extends OfAgent {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly tool_name: string;
  readonly content: ToolContent;
  readonly is_error: boolean;
}

/** Something for the person: a hook's `notify`, or why the agent did not go on. */
export interface NoticeEvent extends OfAgent {
  readonly type: 'notice';
  readonly level: Level;
  readonly message: string;
  /** The hook that said so; null when it is the agent itself. */
  readonly hook: string | null;
  readonly point: string | null;
}

export interface PhaseEvent {
  readonly type: 'phase';
  readonly phase: string;
}

/** The reasons for which a run ends; a model's own stop reasons come as they are. */
export const stopReasons = {
  end_turn: 'The model was done, and no hook wanted it to go on.',
  denied: 'A hook denied the prompt or the model call.',
  halted: 'A hook ended the turn.',
  stop_limit: 'Stop hooks resumed the turn as often as is allowed.',
  max_turns: 'The model was called as often as `maxTurns` allows.',
  interrupted: 'Somebody interrupted the run.',
  error: 'The model, or the agent itself, failed.',
} as const;

/** The last event of every run. */
export interface ResultEvent {
  readonly type: 'result';
  readonly session_id: string;
  readonly stop_reason: keyof typeof stopReasons | (string & {});
  /** How often the model was called in this run. */
  readonly turns: number;
  /** The text of the last assistant message. */
  readonly result: string;
  readonly usage: Usage;
  /** Why, where the stop reason is not enough. */
  readonly reason?: string;
}

export type AgentEvent =
  | HookMessage
  | ModelRequestEvent
  | AssistantEvent
  | ToolResultEvent
  | NoticeEvent
  | PhaseEvent
  | ResultEvent;
