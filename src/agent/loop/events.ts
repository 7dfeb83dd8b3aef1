import type { Level } from '../../engine/outcome/effects.ts';
import type { Message, TextBlock, ToolContent, ToolUseBlock, Usage } from '../../models/model.ts';
import type { HookMessage } from '../../trace/messages.ts';

/** Events of a subagent have it. */
interface OfAgent {
  readonly agent_id?: string;
  readonly agent_type?: string;
}

/** The exact request to the model. */
export interface ModelRequestEvent extends OfAgent {
  readonly type: 'model_request';
  /** The number of the model call in the session. */
  readonly turn: number;
  readonly system: string;
  readonly messages: readonly Message[];
}

/** The model's answer, after post:message. */
export interface AssistantEvent extends OfAgent {
  readonly type: 'assistant';
  readonly text: string;
  readonly content: readonly (TextBlock | ToolUseBlock)[];
}

/** The result of a call as the model gets it: after PostToolUse, with what hooks appended. */
export interface ToolResultEvent extends OfAgent {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly tool_name: string;
  readonly content: ToolContent;
  readonly is_error: boolean;
}

/** A message for the person: a hook's `notify`, or why the agent stopped. */
export interface NoticeEvent extends OfAgent {
  readonly type: 'notice';
  readonly level: Level;
  readonly message: string;
  /** The hook that said it; null for the agent itself. */
  readonly hook: string | null;
  readonly point: string | null;
}

export interface PhaseEvent extends OfAgent {
  readonly type: 'phase';
  readonly phase: string;
}

/** Why a run ended. A model's own stop reasons are passed on. */
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
  /** The number of model calls in this run. */
  readonly turns: number;
  /** The text of the last assistant message. */
  readonly result: string;
  readonly usage: Usage;
  /** Details, where the stop reason is not enough. */
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
