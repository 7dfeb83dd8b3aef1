import type { AgentProduct } from '../agent-product.ts';
import { deniesOnFailure, forms } from '../shared-rows.ts';

const { block } = forms;

export const gooseAgent: AgentProduct = {
  name: 'goose',
  title: 'goose',
  page: 'https://block.github.io/goose/docs/guides/context-engineering/hooks',
  checked: { version: '1.51', by: 'reading' },
  process: { program: 'goose', package: '@block/goose', variables: ['GOOSE_TERMINAL'] },
  files: {
    user: '.agents/plugins/hookline/hooks/hooks.json',
    project: '.agents/plugins/hookline/hooks/hooks.json',
    moved: { variable: '', folder: '' },
    layout: {
      key: 'hooks',
      grouped: true,
      entry: { type: 'command', command: '$line', timeout: '$seconds', on_failure: '$failure' },
    },
  },
  reactions: deniesOnFailure,
  payload: {
    event: 'event',
    fields: { cwd: 'working_dir', tool_use_id: 'tool_call_id' },
    marks: ['matcher_context', 'working_dir'],
    mcp: 'SERVER__TOOL',
  },
  events: {
    PreToolUse: { point: 'PreToolUse', refuses: true, says: { deny: block } },
    Stop: { point: 'Stop', says: { resume: block } },
  },
  tools: {
    shell: { tool: 'Bash' },
    write: { tool: 'Write', fields: { file_path: 'path', content: 'file_text' } },
    edit: { tool: 'Edit', fields: { file_path: 'path', old_string: 'before', new_string: 'after' } },
    view: { tool: 'Read', fields: { file_path: 'path' } },
  },
  limits: [
    'Hooks do not run for subagents (since 1.46).',
    'A question and a rewrite become a deny; hooks cannot speak to the model.',
    'Before 1.48, a hook that crashes or hangs lets the call run.',
  ],
};
