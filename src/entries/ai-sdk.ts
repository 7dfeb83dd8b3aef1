export { guardTools, toolApproval } from '../adapters/ai-sdk.ts';
export { hooklineMiddleware } from '../adapters/ai-sdk-model.ts';
export type { Policy, PolicyOptions } from '../adapters/guard.ts';
