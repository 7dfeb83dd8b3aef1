import type { AgentProduct } from './agent-product.ts';
import {
  deniesOnExitTwo,
  forms,
  geminiLayout,
  namedTools,
  promptEvent,
  silentEvents,
  stopEvents,
} from './shared-rows.ts';

const { block, context, notify, permissionRequest, permissions } = forms;

export const qwenAgent: AgentProduct = {
  name: 'qwen',
  title: 'Qwen Code',
  page: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks/',
  checked: { version: '0.24.4', by: 'running' },
  process: {
    program: 'qwen',
    package: '@qwen-code/qwen-code',
    variables: ['QWEN_CODE_SESSION_ID', 'QWEN_CODE'],
  },
  files: {
    user: '.qwen/settings.json',
    project: '.qwen/settings.json',
    moved: { variable: 'QWEN_HOME', folder: '.qwen' },
    // Older versions read milliseconds; from 1000 on, newer ones do too.
    layout: geminiLayout,
    off: [{ path: 'disableAllHooks', value: true }],
  },
  reactions: { ...deniesOnExitTwo, silentExit2: 'runs' },
  payload: {
    marks: ['tool_call_id', 'submitted_prompt', 'prompt_id'],
    mcp: 'mcp__SERVER__TOOL',
    projectVariable: 'QWEN_PROJECT_DIR',
  },
  events: {
    PreToolUse: { point: 'PreToolUse', refuses: true, says: { ...permissions, notify } },
    PostToolUse: {
      point: 'PostToolUse',
      fields: { tool_response: 'tool_response.llmContent' },
      contextAlone: true,
      says: {
        // A stop takes the output's place, and the turn goes on.
        modify: { continue: false, stopReason: '$output' },
        suppress: { continue: false, stopReason: '$hidden' },
        inject: context,
        notify,
      },
    },
    PostToolUseFailure: { point: 'PostToolUseFailure', says: { inject: context, notify } },
    PermissionRequest: { point: 'PermissionRequest', rewriteGrants: true, says: permissionRequest },
    UserPromptSubmit: promptEvent,
    ...stopEvents({ resume: block, notify }),
    SessionStart: { point: 'SessionStart', says: { inject: context, notify } },
    ...silentEvents('StopFailure SubagentStart SessionEnd PreCompact Notification'),
  },
  tools: {
    run_shell_command: { tool: 'Bash', fields: { workdir: 'directory' }, folder: 'workdir' },
    ...namedTools(`
      monitor=Bash write_file=Write edit=Edit notebook_edit=NotebookEdit read_file=Read list_directory=LS
      glob=Glob grep_search=Grep agent=Task web_fetch=WebFetch web_search=WebSearch todo_write=TodoWrite
      ask_user_question=AskUserQuestion skill=Skill
    `),
  },
  limits: [
    'It ignores a rewrite of a tool call: a rule that changes one becomes a deny.',
    'Without a person, a question is a deny.',
    'UserPromptSubmit also comes after each tool call, with an empty prompt.',
    'It takes a halt before a tool call for a deny, and goes on.',
    'With --safe-mode, --bare or disableAllHooks in any of its settings, it runs no hooks.',
    'It compacts whatever a hook says, and the output of a tool that failed cannot be hidden.',
  ],
};
