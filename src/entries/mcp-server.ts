export type { Policy, PolicyOptions } from '../adapters/guard.ts';
export { guardServer } from '../adapters/mcp-server.ts';
