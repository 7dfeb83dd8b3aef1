export type { Policy, PolicyOptions } from '../adapters/guard.ts';
export { guardTools, hooklineProcessor } from '../adapters/mastra.ts';
