export type { Policy, PolicyOptions } from '../adapters/guard.ts';
export { hooklineMiddleware } from '../adapters/langchain.ts';
