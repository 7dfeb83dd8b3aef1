export type { Policy, PolicyOptions } from '../adapters/guard.ts';
export { guardAgent } from '../adapters/openai-agents.ts';
export { guardModels } from '../adapters/openai-agents-model.ts';
