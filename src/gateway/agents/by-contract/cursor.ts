import type { AgentProduct, Form, NativeEvent } from '../agent-product.ts';
import { deniesOnFailure, namedTools } from '../shared-rows.ts';

// The model reads user_message, though the documents name agent_message.
const permission = (word: string): Form => ({
  permission: word,
  user_message: '$reason',
  agent_message: '$reason',
});

const inject: Form = { additional_context: '$context' };

const stopping = (point: NativeEvent['point']): NativeEvent => ({
  point,
  says: { resume: { followup_message: '$reason' } },
});

export const cursorAgent: AgentProduct = {
  name: 'cursor',
  title: 'Cursor',
  page: 'https://cursor.com/docs/agent/hooks',
  checked: { version: '2026.09.18', by: 'reading' },
  process: {
    program: 'cursor-agent',
    package: 'cursor-agent',
    variables: ['CURSOR_VERSION', 'CURSOR_AGENT'],
  },
  files: {
    user: '.cursor/hooks.json',
    project: '.cursor/hooks.json',
    moved: { variable: '', folder: '' },
    layout: {
      key: 'hooks',
      grouped: false,
      entry: { type: 'command', command: '$line', timeout: '$seconds', failClosed: '$refuses' },
      base: { version: 1 },
      strict: {
        fields: {
          command: 'string',
          type: 'string',
          timeout: 'number',
          matcher: 'string',
          failClosed: 'boolean',
        },
        required: [],
        events:
          'sessionStart sessionEnd preToolUse postToolUse postToolUseFailure subagentStart subagentStop beforeShellExecution afterShellExecution beforeMCPExecution afterMCPExecution beforeReadFile afterFileEdit beforeSubmitPrompt preCompact stop afterAgentResponse afterAgentThought beforeTabFileRead afterTabFileEdit workspaceOpen',
        // It takes the rest of such a line for a comment, even inside a text.
        without: '//',
        root: { version: 1 },
      },
    },
  },
  reactions: deniesOnFailure,
  payload: {
    fields: { session_id: 'conversation_id', cwd: 'workspace_roots.0' },
    jsonTexts: ['tool_input'],
    marks: ['cursor_version', 'workspace_roots'],
    mcp: 'MCP:TOOL',
    projectVariable: 'CURSOR_PROJECT_DIR',
  },
  events: {
    preToolUse: {
      point: 'PreToolUse',
      refuses: true,
      merges: true,
      // With failClosed, an empty answer blocks.
      quiet: { permission: 'allow' },
      says: {
        deny: permission('deny'),
        allow: { permission: 'allow' },
        modify: { permission: 'allow', updated_input: '$value' },
      },
    },
    postToolUse: { point: 'PostToolUse', fields: { tool_response: 'tool_output' }, says: { inject } },
    postToolUseFailure: { point: 'PostToolUseFailure', fields: { error: 'error_message' }, says: {} },
    beforeSubmitPrompt: {
      point: 'UserPromptSubmit',
      refuses: true,
      quiet: { continue: true },
      says: { deny: { continue: false, user_message: '$reason' } },
    },
    stop: stopping('Stop'),
    subagentStop: stopping('SubagentStop'),
    sessionStart: { point: 'SessionStart', says: { inject } },
    sessionEnd: { point: 'SessionEnd', says: {} },
    preCompact: { point: 'PreCompact', says: { notify: { user_message: '$notice' } } },
  },
  tools: { Shell: { tool: 'Bash', folder: 'cwd' }, ...namedTools('Read Write Grep Delete Task') },
  limits: [
    'A question is not enforced before a tool call: it becomes a deny.',
    'It does not say which MCP server a tool is of: rules must name mcp__unknown__TOOL, or mcp__*.',
    'The output of a tool can be neither hidden nor changed.',
    'One entry or event that it cannot read switches off the whole file: install checks it.',
    'Hooks of a project run in trusted workspaces; the CLI needs --trust without a person.',
    'In the CLI with -p, prompts and stops were not announced in February 2026.',
  ],
};
