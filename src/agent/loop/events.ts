import type { Level } from '../../engine/outcome/effects.ts';
import type { Message, TextBlock, ToolContent, ToolUseBlock, Usage } from '../../models/model.ts';
import type { HookMessage } from '../../trace/messages.ts';

interface OfAgent {
  readonly agent_id?: string;
  readonly agent_type?: string;
}

export interface ModelRequestEvent extends OfAgent {
  readonly type: 'model_request';
  readonly turn: number;
  readonly system: string;
  readonly messages: readonly Message[];
}

interface AssistantEvent extends OfAgent {
  readonly type: 'assistant';
  readonly text: string;
  readonly content: readonly (TextBlock | ToolUseBlock)[];
}

interface ToolResultEvent extends OfAgent {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly tool_name: string;
  readonly content: ToolContent;
  readonly is_error: boolean;
}

export interface NoticeEvent extends OfAgent {
  readonly type: 'notice';
  readonly level: Level;
  readonly message: string;
  readonly hook: string | null;
  readonly point: string | null;
}

interface PhaseEvent extends OfAgent {
  readonly type: 'phase';
  readonly phase: string;
}

/** `denied` the prompt or the model call; `stop_limit`: Stop hooks resumed the turn as often as they may. */
type StopReason = 'end_turn' | 'denied' | 'halted' | 'stop_limit' | 'max_turns' | 'interrupted' | 'error';

export interface ResultEvent {
  readonly type: 'result';
  readonly session_id: string;
  readonly stop_reason: StopReason | (string & {});
  readonly turns: number;
  readonly result: string;
  readonly usage: Usage;
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
