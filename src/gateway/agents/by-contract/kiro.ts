import type { AgentProduct } from '../agent-product.ts';
import { deniesOnExitTwo, exitTwo, forms, namedTools } from '../shared-rows.ts';

const { block } = forms;

export const kiroAgent: AgentProduct = {
  name: 'kiro',
  title: 'Kiro',
  page: 'https://kiro.dev/docs/cli/hooks/',
  checked: { version: '2.22.1', by: 'reading' },
  process: { program: 'kiro-cli', package: 'kiro-cli', variables: ['KIRO_SESSION_ID'] },
  files: {
    user: '.kiro/hooks/hookline.json',
    project: '.kiro/hooks/hookline.json',
    moved: { variable: '', folder: '' },
    layout: {
      key: 'hooks',
      grouped: false,
      eventField: 'trigger',
      entry: {
        name: 'hookline',
        trigger: '$event',
        action: { type: 'command', command: '$line' },
        timeout: '$seconds',
      },
      base: { version: 'v1' },
    },
  },
  reactions: deniesOnExitTwo,
  payload: { marks: [], mcp: 'mcp__SERVER__TOOL' },
  events: {
    PreToolUse: { point: 'PreToolUse', refuses: true, says: { deny: exitTwo } },
    UserPromptSubmit: { point: 'UserPromptSubmit', refuses: true, says: { deny: exitTwo } },
    Stop: { point: 'Stop', says: { resume: block } },
  },
  tools: {
    fs_read: { tool: 'Read', fields: { file_path: 'path' } },
    read: { tool: 'Read', fields: { file_path: 'path' } },
    ...namedTools('execute_bash=Bash shell=Bash fs_write=fs_write write=fs_write'),
  },
  limits: [
    'These are the hooks of its third engine (--v3, and the IDE since 1.0). The older engines keep hooks in each agent file, and the built-in agent can have none.',
    'A question and a rewrite become a deny; hooks cannot speak to the model.',
    'A hook at UserPromptSubmit that says nothing adds a short message to the conversation.',
  ],
};
