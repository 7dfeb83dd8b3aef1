import type { AgentProduct, Form, NativeEvent } from './agent-product.ts';
import { deniesOnFailure, forms } from './shared-rows.ts';

const { block, flatContext } = forms;

const permission = (permissionDecision: string): Form => ({
  permissionDecision,
  permissionDecisionReason: '$reason',
});

const tool = { tool_name: 'toolName', tool_input: 'toolArgs' };
const subagent = { agent_id: 'agentId', agent_type: 'agentType' };

const stopping = (point: NativeEvent['point']): NativeEvent => ({
  point,
  fields: { last_assistant_message: 'response' },
  says: { resume: block },
});

export const copilotAgent: AgentProduct = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  page: 'https://docs.github.com/en/copilot/reference/hooks-configuration',
  checked: { version: '1.0.102', by: 'running' },
  process: { program: 'copilot', package: '@github/copilot', variables: ['COPILOT_CLI'] },
  files: {
    user: '.copilot/hooks/hookline.json',
    project: '.github/hooks/hookline.json',
    moved: { variable: 'COPILOT_HOME', folder: '.copilot' },
    layout: {
      key: 'hooks',
      grouped: false,
      entry: { type: 'command', bash: '$line', timeoutSec: '$seconds' },
      base: { version: 1 },
    },
  },
  reactions: { ...deniesOnFailure, timeout: 'runs', garbage: 'runs' },
  payload: {
    eventInLine: true,
    fields: { session_id: 'sessionId', transcript_path: 'transcriptPath', ...subagent },
    jsonTexts: ['tool_input'],
    marks: ['sessionId'],
    mcp: 'SERVER-TOOL',
    projectVariable: 'COPILOT_PROJECT_DIR',
  },
  events: {
    preToolUse: {
      point: 'PreToolUse',
      fields: tool,
      refuses: true,
      says: {
        deny: permission('deny'),
        ask: permission('ask'),
        allow: permission('allow'),
        modify: { modifiedArgs: '$value' },
        inject: flatContext,
      },
    },
    permissionRequest: {
      point: 'PermissionRequest',
      fields: { ...tool, tool_input: 'toolInput', permission_suggestions: 'permissionSuggestions' },
      refuses: true,
      says: {
        deny: { behavior: 'deny', message: '$reason' },
        allow: { behavior: 'allow' },
        halt: { behavior: 'deny', message: '$reason', interrupt: true },
      },
    },
    postToolUse: {
      point: 'PostToolUse',
      fields: { ...tool, tool_response: 'toolResult.textResultForLlm' },
      says: {
        modify: { modifiedResult: { resultType: 'success', textResultForLlm: '$output' } },
        suppress: { modifiedResult: { resultType: 'success', textResultForLlm: '$hidden' } },
        inject: flatContext,
      },
    },
    postToolUseFailure: { point: 'PostToolUseFailure', fields: tool, says: {} },
    userPromptSubmitted: { point: 'UserPromptSubmit', says: { deny: block, inject: flatContext } },
    agentStop: stopping('Stop'),
    subagentStart: { point: 'SubagentStart', says: { inject: flatContext } },
    subagentStop: stopping('SubagentStop'),
    sessionStart: { point: 'SessionStart', says: { inject: flatContext } },
    sessionEnd: { point: 'SessionEnd', says: {} },
    preCompact: { point: 'PreCompact', says: {} },
    notification: { point: 'Notification', says: {} },
  },
  tools: {
    bash: { tool: 'Bash' },
    powershell: { tool: 'PowerShell' },
    // Text that is typed into a running shell.
    write_bash: { tool: 'Bash', fields: { command: 'input' } },
    write_powershell: { tool: 'PowerShell', fields: { command: 'input' } },
    view: { tool: 'Read', fields: { file_path: 'path' } },
    create: { tool: 'Write', fields: { file_path: 'path', content: 'file_text' } },
    edit: { tool: 'Edit', fields: { file_path: 'path', old_string: 'old_str', new_string: 'new_str' } },
    str_replace_editor: { tool: 'str_replace_editor' },
    apply_patch: { tool: 'apply_patch', fields: { command: 'input' } },
    grep: { tool: 'Grep' },
    glob: { tool: 'Glob' },
    task: { tool: 'Task', fields: { subagent_type: 'agent_type' } },
    web_fetch: { tool: 'WebFetch' },
    web_search: { tool: 'WebSearch' },
    update_todo: { tool: 'TodoWrite' },
    ask_user: { tool: 'AskUserQuestion' },
    skill: { tool: 'Skill' },
  },
  limits: [
    'With -p, it runs the hooks of a repository only with GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS=true; otherwise only in a trusted folder.',
    'It reads hooks at its start.',
    'Exit code 2 blocks a tool call, and its reason is lost: hookline answers with JSON.',
    'Only a tool call and a permission request are blocked when hookline is missing; a prompt goes ahead.',
    'The output of a tool that failed cannot be hidden, and it compacts whatever a hook says.',
    'Without a person, a question is a deny.',
    'VS Code uses these hooks in sessions with Copilot as the target.',
    'A tool of an MCP server is SERVER-TOOL, so a server is known up to the first dash of its name.',
  ],
};
