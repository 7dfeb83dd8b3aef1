import type { Line } from '../line.ts';

const lifecycle = '7. Hook Lifecycle in the Agentic Loop';
const events = '15 Hook Events: When They Fire';

/** The two diagrams of a session: seed 001, section 7, and seed 002. */
export const goatLifecycle: readonly Line[] = [
  { id: '001.7.1', section: lifecycle, text: 'SessionStart comes first' },
  { id: '001.7.2', section: lifecycle, text: 'UserPromptSubmit (each user message)' },
  { id: '001.7.3', section: lifecycle, text: 'UserPromptSubmit → LLM call' },
  { id: '001.7.4', section: lifecycle, text: 'For each tool_use block: PreToolUse → (permission check)' },
  { id: '001.7.5', section: lifecycle, text: 'allow → execute → PostToolUse' },
  { id: '001.7.6', section: lifecycle, text: 'deny → skip' },
  { id: '001.7.7', section: lifecycle, text: 'error → PostToolUseFailure' },
  {
    id: '001.7.8',
    section: lifecycle,
    text: 'If subagent spawned: SubagentStart → subagent loop → SubagentStop',
  },
  {
    id: '001.7.9',
    section: lifecycle,
    text: 'If context overflow: PreCompact → compact → SessionStart(compact)',
  },
  {
    id: '001.7.10',
    section: lifecycle,
    text: 'If stop_reason == end_turn: Stop → (hook can request continuation)',
  },
  { id: '001.7.11', section: lifecycle, text: 'Task completed in background: TaskCompleted' },
  { id: '001.7.12', section: lifecycle, text: 'Teammate idle notification: TeammateIdle' },
  { id: '001.7.13', section: lifecycle, text: 'Any notification to user: Notification' },
  { id: '001.7.14', section: lifecycle, text: 'SessionEnd comes last' },
  {
    id: '002.events.SessionStart',
    section: events,
    text: 'SessionStart: loop initialization / after compaction',
  },
  { id: '002.events.PreCompact', section: events, text: 'PreCompact: before context compaction' },
  { id: '002.events.Setup', section: events, text: 'Setup: setup phase' },
  { id: '002.events.UserPromptSubmit', section: events, text: 'UserPromptSubmit: when user sends input' },
  {
    id: '002.events.PermissionRequest',
    section: events,
    text: 'PermissionRequest: during permission check',
  },
  {
    id: '002.events.PreToolUse',
    section: events,
    text: 'PreToolUse: before tool execution; can: deny, modify input, context',
  },
  {
    id: '002.events.PostToolUse',
    section: events,
    text: 'PostToolUse: after successful tool execution; can: suppress output, context',
  },
  { id: '002.events.PostToolUseFailure', section: events, text: 'PostToolUseFailure: after tool error' },
  {
    id: '002.events.Stop',
    section: events,
    text: 'Stop: on end_turn stop reason; can: force continue (override end_turn)',
  },
  { id: '002.events.Notification', section: events, text: 'Notification: system notifications' },
  { id: '002.events.SessionEnd', section: events, text: 'SessionEnd: after loop exits' },
  { id: '002.events.SubagentStart', section: events, text: 'SubagentStart: when subagent spawns' },
  { id: '002.events.SubagentStop', section: events, text: 'SubagentStop: when subagent terminates' },
  { id: '002.events.TeammateIdle', section: events, text: 'TeammateIdle: when team member has no tasks' },
  { id: '002.events.TaskCompleted', section: events, text: 'TaskCompleted: when team task finishes' },
];
