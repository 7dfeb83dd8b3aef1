import {
  type AgentProduct,
  block,
  context,
  exitTwo,
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
  says: { resume: block, halt, notify },
});

export const droidAgent: AgentProduct = {
  name: 'droid',
  title: 'Factory droid',
  page: 'https://docs.factory.ai/reference/hooks-reference',
  checked: { version: '0.215.0', by: 'running' },
  process: { program: 'droid', package: 'droid', variables: ['DROID_PROJECT_DIR', 'FACTORY_PROJECT_DIR'] },
  files: {
    user: '.factory/hooks.json',
    project: '.factory/hooks.json',
    moved: { variable: 'FACTORY_HOME_OVERRIDE', folder: '' },
    layout: {
      key: null,
      grouped: true,
      entry: { type: 'command', command: '$line', timeout: '$seconds' },
      strict: {
        fields: { type: 'string', command: 'string', timeout: 'number' },
        required: ['type', 'command'],
      },
    },
    off: [{ path: 'hooksDisabled', value: true }],
    switches: {
      user: ['.factory/settings.json'],
      project: ['.factory/settings.json', '.factory/settings.local.json'],
    },
  },
  reactions: {
    exit2: 'denies',
    silentExit2: 'denies',
    exit1: 'runs',
    otherExit: 'runs',
    crash: 'runs',
    timeout: 'runs',
    garbage: 'runs',
  },
  payload: { marks: [], mcp: 'SERVER___TOOL', projectVariable: 'FACTORY_PROJECT_DIR' },
  events: {
    PreToolUse: {
      point: 'PreToolUse',
      refuses: true,
      merges: true,
      says: {
        deny: permission('deny'),
        allow: permission('allow'),
        modify: specific({ updatedInput: '$value' }),
        halt,
        notify,
      },
    },
    PostToolUse: { point: 'PostToolUse', says: { inject: context, halt, notify } },
    UserPromptSubmit: {
      point: 'UserPromptSubmit',
      refuses: true,
      says: { deny: block, inject: context, halt, notify },
    },
    Stop: stopping('Stop'),
    SubagentStop: stopping('SubagentStop'),
    SessionStart: { point: 'SessionStart', says: { inject: context, notify } },
    SessionEnd: { point: 'SessionEnd', says: {} },
    PreCompact: { point: 'PreCompact', refuses: true, says: { deny: exitTwo } },
    Notification: { point: 'Notification', says: {} },
  },
  tools: {
    Execute: { tool: 'Bash' },
    Create: { tool: 'Write' },
    Edit: {
      tool: 'Edit',
      fields: { old_string: 'old_str', new_string: 'new_str', replace_all: 'change_all' },
    },
    MultiEdit: { tool: 'MultiEdit' },
    ApplyPatch: { tool: 'apply_patch', fields: { command: 'input' } },
    Read: { tool: 'Read' },
    LS: { tool: 'LS', fields: { path: 'directory_path' } },
    Glob: { tool: 'Glob', fields: { path: 'folder' } },
    Grep: { tool: 'Grep' },
    Task: { tool: 'Task' },
    FetchUrl: { tool: 'WebFetch' },
    WebSearch: { tool: 'WebSearch' },
    TodoWrite: { tool: 'TodoWrite' },
    Skill: { tool: 'Skill' },
  },
  limits: [
    'Without a person it would run what a hook asks about: a question becomes a deny.',
    'The output of a tool cannot be replaced: a rule that redacts or hides it ends the run before the model sees it.',
    'One entry that it cannot read switches off every hook of hooks.json: install checks the whole file.',
    'It reads hooks at its start. With --no-hooks it runs none.',
    'droid exec does not announce prompts.',
    'A rewrite cannot take an argument of a tool away: it becomes a deny.',
    'It does not tell apart two equal calls: they carry no id.',
  ],
};
