import { type AgentProduct, exitTwo, type Form, type NativeEvent } from './agent-product.ts';
import {
  blockForm as block,
  contextForm as context,
  haltForm as halt,
  notifyForm as notify,
  specificForm as specific,
} from './family-forms.ts';

const permission = (event: string, permissionDecision: string): Form =>
  specific(event, { permissionDecision, permissionDecisionReason: '$reason' });

const stopping = (event: string, point: NativeEvent['point']): NativeEvent => ({
  point,
  refuses: true,
  contextResumes: true,
  says: { resume: block, inject: context(event), halt, notify },
});

const asking = (event: string, point: NativeEvent['point']): NativeEvent => ({
  point,
  refuses: true,
  rewriteGrants: true,
  says: {
    deny: specific(event, { action: 'decline' }),
    allow: specific(event, { action: 'accept' }),
    modify: specific(event, { action: 'accept', content: '$value' }),
  },
});

export const claudeCodeAgent: AgentProduct = {
  name: 'claude-code',
  title: 'Claude Code',
  page: 'https://code.claude.com/docs/en/hooks',
  checked: { version: '2.1.325', by: 'running' },
  configuration: {
    user: '.claude/settings.json',
    project: '.claude/settings.json',
    local: '.claude/settings.local.json',
    program: 'claude',
    moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
    format: 'settings',
    manifest: '.claude-plugin/plugin.json',
    off: [{ path: 'disableAllHooks', value: true }],
  },
  process: { package: '@anthropic-ai/claude-code', variables: ['CLAUDECODE'] },
  timeout: { unit: 's', seconds: 600 },
  projectVariable: 'CLAUDE_PROJECT_DIR',
  marks: ['prompt_id', 'effort'],
  mcp: 'mcp__SERVER__TOOL',
  events: {
    PreToolUse: {
      point: 'PreToolUse',
      refuses: true,
      says: {
        deny: permission('PreToolUse', 'deny'),
        ask: permission('PreToolUse', 'ask'),
        allow: permission('PreToolUse', 'allow'),
        modify: specific('PreToolUse', { updatedInput: '$value' }),
        inject: context('PreToolUse'),
        // By itself, it would end the turn only after the tool ran.
        halt: { ...halt, ...permission('PreToolUse', 'deny') },
        notify,
      },
    },
    PostToolUse: {
      point: 'PostToolUse',
      says: {
        modify: specific('PostToolUse', { updatedToolOutput: '$value' }),
        suppress: specific('PostToolUse', { updatedToolOutput: '$blank' }),
        inject: context('PostToolUse'),
        halt,
        notify,
      },
    },
    PostToolUseFailure: {
      point: 'PostToolUseFailure',
      says: { inject: context('PostToolUseFailure'), notify },
    },
    PermissionRequest: {
      point: 'PermissionRequest',
      rewriteGrants: true,
      says: {
        deny: specific('PermissionRequest', { decision: { behavior: 'deny', message: '$reason' } }),
        allow: specific('PermissionRequest', { decision: { behavior: 'allow' } }),
        modify: specific('PermissionRequest', { decision: { behavior: 'allow', updatedInput: '$value' } }),
        notify,
      },
    },
    PermissionDenied: {
      point: 'PermissionDenied',
      says: { resume: specific('PermissionDenied', { retry: true }), notify },
    },
    PostToolBatch: {
      point: 'PostToolBatch',
      refuses: true,
      says: { inject: context('PostToolBatch'), halt, notify },
    },
    UserPromptSubmit: {
      point: 'UserPromptSubmit',
      refuses: true,
      timeoutSeconds: 30,
      says: { deny: block, inject: context('UserPromptSubmit'), halt, notify },
    },
    UserPromptExpansion: {
      point: 'UserPromptExpansion',
      refuses: true,
      says: { deny: block, inject: context('UserPromptExpansion'), halt: { ...halt, ...block }, notify },
    },
    Stop: stopping('Stop', 'Stop'),
    SubagentStop: stopping('SubagentStop', 'SubagentStop'),
    StopFailure: { point: 'StopFailure', says: {} },
    SubagentStart: { point: 'SubagentStart', says: { inject: context('SubagentStart'), notify } },
    SessionStart: { point: 'SessionStart', says: { inject: context('SessionStart'), notify } },
    SessionEnd: { point: 'SessionEnd', timeoutSeconds: 1.5, says: {} },
    Setup: { point: 'Setup', says: { inject: context('Setup'), notify } },
    PreCompact: { point: 'PreCompact', refuses: true, says: { deny: block } },
    PostCompact: { point: 'PostCompact', says: {} },
    PreModelSwitch: {
      point: 'PreModelSwitch',
      says: {
        deny: permission('PreModelSwitch', 'deny'),
        ask: permission('PreModelSwitch', 'ask'),
        allow: permission('PreModelSwitch', 'allow'),
        notify,
      },
    },
    PostModelSwitch: { point: 'PostModelSwitch', says: { inject: context('PostModelSwitch'), notify } },
    Notification: { point: 'Notification', says: {} },
    MessageDisplay: {
      point: 'MessageDisplay',
      often: true,
      timeoutSeconds: 10,
      says: { modify: specific('MessageDisplay', { displayContent: '$output' }) },
    },
    Elicitation: asking('Elicitation', 'Elicitation'),
    ElicitationResult: asking('ElicitationResult', 'ElicitationResult'),
    ConfigChange: { point: 'ConfigChange', refuses: true, says: { deny: block } },
    InstructionsLoaded: { point: 'InstructionsLoaded', says: {} },
    CwdChanged: { point: 'CwdChanged', says: { notify } },
    FileChanged: { point: 'FileChanged', lastParts: { file_name: 'file_path' }, says: { notify } },
    DirectoryAdded: { point: 'DirectoryAdded', says: { notify } },
    WorktreeRemove: { point: 'WorktreeRemove', says: {} },
    TeammateIdle: { point: 'TeammateIdle', refuses: true, says: { resume: exitTwo, notify } },
    TaskCreated: { point: 'TaskCreated', refuses: true, says: { deny: block, notify } },
    TaskCompleted: { point: 'TaskCompleted', refuses: true, says: { deny: exitTwo, notify } },
  },
  tools: {
    Agent: { tool: 'Task', output: 'content' },
    Grep: { tool: 'Grep', output: 'content' },
    WebFetch: { tool: 'WebFetch', output: 'result' },
    Bash: { tool: 'Bash', output: 'stdout' },
    // It runs a command too, and tells its lines as they come.
    Monitor: { tool: 'Bash' },
    Read: { tool: 'Read', output: 'file.content' },
  },
  limits: [
    'With --bare, --safe-mode or disableAllHooks in any of its settings, it runs no hooks.',
    'With a person, no hook runs before the folder is trusted. With -p, every folder counts as trusted.',
    'Files that a prompt names with @ are read without a tool call: only a Read rule of Claude Code itself sees them.',
    'PermissionRequest does not heed exit code 2.',
    'A hook at WorktreeCreate would have to create the worktree: hookline is not installed there, and refuses it.',
    'What a tool that failed said cannot be hidden from the model.',
  ],
};
