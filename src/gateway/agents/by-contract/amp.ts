import type { AgentProduct, Form } from '../agent-product.ts';
import { deniesOnFailure, namedTools } from '../shared-rows.ts';

const refuse: Form = { action: 'reject-and-continue', message: '$reason' };

export const ampAgent: AgentProduct = {
  name: 'amp',
  title: 'Amp',
  page: 'https://ampcode.com/manual#plugins',
  checked: { version: '2026-11', by: 'reading' },
  process: { program: 'amp', package: '@sourcegraph/amp', variables: ['AMP_THREAD_ID'] },
  files: {
    user: '.config/amp/plugins/hookline.ts',
    project: '.amp/plugins/hookline.ts',
    moved: { variable: 'XDG_CONFIG_HOME', folder: '.config' },
    layout: 'plugin',
  },
  // The plugin catches everything. What Amp does with one that throws or hangs is not documented.
  reactions: { ...deniesOnFailure, timeout: 'unknown' },
  payload: { marks: [], mcp: 'mcp__SERVER__TOOL' },
  events: {
    'tool.call': {
      point: 'PreToolUse',
      refuses: true,
      says: {
        deny: refuse,
        modify: { action: 'modify', input: '$value' },
        halt: { action: 'error', message: '$reason' },
      },
    },
    'tool.result': {
      point: 'PostToolUse',
      says: {
        modify: { status: 'done', output: '$output' },
        suppress: { status: 'done', output: '$hidden' },
      },
    },
    'agent.start': {
      point: 'UserPromptSubmit',
      says: { inject: { message: { content: '$context', display: false } } },
    },
    'agent.end': { point: 'Stop', says: { resume: { action: 'continue', userMessage: '$reason' } } },
    'session.start': { point: 'SessionStart', says: {} },
  },
  tools: {
    Bash: { tool: 'Bash', fields: { command: 'cmd' }, folder: 'cwd' },
    Read: { tool: 'Read', fields: { file_path: 'path' } },
    create_file: { tool: 'Write', fields: { file_path: 'path' } },
    edit_file: {
      tool: 'Edit',
      fields: { file_path: 'path', old_string: 'old_str', new_string: 'new_str' },
    },
    ...namedTools('Grep Task glob=Glob read_web_page=WebFetch'),
  },
  limits: [
    'A question becomes a deny, and a prompt cannot be refused.',
    'Without a person, it skips a plugin that loads late: start it with --plugin-ready-timeout.',
  ],
};
