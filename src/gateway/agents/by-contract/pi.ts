import type { AgentProduct } from '../agent-product.ts';
import { deniesOnFailure, namedTools } from '../shared-rows.ts';

export const piAgent: AgentProduct = {
  name: 'pi',
  title: 'pi',
  page: 'https://pi.dev/docs/extensions',
  checked: { version: '1.5.0', by: 'reading' },
  process: { program: 'pi', package: '@earendil-works/pi-coding-agent', variables: ['PI_CODING_AGENT'] },
  files: {
    user: '.pi/agent/extensions/hookline.ts',
    project: '.pi/extensions/hookline.ts',
    moved: { variable: 'PI_CODING_AGENT_DIR', folder: '.pi/agent' },
    layout: 'plugin',
  },
  // The extension catches everything; pi itself has no time limit.
  reactions: { ...deniesOnFailure, timeout: 'waits' },
  payload: { marks: [], mcp: 'mcp__SERVER__TOOL' },
  events: {
    tool_call: {
      point: 'PreToolUse',
      refuses: true,
      says: {
        deny: { block: true, reason: '$reason' },
        modify: { input: '$value' },
        halt: { block: true, reason: '$reason', terminate: true },
      },
    },
    tool_result: {
      point: 'PostToolUse',
      refuses: true,
      says: { modify: { output: '$output' }, suppress: { output: '$hidden' } },
    },
    before_agent_start: {
      point: 'UserPromptSubmit',
      says: { inject: { message: { customType: 'hookline', content: '$context', display: false } } },
    },
    session_start: { point: 'SessionStart', says: {} },
    session_shutdown: { point: 'SessionEnd', says: {} },
  },
  tools: {
    read: { tool: 'Read', fields: { file_path: 'path' } },
    write: { tool: 'Write', fields: { file_path: 'path' } },
    edit: { tool: 'Edit', fields: { file_path: 'path', old_string: 'oldText', new_string: 'newText' } },
    ...namedTools('bash=Bash grep=Grep find=Glob ls=LS'),
  },
  limits: [
    'A question becomes a deny, a prompt cannot be refused, and a Stop cannot make it go on.',
    'Commands that the user types with ! are not judged.',
    'Extensions of a project run in trusted projects.',
  ],
};
