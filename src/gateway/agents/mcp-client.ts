import type { AgentProduct, Form } from './agent-product.ts';
import { deniesOnFailure } from './shared-rows.ts';

const deny: Form = { deny: '$reason' };
const before = {
  point: 'PreToolUse',
  refuses: true,
  says: { deny, modify: { input: '$value' }, inject: { context: '$context' }, halt: deny },
} as const;

/** The client of a wrapped MCP server: any program. Nothing is installed for it. */
export const mcpClient: AgentProduct = {
  name: 'mcp',
  title: 'an MCP client',
  page: 'https://modelcontextprotocol.io/specification',
  checked: { version: '2026-07-28', by: 'running' },
  process: { program: '', package: '', variables: [] },
  files: { user: '', project: '', moved: { variable: '', folder: '' }, layout: 'plugin' },
  reactions: { ...deniesOnFailure, timeout: 'waits' },
  payload: { marks: [], mcp: 'mcp__SERVER__TOOL', projectVariable: 'HOOKLINE_MCP_FOLDER' },
  events: {
    call: before,
    // A client that can ask its person. Without it, the refusal has the code for `hookline allow`.
    'call-with-questions': { ...before, says: { ...before.says, ask: { ask: '$reason' } } },
    result: {
      point: 'PostToolUse',
      refuses: true,
      says: {
        modify: { output: '$value' },
        suppress: { hidden: '$hidden' },
        inject: { context: '$context' },
        halt: { hidden: '$reason' },
      },
    },
    failure: {
      point: 'PostToolUseFailure',
      says: {
        modify: { error: '$output' },
        suppress: { error: '$hidden' },
        inject: { context: '$context' },
        halt: { error: '$reason' },
      },
    },
  },
  tools: {},
  limits: [],
};
