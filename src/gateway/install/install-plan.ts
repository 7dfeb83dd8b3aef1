import { HooklineError } from '../../engine/values/errors.ts';
import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { hooksFile } from './agent-places.ts';
import { isHookLine } from './hook-line.ts';
import type { InstallChange } from './install-change.ts';
import { pluginText } from './plugin-text.ts';
import { mergeEntries } from './settings-entries.ts';
import { type InstallOptions, wantedHandlers, wantedPlugin } from './wanted-events.ts';

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
  if (agent.configuration.format === 'plugin') {
    if (before !== null && !isHookLine(before))
      throw new HooklineError('file-unwritable', `${file} is there, and hookline did not write it`);
    const after = pluginText(wantedPlugin(agent, options));
    return { agent, file, changes: [{ path: file, before, after }] };
  }
  const after = mergeEntries(file, before ?? '', wantedHandlers(agent, options));
  return { agent, file, changes: [{ path: file, before, after, keeps: true }] };
}
