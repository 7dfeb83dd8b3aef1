import type { AgentProduct, Form } from './agent-product.ts';
import { deniesOnFailure, namedTools } from './shared-rows.ts';

const inject: Form = { appendContext: '$context' };
const stop: Form = { stop: true, reason: '$reason' };

/** Cline fails the run and ends the plugin when a hook takes longer. */
const timeoutSeconds = 3;

export const clineAgent: AgentProduct = {
  name: 'cline',
  title: 'Cline',
  page: 'https://docs.cline.bot/cline-sdk/plugins',
  checked: { version: '3.0.65', by: 'running' },
  process: {
    program: 'cline',
    package: 'cline',
    variables: ['CLINE_BUILD_ENV', 'CLINE_CONNECTOR_CLI_LAUNCH'],
  },
  files: {
    user: '.cline/plugins/hookline.js',
    project: '.cline/plugins/hookline.js',
    moved: { variable: 'CLINE_DIR', folder: '.cline' },
    layout: 'plugin',
  },
  // The plugin skips the call whatever the line ends with. A hook that hangs or throws would fail the run.
  reactions: deniesOnFailure,
  payload: { marks: [], mcp: 'SERVER__TOOL' },
  events: {
    beforeTool: {
      point: 'PreToolUse',
      refuses: true,
      timeoutSeconds,
      says: {
        deny: { skip: true, reason: '$reason' },
        modify: { input: '$value' },
        inject,
        halt: stop,
      },
    },
    afterTool: {
      point: 'PostToolUse',
      refuses: true,
      timeoutSeconds,
      says: { modify: { output: '$output' }, suppress: { output: '$hidden' }, inject, halt: stop },
    },
    beforeRun: {
      point: 'UserPromptSubmit',
      refuses: true,
      timeoutSeconds,
      says: { deny: stop, inject, halt: stop },
    },
    'beforeRun.subagent': { point: 'SubagentStart', timeoutSeconds, says: { inject } },
    afterRun: { point: 'Stop', timeoutSeconds, says: {} },
    'afterRun.subagent': { point: 'SubagentStop', timeoutSeconds, says: {} },
  },
  tools: {
    editor: { tool: 'Edit', fields: { file_path: 'path', old_string: 'old_text', new_string: 'new_text' } },
    apply_patch: { tool: 'apply_patch', fields: { command: 'input' } },
    spawn_agent: { tool: 'Task', fields: { prompt: 'task' } },
    ...namedTools(`
      run_commands=Bash read_files=Read search_codebase=Grep fetch_web_content=WebFetch
      ask_question=AskUserQuestion skills=Skill
    `),
  },
  limits: [
    'Its file hooks can only end the whole run, so hookline is a plugin.',
    'A hook has three seconds. hookline answers within two and a half, or refuses the call; the daemon answers in time.',
    'A call with several commands, files or addresses is judged entry by entry; one refusal refuses all of them.',
    'Without a person it would run what a hook asks about: a question becomes a deny.',
    'A Stop cannot make it go on.',
  ],
};
