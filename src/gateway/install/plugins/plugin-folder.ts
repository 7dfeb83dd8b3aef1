import { join } from 'node:path';
import { HooklineError } from '../../../engine/values/errors.ts';
import { readIfThere } from '../../../files/take-file.ts';
import type { AgentProduct } from '../../agents/agent-product.ts';
import type { InstallChange } from '../install-change.ts';
import type { AgentPlan } from '../install-plan.ts';
import { mergeEntries } from '../settings-entries.ts';
import { type InstallOptions, wantedHandlers } from '../wanted-events.ts';

/** A folder that the agent loads as a plugin, with the same lines as its settings would have. */
export async function planPluginFolder(
  agent: AgentProduct,
  folder: string,
  options: InstallOptions,
): Promise<AgentPlan> {
  const { manifest } = agent.configuration;
  if (manifest === undefined)
    throw new HooklineError(
      'option-invalid',
      `${agent.title} has no plugin folders; install it without --plugin`,
    );
  const about = { name: 'hookline', description: 'Asks hookline before the agent acts.' };
  const file = join(folder, 'hooks', 'hooks.json');
  const hooks = mergeEntries(file, '', wantedHandlers(agent, { ...options, scope: 'user' }));
  const changes = [
    await own(join(folder, manifest), `${JSON.stringify(about, null, 2)}\n`),
    await own(file, hooks),
  ];
  return { agent, file, changes, trusted: [], problem: null };
}

async function own(path: string, after: string): Promise<InstallChange> {
  const before = await readIfThere(path);
  if (before !== null && !before.includes('hookline'))
    throw new HooklineError('file-unwritable', `${path} is there, and hookline did not write it`);
  return { path, before, after };
}
