import type { HookContext } from '../../src/engine/hooks/hook-context.ts';
import type { Effect, Reply } from '../../src/engine/outcome/effects.ts';
import { type FailureKind, HookFailure } from '../../src/engine/outcome/failure.ts';
import { pointNamed } from '../../src/engine/points/point.ts';
import type { Fields } from '../../src/engine/values/shapes.ts';
import type { ProcessOutput, Protocol, WireCall } from '../../src/protocols/protocol.ts';

const base = {
  session_id: 'session-1',
  transcript_path: '/home/dev/.transcripts/session-1.jsonl',
  cwd: '/home/dev/project',
  permission_mode: 'default',
} as const;

const tool = { tool_name: 'Bash', tool_input: { command: 'ls', description: 'List files' } } as const;

const modelSwitch = {
  from_model: 'small',
  to_model: 'large',
  requested_model: null,
  source: 'command',
  context_tokens: 1000,
  prompt_cache_warm: true,
  cache_ttl: '5m',
  estimated_cache_write_usd: 0.1,
  pricing: 'catalog',
} as const;

/** An input for every point, with every field that a host can give. */
const inputs: Readonly<Record<string, Fields>> = {
  PreToolUse: { ...tool, tool_use_id: 'call-1' },
  PostToolUse: { ...tool, tool_response: { stdout: 'a.txt', stderr: '' }, tool_use_id: 'call-1' },
  PostToolUseFailure: { ...tool, tool_use_id: 'call-1', error: 'Exit code 1', is_interrupt: false },
  PermissionRequest: { ...tool, permission_suggestions: [] },
  UserPromptSubmit: { prompt: 'Tidy up' },
  SessionStart: { source: 'startup', agent_type: 'reviewer', model: 'some-model' },
  SessionEnd: { reason: 'other' },
  Setup: { trigger: 'init' },
  Stop: { stop_hook_active: false },
  SubagentStart: { agent_id: 'sub-1', agent_type: 'explore' },
  SubagentStop: {
    stop_hook_active: false,
    agent_id: 'sub-1',
    agent_transcript_path: '/home/dev/.transcripts/sub-1.jsonl',
    agent_type: 'explore',
  },
  PreCompact: { trigger: 'auto', custom_instructions: null },
  Notification: { message: 'Waiting', title: 'Agent', notification_type: 'idle_prompt' },
  TeammateIdle: { teammate_name: 'Ada', team_name: 'core' },
  TaskCompleted: {
    task_id: 't1',
    task_subject: 'Tests',
    task_description: 'Write them',
    teammate_name: 'Ada',
    team_name: 'core',
  },
  'pre:message': { prompt: 'Hello' },
  'post:message': { output: 'Hi' },
  'pre:agent:spawn': { agent: 'sub-1', agent_type: 'explore', config: { model: 'small' } },
  'post:agent:complete': { agent: 'sub-1', agent_type: 'explore', result: 'done' },
  'pre:session:phase': { phase: 'review', previous_phase: 'work' },
  'post:session:phase': { phase: 'review' },
  'pre:git:write': { path: 'a.txt', content: 'one' },
  'post:git:write': { path: 'a.txt', content: 'one' },
  'pre:view:render': { view: 'main', data: { rows: 2 } },
  PostToolBatch: { tool_calls: [{ ...tool, tool_use_id: 'call-1', tool_response: 'a.txt' }] },
  UserPromptExpansion: {
    expansion_type: 'slash_command',
    command_name: 'review',
    command_args: 'all',
    prompt: '/review all',
  },
  StopFailure: { error: 'rate_limit' },
  PostCompact: { trigger: 'auto', compact_summary: 'We tidied up.' },
  PreModelSwitch: modelSwitch,
  PostModelSwitch: modelSwitch,
  PermissionDenied: { ...tool, tool_use_id: 'call-1', reason: 'risky' },
  TaskCreated: { task_id: 't1', task_subject: 'Tests' },
  Elicitation: { mcp_server_name: 'forms', message: 'Who?', mode: 'form' },
  ElicitationResult: { mcp_server_name: 'forms', action: 'accept', content: { name: 'Ada' } },
  ConfigChange: { source: 'project_settings', file_path: '/home/dev/project/.claude/settings.json' },
  WorktreeCreate: { name: 'fix' },
  WorktreeRemove: { worktree_path: '/home/dev/fix' },
  InstructionsLoaded: {
    file_path: '/home/dev/project/CLAUDE.md',
    memory_type: 'Project',
    load_reason: 'session_start',
  },
  CwdChanged: { old_cwd: '/home/dev', new_cwd: '/home/dev/project' },
  FileChanged: { file_path: '/home/dev/project/.envrc', event: 'change', file_name: '.envrc' },
  DirectoryAdded: { directory: '/home/dev/other', source: 'slash_command' },
  MessageDisplay: { turn_id: 'u1', message_id: 'm1', index: 0, final: true, delta: 'Hello' },
  BeforeModel: { llm_request: { model: 'some-model', messages: [] } },
  AfterModel: { llm_request: { model: 'some-model' }, llm_response: { text: 'Hi' } },
  BeforeToolSelection: { llm_request: { model: 'some-model' }, tool_config: { mode: 'AUTO' } },
};

export function callAt(point: string, input: Fields = {}, context: Partial<HookContext> = {}): WireCall {
  return {
    point: pointNamed(point),
    input: { ...base, hook_event_name: point, ...inputs[point], ...input },
    context: {
      point,
      hook: 'a-hook',
      agent: null,
      toolUseId: null,
      runId: null,
      phase: 1,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
      outcome: null,
      progress: () => {},
      ...context,
    },
  };
}

export function said(stdout: string, more: Partial<ProcessOutput> = {}): ProcessOutput {
  return { stdout, stderr: '', exitCode: 0, signal: null, ...more };
}

export interface Read {
  readonly effects: readonly Effect[] | Reply;
  readonly failure: FailureKind | null;
  readonly message: string;
}

/** What reading came to, a failure included. Anything else that is thrown is a bug. */
export function outcomeOf(read: () => Reply): Read {
  try {
    return { effects: read() ?? [], failure: null, message: '' };
  } catch (problem) {
    if (!(problem instanceof HookFailure)) throw problem;
    return { effects: problem.effects, failure: problem.kind, message: problem.message };
  }
}

/** Reads a value both ways: as what a function returned, and as what a process wrote. Both must come to the same. */
export function readBoth(protocol: Protocol, point: string, value: unknown): Read {
  const call = callAt(point);
  const written = outcomeOf(() => protocol.readOutput(said(JSON.stringify(value)), call));
  const returned = outcomeOf(() => protocol.readValue(value, call));
  if (JSON.stringify(written) !== JSON.stringify(returned)) {
    throw new Error(`written and returned differ: ${JSON.stringify(written)} ${JSON.stringify(returned)}`);
  }
  return written;
}

export function stdoutOf(protocol: Protocol, point: string, output: ProcessOutput): Read {
  return outcomeOf(() => protocol.readOutput(output, callAt(point)));
}
