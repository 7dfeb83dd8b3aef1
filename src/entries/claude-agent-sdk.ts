export { guardOptions } from '../adapters/claude-agent-sdk.ts';
export type { Policy, PolicyOptions } from '../adapters/guard.ts';
