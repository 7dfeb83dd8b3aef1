import { keysOf } from '../../engine/values/shapes.ts';
import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { hooksFile, type InstallScope } from './agent-places.ts';
import { isHookLine } from './hook-line.ts';
import { backupPath, type InstallChange } from './install-change.ts';
import type { AgentPlan } from './install-plan.ts';
import { trustedFor } from './installations.ts';
import { JsonEdit } from './json-edit.ts';
import { mergeEntries, ownEntries, removeEntries } from './settings-entries.ts';
import { trustKindOf } from './trust/trust-plan.ts';

/** Takes hookline out of an agent's configuration. Null where it is not in there. */
export async function planUninstall(
  agent: AgentProduct,
  scope: InstallScope,
  folder: string,
): Promise<AgentPlan | null> {
  const file = hooksFile(agent, scope, folder);
  const before = await readIfThere(file);
  if (before === null || !isHookLine(before)) return null;
  if (agent.configuration.format === 'plugin')
    return { agent, file, changes: [{ path: file, before, after: null }], trusted: [], problem: null };
  if (ownEntries(settingsIn(file, before)).length === 0) return null;
  const backup = await readIfThere(backupPath(file));
  const change: InstallChange = { path: file, before, after: without(file, before, backup), keeps: true };
  const trusted = await trustedFor(file);
  const untrust = await trustKindOf(agent)?.takeBack({ agent, scope, folder, file, text: before, trusted });
  return { agent, file, changes: untrust ? [change, untrust] : [change], trusted: [], problem: null };
}

/** The bytes from before the installation, where nothing else has changed since. */
function without(file: string, text: string, backup: string | null): string | null {
  const wanted = new Map(ownEntries(settingsIn(file, text)).map(({ event, handler }) => [event, handler]));
  if (backup !== null && mergeEntries(file, backup, wanted) === text) return backup;
  const rest = removeEntries(file, text);
  return backup === null && keysOf(settingsIn(file, rest)).length === 0 ? null : rest;
}

function settingsIn(file: string, text: string): unknown {
  return text.trim() === '' ? null : new JsonEdit(file, text).value;
}
