import type { AgentProduct } from './agent-product.ts';
import { claudeLayout, deniesOnExitTwo, forms, promptEvent, stopEvents } from './shared-rows.ts';

const { block, context, halt, notify, permission, specific } = forms;

/** Codex treats an answer with an unknown key as a failed hook, and goes ahead. */
export const codexAgent: AgentProduct = {
  name: 'codex',
  title: 'Codex',
  page: 'https://developers.openai.com/codex/hooks',
  checked: { version: '0.166.0', by: 'running' },
  process: {
    program: 'codex',
    package: '@openai/codex',
    variables: ['CODEX_SANDBOX', 'CODEX_THREAD_ID'],
  },
  files: {
    user: '.codex/hooks.json',
    project: '.codex/hooks.json',
    moved: { variable: 'CODEX_HOME', folder: '.codex' },
    layout: claudeLayout,
    switches: { user: ['.codex/config.toml'], project: ['.codex/config.toml'] },
    trusts: 'lines',
  },
  reactions: { ...deniesOnExitTwo, silentExit2: 'runs' },
  payload: { marks: ['turn_id'], mcp: 'mcp__SERVER__TOOL' },
  events: {
    PreToolUse: {
      point: 'PreToolUse',
      refuses: true,
      says: {
        deny: permission('deny'),
        modify: specific({ permissionDecision: 'allow', updatedInput: '$value' }),
        inject: context,
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
        inject: context,
        halt,
        notify,
      },
    },
    PermissionRequest: {
      point: 'PermissionRequest',
      refuses: true,
      says: {
        deny: specific({ decision: { behavior: 'deny', message: '$reason' } }),
        allow: specific({ decision: { behavior: 'allow' } }),
        notify,
      },
    },
    UserPromptSubmit: promptEvent,
    ...stopEvents({ resume: block, halt, notify }),
    SubagentStart: { point: 'SubagentStart', says: { inject: context, notify } },
    SessionStart: { point: 'SessionStart', says: { inject: context, notify } },
    SessionEnd: { point: 'SessionEnd', timeoutSeconds: 1, says: {} },
    // It ignores exit code 2, and ends the turn where it doesn't compact.
    PreCompact: { point: 'PreCompact', says: { deny: halt, notify } },
    PostCompact: { point: 'PostCompact', says: { notify } },
  },
  tools: {
    // Only the command of a rewrite reaches the tool.
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
