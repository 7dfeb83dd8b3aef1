import type { AgentProduct, Form } from './agent-product.ts';
import { deniesOnExitTwo, forms, geminiLayout, namedTools, silentEvents } from './shared-rows.ts';

const { context, halt, notify, specific } = forms;

const deny: Form = { decision: 'deny', reason: '$reason' };

export const geminiAgent: AgentProduct = {
  name: 'gemini',
  title: 'Gemini CLI',
  page: 'https://geminicli.com/docs/hooks/reference',
  checked: { version: '0.61.0', by: 'running' },
  process: { program: 'gemini', package: '@google/gemini-cli', variables: ['GEMINI_CLI'] },
  files: {
    user: '.gemini/settings.json',
    project: '.gemini/settings.json',
    moved: { variable: 'GEMINI_CLI_HOME', folder: '' },
    layout: geminiLayout,
    off: [{ path: 'hooksConfig.enabled', value: false }],
    switches: { user: ['.gemini/trustedFolders.json'], project: [] },
    trusts: 'folders',
  },
  reactions: { ...deniesOnExitTwo, silentExit2: 'runs', otherExit: 'denies', crash: 'unknown' },
  payload: { marks: [], mcp: 'mcp_SERVER_TOOL', projectVariable: 'GEMINI_PROJECT_DIR' },
  events: {
    BeforeTool: {
      point: 'PreToolUse',
      refuses: true,
      merges: true,
      says: { deny, modify: specific({ tool_input: '$value' }), halt, notify },
    },
    AfterTool: {
      point: 'PostToolUse',
      fields: { tool_response: 'tool_response.llmContent' },
      contextAlone: true,
      // Exit code 2 takes the output's place.
      refuses: true,
      says: {
        modify: { decision: 'deny', reason: '$output' },
        suppress: { decision: 'deny', reason: '$hidden' },
        inject: context,
        halt,
        notify,
      },
    },
    BeforeAgent: {
      point: 'UserPromptSubmit',
      refuses: true,
      contextAlone: true,
      says: { deny, inject: context, halt, notify },
    },
    AfterAgent: {
      point: 'Stop',
      fields: { last_assistant_message: 'prompt_response' },
      refuses: true,
      says: { resume: deny, halt, notify },
    },
    BeforeModel: {
      point: 'BeforeModel',
      refuses: true,
      says: { deny, modify: specific({ llm_request: '$value' }), halt, notify },
    },
    // A deny would show the part that it denies.
    AfterModel: {
      point: 'AfterModel',
      often: true,
      says: { deny: halt, modify: specific({ llm_response: '$value' }), halt, notify },
    },
    BeforeToolSelection: {
      point: 'BeforeToolSelection',
      fields: { llm_request: 'llm_request', tool_config: 'llm_request.toolConfig' },
      says: {
        // Without any tool, the model can do no harm.
        deny: specific({ toolConfig: { mode: 'NONE' } }),
        modify: specific({ toolConfig: '$value' }),
      },
    },
    SessionStart: { point: 'SessionStart', says: { inject: context, notify } },
    PreCompress: { point: 'PreCompact', says: { notify } },
    ...silentEvents('SessionEnd Notification'),
  },
  tools: {
    run_shell_command: { tool: 'Bash', fields: { workdir: 'dir_path' }, folder: 'workdir' },
    replace: { tool: 'Edit', fields: { replace_all: 'allow_multiple' } },
    read_many_files: { tool: 'Read', fields: { paths: 'include' } },
    glob: { tool: 'Glob', fields: { path: 'dir_path' } },
    grep_search: { tool: 'Grep', fields: { path: 'dir_path', glob: 'include_pattern' } },
    search_file_content: { tool: 'Grep', fields: { path: 'dir_path', glob: 'include' } },
    list_directory: { tool: 'LS', fields: { path: 'dir_path' } },
    activate_skill: { tool: 'Skill', fields: { skill: 'name' } },
    invoke_agent: { tool: 'Task', fields: { subagent_type: 'agent_name' } },
    ...namedTools(`
      write_file=Write read_file=Read web_fetch=WebFetch google_web_search=WebSearch
      write_todos=TodoWrite ask_user=AskUserQuestion
    `),
  },
  limits: [
    'Gemini CLI runs no hooks of a folder that it does not trust.',
    'A question ends a headless run without a word, so that ask becomes a deny.',
    'A rewrite cannot take an argument of a tool away: it becomes a deny.',
    'The conversation is compressed whatever a hook says.',
    'Payloads of subagents do not say whose they are.',
  ],
};
