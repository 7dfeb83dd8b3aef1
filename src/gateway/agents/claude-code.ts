import { type AgentProduct, exitTwo, type Form, type NativeEvent } from './agent-product.ts';

/** Fields that only this event knows stand beside its name. */
const specific = (hookEventName: string, fields: Form): Form => ({
  hookSpecificOutput: { hookEventName, ...fields },
});

const block: Form = { decision: 'block', reason: '$reason' };
const halt: Form = { continue: false, stopReason: '$reason' };
const notify: Form = { systemMessage: '$notice' };
const context = (event: string): Form => specific(event, { additionalContext: '$context' });

const permission = (event: string, permissionDecision: string): Form =>
  specific(event, { permissionDecision, permissionDecisionReason: '$reason' });

const stopping = (event: string, point: NativeEvent['point']): NativeEvent => ({
  point,
  refuses: true,
  contextResumes: true,
  says: { resume: block, inject: context(event), halt, notify },
});

export const claudeCodeAgent: AgentProduct = {
  name: 'claude-code',
  title: 'Claude Code',
  page: 'https://code.claude.com/docs/en/hooks',
  checked: { version: '2.1.325', by: 'running' },
  configuration: {
    user: '.claude/settings.json',
    project: '.claude/settings.json',
    program: 'claude',
    moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
    format: 'settings',
    off: [{ path: 'disableAllHooks', value: true }],
  },
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
    UserPromptSubmit: {
      point: 'UserPromptSubmit',
      refuses: true,
      timeoutSeconds: 30,
      says: { deny: block, inject: context('UserPromptSubmit'), halt, notify },
    },
    Stop: stopping('Stop', 'Stop'),
    SubagentStop: stopping('SubagentStop', 'SubagentStop'),
    SubagentStart: { point: 'SubagentStart', says: { inject: context('SubagentStart'), notify } },
    SessionStart: { point: 'SessionStart', says: { inject: context('SessionStart'), notify } },
    SessionEnd: { point: 'SessionEnd', timeoutSeconds: 1.5, says: {} },
    Setup: { point: 'Setup', says: { inject: context('Setup'), notify } },
    PreCompact: { point: 'PreCompact', refuses: true, says: { deny: block } },
    Notification: { point: 'Notification', says: {} },
    TeammateIdle: { point: 'TeammateIdle', refuses: true, says: { resume: exitTwo, notify } },
    TaskCompleted: { point: 'TaskCompleted', refuses: true, says: { deny: exitTwo, notify } },
  },
  tools: {
    Agent: { tool: 'Task', output: 'content' },
    Grep: { tool: 'Grep', output: 'content' },
    WebFetch: { tool: 'WebFetch', output: 'result' },
    Bash: { tool: 'Bash', output: 'stdout' },
    Read: { tool: 'Read', output: 'file.content' },
  },
  limits: [
    'Files that a prompt names with @ are read without a tool call: only a Read rule of Claude Code itself sees them.',
    'PermissionRequest does not heed exit code 2.',
  ],
};
