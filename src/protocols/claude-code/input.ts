import { lookUp } from '../look-up.ts';
import type { WireCall } from '../protocol.ts';
import { fieldNames, pick, withToolUseId } from '../wire-input.ts';

/** The fields that every event shares, in the order in which Claude Code writes them. */
const baseFields = [
  'session_id',
  'transcript_path',
  'cwd',
  'prompt_id',
  'permission_mode',
  'agent_id',
  'agent_type',
  'effort',
  'hook_event_name',
] as const;

/** Events whose input was seen without a permission mode. */
export const withoutMode: readonly string[] = [
  'SessionStart',
  'SessionEnd',
  'Setup',
  'SubagentStart',
  'PreCompact',
];

const stopFields = ['last_assistant_message', 'background_tasks', 'session_crons'];

/** What the product writes behind an event's fields of old; all of it optional. */
const newerFields: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ['mcp_server'],
  PostToolUse: ['duration_ms', 'mcp_server'],
  PostToolUseFailure: ['duration_ms', 'mcp_server'],
  PermissionRequest: ['mcp_server'],
  UserPromptSubmit: ['source', 'session_title'],
  SessionStart: [
    'session_title',
    'seconds_since_last_response',
    'context_tokens',
    'prompt_cache_likely_expired',
    'estimated_cache_write_usd',
  ],
  Stop: stopFields,
  SubagentStop: stopFields,
};

/** The input as Claude Code writes it: the same fields in the same order, then whatever else the host gave. */
export function claudeInput(call: WireCall): Record<string, unknown> {
  const { name, fields } = call.point;
  const input = { ...withToolUseId(call), hook_event_name: name };
  const own = lookUp(newerFields, name) ?? [];
  const encoded = pick(input, [...baseFields, ...fieldNames(fields), ...own, ...Object.keys(input)]);
  if (name === 'PermissionRequest') delete encoded['tool_use_id'];
  return encoded;
}
