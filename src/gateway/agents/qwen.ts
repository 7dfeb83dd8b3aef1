import {
  type AgentProduct,
  block,
  context,
  type Form,
  haltForm as halt,
  type NativeEvent,
  notifyForm as notify,
  specific,
} from './agent-product.ts';

const permission = (permissionDecision: string): Form =>
  specific({ permissionDecision, permissionDecisionReason: '$reason' });

const stopping = (point: NativeEvent['point']): NativeEvent => ({
  point,
  refuses: true,
  says: { resume: block, notify },
});

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
    layout: {
      key: 'hooks',
      grouped: true,
      // Older versions read milliseconds; from 1000 on, newer ones do too.
      entry: { type: 'command', name: 'hookline', command: '$line', timeout: '$milliseconds' },
    },
    off: [{ path: 'disableAllHooks', value: true }],
  },
  reactions: {
    exit2: 'denies',
    silentExit2: 'runs',
    exit1: 'runs',
    otherExit: 'runs',
    crash: 'runs',
    timeout: 'runs',
    garbage: 'runs',
  },
  payload: {
    marks: ['tool_call_id', 'submitted_prompt', 'prompt_id'],
    mcp: 'mcp__SERVER__TOOL',
    projectVariable: 'QWEN_PROJECT_DIR',
  },
  events: {
    PreToolUse: {
      point: 'PreToolUse',
      refuses: true,
      says: { deny: permission('deny'), ask: permission('ask'), allow: permission('allow'), notify },
    },
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
    PermissionRequest: {
      point: 'PermissionRequest',
      rewriteGrants: true,
      says: {
        deny: specific({ decision: { behavior: 'deny', message: '$reason' } }),
        allow: specific({ decision: { behavior: 'allow' } }),
        modify: specific({ decision: { behavior: 'allow', updatedInput: '$value' } }),
        notify,
      },
    },
    UserPromptSubmit: {
      point: 'UserPromptSubmit',
      refuses: true,
      says: { deny: block, inject: context, halt, notify },
    },
    Stop: stopping('Stop'),
    SubagentStop: stopping('SubagentStop'),
    StopFailure: { point: 'StopFailure', says: {} },
    SubagentStart: { point: 'SubagentStart', says: {} },
    SessionStart: { point: 'SessionStart', says: { inject: context, notify } },
    SessionEnd: { point: 'SessionEnd', says: {} },
    PreCompact: { point: 'PreCompact', says: {} },
    Notification: { point: 'Notification', says: {} },
  },
  tools: {
    run_shell_command: { tool: 'Bash', fields: { workdir: 'directory' }, folder: 'workdir' },
    monitor: { tool: 'Bash' },
    write_file: { tool: 'Write' },
    edit: { tool: 'Edit' },
    notebook_edit: { tool: 'NotebookEdit' },
    read_file: { tool: 'Read' },
    list_directory: { tool: 'LS' },
    glob: { tool: 'Glob' },
    grep_search: { tool: 'Grep' },
    agent: { tool: 'Task' },
    web_fetch: { tool: 'WebFetch' },
    web_search: { tool: 'WebSearch' },
    todo_write: { tool: 'TodoWrite' },
    ask_user_question: { tool: 'AskUserQuestion' },
    skill: { tool: 'Skill' },
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
