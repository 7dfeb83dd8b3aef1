import type { AgentProduct } from './agent-product.ts';
import { deniesOnExitTwo, forms, namedTools, silentEvents } from './shared-rows.ts';

const { permission } = forms;

const deny = permission('deny');

export const kimiAgent: AgentProduct = {
  name: 'kimi',
  title: 'Kimi Code',
  page: 'https://moonshotai.github.io/kimi-code/en/customization/hooks.html',
  checked: { version: '2.1.0', by: 'running' },
  process: { program: 'kimi', package: '@moonshot-ai/kimi-code', variables: ['KIMI_CODE_SESSION_ID'] },
  files: {
    user: '.kimi-code/config.toml',
    project: null,
    moved: { variable: 'KIMI_CODE_HOME', folder: '.kimi-code' },
    layout: {
      key: 'hooks',
      grouped: false,
      eventField: 'event',
      format: 'toml',
      entry: { event: '$event', command: '$line', timeout: '$seconds' },
      strict: {
        fields: { event: 'string', matcher: 'string', command: 'string', timeout: 'number' },
        required: ['event', 'command'],
        closed: true,
        events:
          'PreToolUse PostToolUse PostToolUseFailure PermissionRequest PermissionResult UserPromptSubmit UserPromptQueued TurnStarted Stop StopFailure Interrupt SessionStart SessionEnd SessionHeartbeat SubagentStart SubagentStop TaskStarted PreCompact PostCompact Notification',
      },
    },
  },
  reactions: deniesOnExitTwo,
  payload: {
    fields: { tool_use_id: 'tool_call_id', agent_type: 'agent_name' },
    marks: ['client_type'],
    mcp: 'mcp__SERVER__TOOL',
  },
  events: {
    PreToolUse: { point: 'PreToolUse', refuses: true, says: { deny } },
    PostToolUse: { point: 'PostToolUse', fields: { tool_response: 'tool_output' }, says: {} },
    PostToolUseFailure: { point: 'PostToolUseFailure', fields: { error: 'error.message' }, says: {} },
    UserPromptSubmit: {
      point: 'UserPromptSubmit',
      refuses: true,
      says: { deny, inject: { message: '$context' } },
    },
    Stop: { point: 'Stop', refuses: true, says: { resume: deny } },
    SubagentStop: { point: 'SubagentStop', fields: { last_assistant_message: 'response' }, says: {} },
    ...silentEvents('StopFailure SubagentStart SessionStart SessionEnd PreCompact PostCompact Notification'),
  },
  tools: {
    Bash: { tool: 'Bash', folder: 'cwd' },
    Read: { tool: 'Read', fields: { file_path: 'path' } },
    ReadMediaFile: { tool: 'Read', fields: { file_path: 'path' } },
    Write: { tool: 'Write', fields: { file_path: 'path' } },
    Edit: { tool: 'Edit', fields: { file_path: 'path' } },
    ...namedTools('Glob Grep Skill Agent=Task FetchURL=WebFetch TodoList=TodoWrite'),
  },
  limits: [
    "Hooks are only in its user's config.toml: install writes there, for a project too.",
    'A question and a rewrite become a deny. It ignores a question of a hook and runs the call.',
    'It does not wait for hooks after a tool call: outputs cannot be hidden.',
    'One hook with an unknown key switches all of them off: install checks the whole file.',
    'A Stop makes it go on once.',
  ],
};
