import type { AgentProduct, Form } from './agent-product.ts';
import { deniesOnFailure, namedTools } from './shared-rows.ts';

const deny: Form = { throw: '$reason' };

const ofSession = { session_id: 'input.properties.sessionID' };

export const opencodeAgent: AgentProduct = {
  name: 'opencode',
  title: 'OpenCode',
  page: 'https://opencode.ai/docs/plugins',
  checked: { version: '1.18.33', by: 'running' },
  process: { program: 'opencode', package: 'opencode-ai', variables: ['OPENCODE'] },
  files: {
    user: '.config/opencode/plugins/hookline.js',
    project: '.opencode/plugins/hookline.js',
    moved: { variable: 'XDG_CONFIG_HOME', folder: '.config' },
    layout: 'plugin',
  },
  // The plugin throws whatever the line ends with; OpenCode itself has no time limit.
  reactions: { ...deniesOnFailure, timeout: 'waits' },
  payload: { fields: { session_id: 'input.sessionID' }, marks: ['worktree'], mcp: 'SERVER_TOOL' },
  events: {
    'tool.execute.before': {
      point: 'PreToolUse',
      fields: { tool_name: 'input.tool', tool_use_id: 'input.callID', tool_input: 'output.args' },
      refuses: true,
      says: { deny, modify: { args: '$value' } },
    },
    'tool.execute.after': {
      point: 'PostToolUse',
      fields: {
        tool_name: 'input.tool',
        tool_use_id: 'input.callID',
        tool_input: 'input.args',
        tool_response: 'output.output',
      },
      // A plugin that throws takes the output's place.
      refuses: true,
      says: {
        modify: { output: '$output' },
        suppress: { output: '$hidden' },
        inject: { append: '$context' },
      },
    },
    'chat.message': {
      point: 'UserPromptSubmit',
      refuses: true,
      says: { deny, inject: { append: '$context' } },
    },
    'session.created': { point: 'SessionStart', fields: ofSession, says: {} },
    'session.idle': { point: 'Stop', fields: ofSession, says: {} },
    'experimental.session.compacting': {
      point: 'PreCompact',
      says: { inject: { append: '$context' } },
    },
    dispose: { point: 'SessionEnd', says: {} },
  },
  tools: {
    bash: { tool: 'Bash', folder: 'workdir' },
    write: { tool: 'Write', fields: { file_path: 'filePath' } },
    edit: {
      tool: 'Edit',
      fields: {
        file_path: 'filePath',
        old_string: 'oldString',
        new_string: 'newString',
        replace_all: 'replaceAll',
      },
    },
    read: { tool: 'Read', fields: { file_path: 'filePath' } },
    grep: { tool: 'Grep', fields: { glob: 'include' } },
    apply_patch: { tool: 'apply_patch', fields: { command: 'patchText' } },
    ...namedTools('glob=Glob list=LS task=Task todowrite=TodoWrite webfetch=WebFetch'),
  },
  limits: [
    'There is no ask, and a Stop cannot make it go on.',
    'A prompt that is denied ends a headless run with exit code 1, and its error does not say why.',
    'It waits for a plugin without end. What hookline runs has a time limit of its own.',
    'hookline is asked before OpenCode asks its person.',
  ],
};
