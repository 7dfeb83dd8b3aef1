import type { AgentProduct, NativeEvent } from '../agent-product.ts';
import { deniesOnExitTwo, exitTwo } from '../shared-rows.ts';

const input = { tool_input: 'tool_info' };
const mcp = {
  tool_name: 'tool_info.mcp_tool_name',
  tool_input: 'tool_info.mcp_tool_arguments',
  tool_response: 'tool_info.mcp_result',
};
const before: Omit<NativeEvent, 'says'> = { point: 'PreToolUse', fields: input, refuses: true };
const after: NativeEvent = { point: 'PostToolUse', fields: input, says: {} };
const deny = { deny: exitTwo };

export const windsurfAgent: AgentProduct = {
  name: 'windsurf',
  title: 'Windsurf',
  page: 'https://docs.windsurf.com/windsurf/cascade/hooks',
  checked: { version: '2026-11', by: 'reading' },
  process: { program: 'windsurf', package: 'windsurf', variables: ['WINDSURF_CASCADE_TERMINAL'] },
  files: {
    user: '.codeium/windsurf/hooks.json',
    project: '.windsurf/hooks.json',
    moved: { variable: '', folder: '' },
    layout: { key: 'hooks', grouped: false, entry: { command: '$line', show_output: true } },
  },
  reactions: { ...deniesOnExitTwo, timeout: 'unknown' },
  payload: {
    event: 'agent_action_name',
    fields: { session_id: 'trajectory_id' },
    marks: ['agent_action_name'],
    mcp: 'mcp__SERVER__TOOL',
  },
  events: {
    pre_run_command: { ...before, tool: 'run_command', says: deny },
    pre_read_code: { ...before, tool: 'read_code', says: deny },
    pre_write_code: { ...before, tool: 'write_code', says: deny },
    pre_mcp_tool_use: { ...before, fields: mcp, server: 'tool_info.mcp_server_name', says: deny },
    post_run_command: { ...after, tool: 'run_command' },
    post_read_code: { ...after, tool: 'read_code' },
    post_write_code: { ...after, tool: 'write_code' },
    post_mcp_tool_use: { ...after, fields: mcp, server: 'tool_info.mcp_server_name' },
    pre_user_prompt: {
      point: 'UserPromptSubmit',
      fields: { prompt: 'tool_info.user_prompt' },
      refuses: true,
      says: deny,
    },
    post_cascade_response: {
      point: 'Stop',
      fields: { last_assistant_message: 'tool_info.response' },
      says: {},
    },
  },
  tools: {
    run_command: { tool: 'Bash', fields: { command: 'command_line' }, folder: 'cwd' },
    read_code: { tool: 'Read' },
    write_code: { tool: 'MultiEdit' },
  },
  limits: [
    'A hook can only block, before the five kinds of actions: a question and a rewrite become a deny, and outputs cannot be hidden.',
    'Only a command names its folder: other relative paths count from the folder of the hook.',
    'What it does with a hook that hangs is not documented.',
  ],
};
