import type { AgentProduct } from './agent-product.ts';
import {
  blockForm as block,
  contextForm as context,
  haltForm as halt,
  notifyForm as notify,
  specificForm as specific,
} from './family-forms.ts';

/** Codex takes an answer with a key that it does not know for a failed hook, and goes ahead. */
export const codexAgent: AgentProduct = {
  name: 'codex',
  title: 'Codex',
  page: 'https://developers.openai.com/codex/hooks',
  checked: { version: '0.166.0', by: 'running' },
  configuration: {
    user: '.codex/hooks.json',
    project: '.codex/hooks.json',
    program: 'codex',
    moved: { variable: 'CODEX_HOME', folder: '.codex' },
    format: 'settings',
    trusts: 'lines',
  },
  process: { package: '@openai/codex', variables: ['CODEX_SANDBOX', 'CODEX_THREAD_ID'] },
  timeout: { unit: 's', seconds: 600 },
  marks: ['turn_id'],
  mcp: 'mcp__SERVER__TOOL',
  events: {
    PreToolUse: {
      point: 'PreToolUse',
      refuses: true,
      says: {
        deny: specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: '$reason' }),
        modify: specific('PreToolUse', { permissionDecision: 'allow', updatedInput: '$value' }),
        inject: context('PreToolUse'),
        notify,
      },
    },
    PostToolUse: {
      point: 'PostToolUse',
      // Exit code 2 takes the output's place.
      refuses: true,
      says: {
        modify: { decision: 'block', reason: '$output' },
        suppress: { decision: 'block', reason: '$hidden' },
        inject: context('PostToolUse'),
        halt,
        notify,
      },
    },
    PermissionRequest: {
      point: 'PermissionRequest',
      refuses: true,
      says: {
        deny: specific('PermissionRequest', { decision: { behavior: 'deny', message: '$reason' } }),
        allow: specific('PermissionRequest', { decision: { behavior: 'allow' } }),
        notify,
      },
    },
    UserPromptSubmit: {
      point: 'UserPromptSubmit',
      refuses: true,
      says: { deny: block, inject: context('UserPromptSubmit'), halt, notify },
    },
    Stop: { point: 'Stop', refuses: true, says: { resume: block, halt, notify } },
    SubagentStop: { point: 'SubagentStop', refuses: true, says: { resume: block, halt, notify } },
    SubagentStart: { point: 'SubagentStart', says: { inject: context('SubagentStart'), notify } },
    SessionStart: { point: 'SessionStart', says: { inject: context('SessionStart'), notify } },
    SessionEnd: { point: 'SessionEnd', timeoutSeconds: 1, says: {} },
    // It does not heed exit code 2, and ends the turn where it does not compact.
    PreCompact: { point: 'PreCompact', says: { deny: halt, notify } },
    PostCompact: { point: 'PostCompact', says: { notify } },
  },
  tools: {
    // Of what a hook answers, only the command reaches the tool.
    Bash: { tool: 'Bash', rewrites: ['command'] },
    apply_patch: { tool: 'apply_patch', rewrites: ['command'] },
    view_image: { tool: 'Read', fields: { file_path: 'path' } },
    spawn_agent: { tool: 'Task', fields: { prompt: 'message', subagent_type: 'agent_type' } },
  },
  limits: [
    'Codex skips hooks that were not trusted, without a word: trust them with /hooks, or let install do it.',
    'There is no ask: a question becomes a deny that carries it.',
    'UserPromptSubmit comes for subagents too.',
    'A patch inside a shell line is announced as Bash, and has no PostToolUse.',
    'Text that is typed into a command that runs already is not announced.',
    'The folder that a command runs in is not told: relative paths are taken from the folder of the session.',
    'A halt after a tool call hides its output, and the turn goes on.',
  ],
};
