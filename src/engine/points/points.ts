import type { EffectType } from '../outcome/effects.ts';
import { productPoints } from './product-points.ts';

export type Block = 'deny' | 'suppress' | 'resume' | 'halt';

export interface PointRow {
  readonly summary: string;
  /** The product that fires it, where hookline's own agent does not. */
  readonly firedBy?: string;
  readonly also?: string;
  /** The input field that matchers are tested against, and its values where they are a closed set. */
  readonly matches?: string;
  readonly values?: readonly string[];
  readonly subject?: string;
  readonly admits: readonly EffectType[];
  readonly block?: Block;
  readonly toolResult?: boolean;
  /** The input fields beside the base ones; a trailing `?` marks those that may be absent. */
  readonly fields: readonly string[];
}

export const pointTable = {
  PreToolUse: {
    also: 'pre:tool',
    summary: 'Before a tool runs.',
    matches: 'tool_name',
    subject: 'tool_input',
    admits: ['allow', 'deny', 'ask', 'modify', 'inject', 'halt'],
    block: 'deny',
    toolResult: true,
    fields: ['tool_name', 'tool_input', 'tool_use_id'],
  },
  PostToolUse: {
    also: 'post:tool',
    summary: 'After a tool ran and succeeded.',
    matches: 'tool_name',
    subject: 'tool_response',
    admits: ['modify', 'inject', 'suppress', 'halt'],
    block: 'suppress',
    toolResult: true,
    fields: ['tool_name', 'tool_input', 'tool_response', 'tool_use_id'],
  },
  PostToolUseFailure: {
    summary: 'After a tool failed.',
    matches: 'tool_name',
    subject: 'error',
    admits: ['modify', 'inject', 'suppress', 'halt'],
    block: 'suppress',
    toolResult: true,
    fields: ['tool_name', 'tool_input', 'tool_use_id', 'error', 'is_interrupt?'],
  },
  PermissionRequest: {
    summary: 'Before a person is asked to approve a tool call.',
    matches: 'tool_name',
    subject: 'tool_input',
    admits: ['allow', 'deny', 'modify', 'halt'],
    block: 'deny',
    fields: ['tool_name', 'tool_input', 'permission_suggestions?'],
  },
  UserPromptSubmit: {
    summary: 'When a prompt was submitted, before the model sees it.',
    admits: ['deny', 'inject', 'halt'],
    block: 'deny',
    fields: ['prompt'],
  },
  SessionStart: {
    summary: 'When a session begins, resumes, is cleared or was compacted.',
    matches: 'source',
    values: ['startup', 'resume', 'clear', 'compact'],
    admits: ['inject'],
    fields: ['source', 'model?'],
  },
  SessionEnd: {
    summary: 'When a session ends, also by an error or an interrupt.',
    matches: 'reason',
    admits: [],
    fields: ['reason'],
  },
  Setup: {
    summary: 'When a working folder is set up or maintained.',
    matches: 'trigger',
    values: ['init', 'maintenance'],
    admits: ['inject'],
    fields: ['trigger'],
  },
  Stop: {
    summary: 'When the agent is about to stop.',
    admits: ['resume', 'inject', 'halt'],
    block: 'resume',
    fields: ['stop_hook_active'],
  },
  SubagentStart: {
    summary: 'When a subagent starts.',
    matches: 'agent_type',
    admits: ['inject'],
    fields: ['agent_id', 'agent_type'],
  },
  SubagentStop: {
    summary: 'When a subagent is about to stop.',
    matches: 'agent_type',
    admits: ['resume', 'inject', 'halt'],
    block: 'resume',
    fields: ['stop_hook_active', 'agent_id', 'agent_transcript_path', 'agent_type'],
  },
  PreCompact: {
    summary: 'Before the conversation is compacted.',
    matches: 'trigger',
    values: ['manual', 'auto'],
    subject: 'custom_instructions',
    admits: ['deny', 'modify', 'inject'],
    block: 'deny',
    fields: ['trigger', 'custom_instructions'],
  },
  Notification: {
    summary: 'When the person is notified of something.',
    matches: 'notification_type',
    admits: ['inject'],
    fields: ['message', 'title?', 'notification_type'],
  },
  TeammateIdle: {
    summary: 'When a teammate is about to go idle.',
    admits: ['resume', 'inject'],
    block: 'resume',
    fields: ['teammate_name', 'team_name'],
  },
  TaskCompleted: {
    summary: 'When a task is about to be marked as completed.',
    admits: ['deny', 'inject'],
    block: 'deny',
    fields: ['task_id', 'task_subject', 'task_description?', 'teammate_name?', 'team_name?'],
  },
  'pre:message': {
    summary: 'Before a message is sent to the model.',
    subject: 'prompt',
    admits: ['deny', 'modify', 'inject'],
    block: 'deny',
    fields: ['prompt'],
  },
  'post:message': {
    summary: "After the model's response, before anyone sees it.",
    subject: 'output',
    admits: ['modify'],
    fields: ['output'],
  },
  'pre:agent:spawn': {
    summary: 'Before an agent is created.',
    matches: 'agent_type',
    subject: 'config',
    admits: ['deny', 'modify'],
    block: 'deny',
    fields: ['agent', 'agent_type', 'config'],
  },
  'post:agent:complete': {
    summary: 'After an agent finished.',
    matches: 'agent_type',
    admits: [],
    fields: ['agent', 'agent_type', 'result?'],
  },
  'pre:session:phase': {
    summary: 'Before the session enters another phase.',
    matches: 'phase',
    admits: ['deny'],
    block: 'deny',
    fields: ['phase', 'previous_phase?'],
  },
  'post:session:phase': {
    summary: 'After the session entered another phase.',
    matches: 'phase',
    admits: [],
    fields: ['phase', 'previous_phase?'],
  },
  'pre:git:write': {
    summary: 'Before a file is written.',
    matches: 'path',
    subject: 'content',
    admits: ['deny', 'modify'],
    block: 'deny',
    fields: ['path', 'content'],
  },
  'post:git:write': {
    summary: 'After a file was written.',
    matches: 'path',
    admits: [],
    fields: ['path', 'content'],
  },
  'pre:view:render': {
    summary: 'Before a frame of the view is rendered.',
    matches: 'view',
    subject: 'data',
    admits: ['modify'],
    fields: ['view', 'data'],
  },
  ...productPoints,
} as const;
