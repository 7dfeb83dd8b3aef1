import type { Line } from '../line.ts';

/** Seed 002: Goat's diagrams of the hook system, but for the matrix. */
export const goat002: readonly Line[] = [
  {
    id: '002.architecture.1',
    section: 'Hook Architecture',
    text: 'Go callbacks + shell commands fired at 15 lifecycle events',
  },
  { id: '002.architecture.2', section: 'Hook Architecture', text: 'hooks: base hooks by event' },
  {
    id: '002.architecture.3',
    section: 'Hook Architecture',
    text: 'scopedHooks: per-agent hooks by scope and event',
  },
  { id: '002.architecture.4', section: 'Hook Architecture', text: 'emitCh: SDK emission' },
  { id: '002.architecture.5', section: 'Hook Architecture', text: 'mu: thread safety' },
  { id: '002.architecture.6', section: 'Hook Architecture', text: 'Fire(ctx, event, input) → []HookResult' },
  {
    id: '002.architecture.7',
    section: 'Hook Architecture',
    text: 'RegisterScoped(scopeID, hooks) adds per-agent hooks',
  },
  {
    id: '002.architecture.8',
    section: 'Hook Architecture',
    text: 'UnregisterScoped(scopeID) removes them on agent death',
  },
  {
    id: '002.fire.1',
    section: 'Fire Execution Flow',
    text: 'Merge matchers: base hooks + all scoped hooks for event',
  },
  { id: '002.fire.2a.empty', section: 'Fire Execution Flow', text: 'Pattern "" → match all' },
  { id: '002.fire.2a.exact', section: 'Fire Execution Flow', text: 'Pattern "Bash" → exact match' },
  { id: '002.fire.2a.glob', section: 'Fire Execution Flow', text: 'Pattern "mcp__*" → glob match' },
  { id: '002.fire.2b', section: 'Fire Execution Flow', text: 'Create timeout context (if Timeout > 0)' },
  {
    id: '002.fire.2c.1',
    section: 'Fire Execution Flow',
    text: 'Callbacks in order: Emit HookStarted message',
  },
  {
    id: '002.fire.2c.2',
    section: 'Fire Execution Flow',
    text: 'Callbacks in order: Call hook(input, id, ctx)',
  },
  {
    id: '002.fire.2c.3',
    section: 'Fire Execution Flow',
    text: 'Callbacks in order: Handle async? → executeAsync() with timeout',
  },
  {
    id: '002.fire.2c.4',
    section: 'Fire Execution Flow',
    text: 'Callbacks in order: Emit HookResponse message',
  },
  {
    id: '002.fire.2c.5',
    section: 'Fire Execution Flow',
    text: 'Callbacks in order: Convert output → HookResult',
  },
  {
    id: '002.fire.2c.6',
    section: 'Fire Execution Flow',
    text: 'Callbacks in order: Continue=false? → STOP processing',
  },
  {
    id: '002.fire.2d.1',
    section: 'Fire Execution Flow',
    text: 'Shell commands in order: Emit HookStarted message',
  },
  {
    id: '002.fire.2d.2',
    section: 'Fire Execution Flow',
    text: 'Shell commands in order: Run "sh -c <cmd>" with JSON stdin',
  },
  { id: '002.fire.2d.3', section: 'Fire Execution Flow', text: 'Shell commands in order: Parse JSON stdout' },
  {
    id: '002.fire.2d.4',
    section: 'Fire Execution Flow',
    text: 'Shell commands in order: Handle async? → re-execute with timeout',
  },
  {
    id: '002.fire.2d.5',
    section: 'Fire Execution Flow',
    text: 'Shell commands in order: Emit HookResponse message',
  },
  {
    id: '002.fire.2d.6',
    section: 'Fire Execution Flow',
    text: 'Shell commands in order: Convert output → HookResult',
  },
  {
    id: '002.fire.2d.7',
    section: 'Fire Execution Flow',
    text: 'Shell commands in order: Continue=false? → STOP processing',
  },
  { id: '002.fire.3', section: 'Fire Execution Flow', text: 'Return accumulated []HookResult' },
  {
    id: '002.shell.1',
    section: 'Shell Hook Protocol',
    text: 'Shell command receives JSON on stdin: session_id, transcript_path, cwd, permission_mode',
  },
  {
    id: '002.shell.2',
    section: 'Shell Hook Protocol',
    text: 'stdin of PreToolUse: tool_name and tool_input',
  },
  {
    id: '002.shell.3',
    section: 'Shell Hook Protocol',
    text: 'Shell command writes JSON to stdout: continue, decision, reason, suppressOutput, systemMessage',
  },
  { id: '002.shell.4', section: 'Shell Hook Protocol', text: 'decision "allow", or "deny"/"block"' },
  {
    id: '002.shell.5',
    section: 'Shell Hook Protocol',
    text: 'OR Async response (first call): async, asyncTimeout',
  },
  { id: '002.shell.6', section: 'Shell Hook Protocol', text: 'asyncTimeout: seconds, default 30' },
  { id: '002.shell.7', section: 'Shell Hook Protocol', text: 'Runner will re-execute with timeout context' },
  { id: '002.shell.8', section: 'Shell Hook Protocol', text: 'Second call should return sync response' },
  {
    id: '002.shell.9',
    section: 'Shell Hook Protocol',
    text: 'OR empty stdout: treated as no-op (continue processing)',
  },
  { id: '002.scoped.1', section: 'Scoped Hooks', text: 'Subagent spawns: runner.RegisterScoped(id, hooks)' },
  {
    id: '002.scoped.2',
    section: 'Scoped Hooks',
    text: 'During Fire(): merged = base hooks + the scoped hooks of every agent',
  },
  {
    id: '002.scoped.3',
    section: 'Scoped Hooks',
    text: 'Subagent terminates: runner.UnregisterScoped(id); hooks for that scope no longer merge',
  },
  { id: '002.scoped.4', section: 'Scoped Hooks', text: 'Base hooks ALWAYS fire. Scoped hooks ADD to them.' },
  {
    id: '002.scoped.5',
    section: 'Scoped Hooks',
    text: 'Multiple scopes can be active simultaneously (one per agent)',
  },
  {
    id: '002.context.1',
    section: 'Context Injection Mechanism',
    text: 'Hook fires and returns SystemMessage; each that is not empty is pending context',
  },
  {
    id: '002.context.2',
    section: 'Context Injection Mechanism',
    text: 'effectivePrompt = systemPrompt, blank line, pending context joined by newlines',
  },
  { id: '002.context.3', section: 'Context Injection Mechanism', text: 'consumed, cleared' },
  {
    id: '002.emission.1',
    section: 'SDK Emission During Hook Execution',
    text: 'HookStarted {hookID, hookName, event}',
  },
  {
    id: '002.emission.2',
    section: 'SDK Emission During Hook Execution',
    text: 'HookProgress {stdout, stderr}: shell hooks only',
  },
  {
    id: '002.emission.3',
    section: 'SDK Emission During Hook Execution',
    text: 'HookProgress comes as often as the hook writes',
  },
  {
    id: '002.emission.4',
    section: 'SDK Emission During Hook Execution',
    text: 'HookResponse {hookID, outcome: "success"|"error"}',
  },
  {
    id: '002.comparison.1',
    section: 'Comparison with Claude Code TS Hooks',
    text: 'Go callbacks: HookCallback func',
  },
  {
    id: '002.comparison.2',
    section: 'Comparison with Claude Code TS Hooks',
    text: 'Shell hooks: same JSON protocol',
  },
  {
    id: '002.comparison.3',
    section: 'Comparison with Claude Code TS Hooks',
    text: 'Pattern matching: Glob + exact',
  },
  {
    id: '002.comparison.4',
    section: 'Comparison with Claude Code TS Hooks',
    text: 'Scoped hooks: RegisterScoped()',
  },
  {
    id: '002.comparison.5',
    section: 'Comparison with Claude Code TS Hooks',
    text: 'Async support: Two-phase async',
  },
  {
    id: '002.comparison.6',
    section: 'Comparison with Claude Code TS Hooks',
    text: 'Progress emission: HookProgress messages',
  },
  {
    id: '002.comparison.7',
    section: 'Comparison with Claude Code TS Hooks',
    text: 'Thread safety: sync.RWMutex',
  },
  {
    id: '002.comparison.8',
    section: 'Comparison with Claude Code TS Hooks',
    text: 'Decision compat: "allow"/"deny" + legacy mapping',
  },
  {
    id: '002.comparison.9',
    section: 'Comparison with Claude Code TS Hooks',
    text: 'Scoped hooks enable per-subagent hook isolation without global state pollution',
  },
];
