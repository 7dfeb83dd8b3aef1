import { describe, it } from 'vitest';
import { aiSdk } from './ai-sdk.ts';
import type { Front } from './front.ts';
import { langchain } from './langchain.ts';
import { mcpServer } from './mcp-server.ts';
import { openaiAgents } from './openai-agents.ts';
import { checkBlocked, checkPolicy, policies } from './policies.ts';

const fronts: readonly Front[] = [...aiSdk, openaiAgents, langchain, mcpServer];

describe.each(fronts)('$name', (front) => {
  it.each(policies)('keeps the policy: $name', async (policy) => {
    if (front.cannot[policy.name] === undefined) await checkPolicy(policy, front);
    else await checkBlocked(policy, front);
  });
});
