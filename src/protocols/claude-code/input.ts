import { basename, isAbsolute, resolve } from 'node:path';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { words } from '../../engine/values/text.ts';
import type { WireCall } from '../protocol.ts';
import { fieldNames, pick, withToolUseId } from '../wire-input.ts';

const baseFields = words(`
  session_id transcript_path cwd prompt_id permission_mode agent_id agent_type effort hook_event_name
`);

/** Events whose input was seen without a permission mode. */
export const withoutMode: readonly string[] = words('SessionStart SessionEnd Setup SubagentStart PreCompact');

const stopFields = ['last_assistant_message', 'background_tasks', 'session_crons'];

const newerFields: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ['mcp_server'],
  PostToolUse: ['duration_ms', 'mcp_server'],
  PostToolUseFailure: ['duration_ms', 'mcp_server'],
  PermissionRequest: ['mcp_server'],
  UserPromptSubmit: ['source', 'session_title'],
  SessionStart: words(`
    session_title seconds_since_last_response context_tokens prompt_cache_likely_expired
    estimated_cache_write_usd
  `),
  Stop: stopFields,
  SubagentStop: stopFields,
};

export function claudeInput(call: WireCall): Record<string, unknown> {
  const { name, fields } = call.point;
  const input: Fields = { ...withToolUseId(call), hook_event_name: name };
  const own = lookUp(newerFields, name) ?? [];
  const encoded = pick(input, [...baseFields, ...fieldNames(fields), ...own, ...Object.keys(input)]);
  if (name === 'PermissionRequest') delete encoded['tool_use_id'];
  if (isObject(input['tool_input'])) encoded['tool_input'] = withWholePaths(input, input['tool_input']);
  return encoded;
}

/** Fields that matchers see but Claude Code doesn't send, each part of another field. */
const derivedFields: Readonly<Record<string, { readonly name: string; readonly from: string }>> = {
  FileChanged: { name: 'file_name', from: 'file_path' },
};

export function derivedField(point: string): string | undefined {
  return lookUp(derivedFields, point)?.name;
}

export function fromClaudeInput(point: string, input: Fields): Fields {
  const derived = lookUp(derivedFields, point);
  const path = derived === undefined ? undefined : input[derived.from];
  if (derived === undefined || typeof path !== 'string' || input[derived.name] !== undefined) return input;
  return { ...input, [derived.name]: basename(path) };
}

/** The paths that Claude Code makes absolute before hooks see them. */
const pathFields: Readonly<Record<string, string>> = {
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
  NotebookRead: 'notebook_path',
};

function withWholePaths({ tool_name: tool, cwd }: Fields, given: Fields): Fields {
  const field = typeof tool === 'string' ? lookUp(pathFields, tool) : undefined;
  const path = field === undefined ? undefined : given[field];
  if (field === undefined || typeof path !== 'string' || path === '') return given;
  return typeof cwd === 'string' && isAbsolute(cwd) ? { ...given, [field]: resolve(cwd, path) } : given;
}
