import type { AgentProduct, Form, NativeEvent } from './agent-product.ts';

/** Fields that only this event knows stand beside its name. */
const specific = (hookEventName: string, fields: Form): Form => ({
  hookSpecificOutput: { hookEventName, ...fields },
});

const block: Form = { decision: 'block', reason: '$reason' };
const halt: Form = { continue: false, stopReason: '$reason' };
const notify: Form = { systemMessage: '$notice' };
const context = (event: string): Form => specific(event, { additionalContext: '$context' });

const stopping = (event: string, point: NativeEvent['point']): NativeEvent => ({
  point,
  refuses: true,
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
        deny: specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: '$reason' }),
        ask: specific('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: '$reason' }),
        allow: specific('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: '$reason' }),
        modify: specific('PreToolUse', { updatedInput: '$value' }),
        inject: context('PreToolUse'),
        halt,
        notify,
      },
    },
    PostToolUse: {
      point: 'PostToolUse',
      says: {
        modify: specific('PostToolUse', { updatedToolOutput: '$value' }),
        suppress: specific('PostToolUse', { updatedToolOutput: '$hidden' }),
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
    TeammateIdle: { point: 'TeammateIdle', refuses: true, says: { resume: block, notify } },
    TaskCompleted: { point: 'TaskCompleted', refuses: true, says: { deny: block, notify } },
  },
  tools: {
    Agent: { tool: 'Task' },
    Bash: { tool: 'Bash', output: 'stdout' },
    Read: { tool: 'Read', output: 'file.content' },
  },
  limits: [
    'Files that a prompt names with @ are read without a tool call: only a Read rule of Claude Code itself sees them.',
    'PermissionRequest does not heed exit code 2.',
  ],
};
