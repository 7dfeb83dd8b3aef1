import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { hooksFile } from './agent-places.ts';
import type { InstallChange } from './install-change.ts';
import { mergeEntries } from './settings-entries.ts';
import { type InstallOptions, wantedHandlers } from './wanted-events.ts';

/** What is to be done for one agent. */
export interface AgentPlan {
  readonly agent: AgentProduct;
  readonly file: string;
  readonly changes: readonly InstallChange[];
}

/** What guards an agent. Reads its configuration, and writes nothing. */
export async function planInstall(agent: AgentProduct, options: InstallOptions): Promise<AgentPlan> {
  const file = hooksFile(agent, options.scope, options.folder);
  const before = await readIfThere(file);
  const after = mergeEntries(file, before ?? '', wantedHandlers(agent, options));
  return { agent, file, changes: [{ path: file, before, after, keeps: true }] };
}
