import type { AgentProduct, NativeEvent } from './agent-product.ts';
import { claudeLayout, deniesOnExitTwo, exitTwo, forms, promptEvent, silentEvents } from './shared-rows.ts';

const { block, context, halt, notify, permission, permissionRequest, permissions, specific } = forms;

const stopping = (point: NativeEvent['point']): NativeEvent => ({
  point,
  refuses: true,
  contextResumes: true,
  says: { resume: block, inject: context, halt, notify },
});

const asking = (point: NativeEvent['point']): NativeEvent => ({
  point,
  refuses: true,
  rewriteGrants: true,
  says: {
    deny: specific({ action: 'decline' }),
    allow: specific({ action: 'accept' }),
    modify: specific({ action: 'accept', content: '$value' }),
  },
});

export const claudeCodeAgent: AgentProduct = {
  name: 'claude-code',
  title: 'Claude Code',
  page: 'https://code.claude.com/docs/en/hooks',
  checked: { version: '2.1.325', by: 'running' },
  process: {
    program: 'claude',
    package: '@anthropic-ai/claude-code',
    variables: ['CLAUDECODE'],
    unguarded: {
      words: /disableAllHooks|^--(?:setting-sources|bare$|safe-mode$)/,
      variables: /^(?:CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE)$/,
    },
  },
  files: {
    user: '.claude/settings.json',
    project: '.claude/settings.json',
    local: '.claude/settings.local.json',
    moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
    layout: claudeLayout,
    manifest: '.claude-plugin/plugin.json',
    off: [{ path: 'disableAllHooks', value: true }],
    switches: { user: [], project: ['.claude/settings.local.json'] },
  },
  reactions: deniesOnExitTwo,
  payload: {
    marks: ['prompt_id', 'effort'],
    mcp: 'mcp__SERVER__TOOL',
    projectVariable: 'CLAUDE_PROJECT_DIR',
    attendedVariable: 'CLAUDE_CODE_SESSION_ATTENDED',
  },
  events: {
    PreToolUse: {
      point: 'PreToolUse',
      refuses: true,
      says: {
        ...permissions,
        modify: specific({ updatedInput: '$value' }),
        inject: context,
        // Alone, it would end the turn only after the tool has run.
        halt: { ...halt, ...permission('deny') },
        notify,
      },
    },
    PostToolUse: {
      point: 'PostToolUse',
      says: {
        modify: specific({ updatedToolOutput: '$value' }),
        suppress: specific({ updatedToolOutput: '$blank' }),
        inject: context,
        halt,
        notify,
      },
    },
    PostToolUseFailure: { point: 'PostToolUseFailure', says: { inject: context, notify } },
    PermissionRequest: { point: 'PermissionRequest', rewriteGrants: true, says: permissionRequest },
    PermissionDenied: { point: 'PermissionDenied', says: { resume: specific({ retry: true }), notify } },
    PostToolBatch: { point: 'PostToolBatch', refuses: true, says: { inject: context, halt, notify } },
    UserPromptSubmit: { ...promptEvent, timeoutSeconds: 30 },
    UserPromptExpansion: {
      point: 'UserPromptExpansion',
      refuses: true,
      says: { deny: block, inject: context, halt: { ...halt, ...block }, notify },
    },
    Stop: stopping('Stop'),
    SubagentStop: stopping('SubagentStop'),
    SubagentStart: { point: 'SubagentStart', says: { inject: context, notify } },
    SessionStart: { point: 'SessionStart', says: { inject: context, notify } },
    SessionEnd: { point: 'SessionEnd', timeoutSeconds: 1.5, says: {} },
    Setup: { point: 'Setup', says: { inject: context, notify } },
    PreCompact: { point: 'PreCompact', refuses: true, says: { deny: block } },
    PreModelSwitch: { point: 'PreModelSwitch', says: { ...permissions, notify } },
    PostModelSwitch: { point: 'PostModelSwitch', says: { inject: context, notify } },
    MessageDisplay: {
      point: 'MessageDisplay',
      often: true,
      timeoutSeconds: 10,
      says: { modify: specific({ displayContent: '$output' }) },
    },
    Elicitation: asking('Elicitation'),
    ElicitationResult: asking('ElicitationResult'),
    ConfigChange: { point: 'ConfigChange', refuses: true, says: { deny: block } },
    CwdChanged: { point: 'CwdChanged', says: { notify } },
    FileChanged: { point: 'FileChanged', lastParts: { file_name: 'file_path' }, says: { notify } },
    DirectoryAdded: { point: 'DirectoryAdded', says: { notify } },
    TeammateIdle: { point: 'TeammateIdle', refuses: true, says: { resume: exitTwo, notify } },
    TaskCreated: { point: 'TaskCreated', refuses: true, says: { deny: block, notify } },
    TaskCompleted: { point: 'TaskCompleted', refuses: true, says: { deny: exitTwo, notify } },
    ...silentEvents('StopFailure PostCompact Notification InstructionsLoaded WorktreeRemove'),
  },
  tools: {
    Agent: { tool: 'Task', output: 'content' },
    Grep: { tool: 'Grep', output: 'content' },
    WebFetch: { tool: 'WebFetch', output: 'result' },
    Bash: { tool: 'Bash', output: 'stdout' },
    Monitor: { tool: 'Bash' },
    Read: { tool: 'Read', output: 'file.content' },
  },
  limits: [
    'With --bare, --safe-mode or disableAllHooks in any of its settings, it runs no hooks.',
    'With a person, no hook runs before the folder is trusted. With -p, every folder counts as trusted.',
    'Files that a prompt names with @ are read without a tool call: only a Read rule of Claude Code itself sees them.',
    'PermissionRequest ignores exit code 2.',
    'A hook at WorktreeCreate would have to create the worktree: hookline is not installed there, and refuses it.',
    'What a tool that failed said cannot be hidden from the model.',
  ],
};
