import type { AgentProduct } from './agent-product.ts';
import {
  claudeLayout,
  deniesOnExitTwo,
  exitTwo,
  forms,
  namedTools,
  promptEvent,
  silentEvents,
  stopEvents,
} from './shared-rows.ts';

const { block, context, halt, notify, permission, specific } = forms;

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
      entry: claudeLayout.entry,
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
  reactions: deniesOnExitTwo,
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
    UserPromptSubmit: promptEvent,
    ...stopEvents({ resume: block, halt, notify }),
    SessionStart: { point: 'SessionStart', says: { inject: context, notify } },
    PreCompact: { point: 'PreCompact', refuses: true, says: { deny: exitTwo } },
    ...silentEvents('SessionEnd Notification'),
  },
  tools: {
    Edit: {
      tool: 'Edit',
      fields: { old_string: 'old_str', new_string: 'new_str', replace_all: 'change_all' },
    },
    ApplyPatch: { tool: 'apply_patch', fields: { command: 'input' } },
    LS: { tool: 'LS', fields: { path: 'directory_path' } },
    Glob: { tool: 'Glob', fields: { path: 'folder' } },
    ...namedTools(`
      MultiEdit Read Grep Task WebSearch TodoWrite Skill Execute=Bash Create=Write FetchUrl=WebFetch
    `),
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
