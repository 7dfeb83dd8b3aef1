import type { AgentProduct } from '../../agents/agent-product.ts';
import type { TrustKind } from './trust-kind.ts';
import { foldersTrust } from './trusted-folders.ts';
import { linesTrust } from './trusted-lines.ts';

/** What it takes for the agent's trust; null for agents that run every hook. */
export function trustKindOf({ files: { trusts } }: AgentProduct): TrustKind | null {
  if (trusts === undefined) return null;
  return trusts === 'lines' ? linesTrust : foldersTrust;
}
