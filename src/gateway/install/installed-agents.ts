import { existsSync } from 'node:fs';
import { messageOf } from '../../engine/values/text.ts';
import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';
import { hooksFile, type InstallScope } from './agent-places.ts';
import { isHookLine } from './hook-line.ts';
import { trustedFor } from './installations.ts';
import { JsonEdit } from './json-edit.ts';
import { launcherPath } from './launcher.ts';
import { switchedOff } from './off-switch.ts';
import { pluginEvents } from './plugins/plugin-text.ts';
import { ownEntries } from './settings-entries.ts';
import { trustKindOf } from './trust/trust-plan.ts';
import { isOwnHandler } from './wanted-events.ts';

/** An agent whose configuration has hookline's lines. */
export interface InstalledAgent {
  readonly agent: AgentProduct;
  readonly scope: InstallScope;
  readonly file: string;
  /** The agent's events that ask hookline. */
  readonly events: readonly string[];
  /** Why they do not guard all the same; null when they do. */
  readonly problem: string | null;
}

/** Where hookline is installed, for the user and for a folder. */
export async function installedAgents(folder: string): Promise<readonly InstalledAgent[]> {
  const found: InstalledAgent[] = [];
  for (const agent of Object.values(agentTable)) {
    for (const scope of ['user', 'project'] as const) {
      const installed = await installedAt(agent, scope, folder);
      if (installed !== null) found.push(installed);
    }
  }
  return found;
}

async function installedAt(
  agent: AgentProduct,
  scope: InstallScope,
  folder: string,
): Promise<InstalledAgent | null> {
  const file = hooksFile(agent, scope, folder);
  try {
    const text = await readIfThere(file);
    if (text === null || !isHookLine(text)) return null;
    const isPlugin = agent.configuration.format === 'plugin';
    const events = isPlugin ? pluginEvents(text) : settingsEvents(file, text);
    if (events.length === 0) return null;
    const problem = existsSync(launcherPath())
      ? isPlugin
        ? null
        : await hindrance(agent, scope, folder, file, text)
      : `${launcherPath()} is gone, so that everything is held back; run hookline install again`;
    return { agent, scope, file, events, problem };
  } catch (problem) {
    return { agent, scope, file, events: [], problem: messageOf(problem) };
  }
}

function settingsEvents(file: string, text: string): readonly string[] {
  return [...new Set(ownEntries(new JsonEdit(file, text).value).map(({ event }) => event))];
}

/** Why the agent skips the lines. */
async function hindrance(
  agent: AgentProduct,
  scope: InstallScope,
  folder: string,
  file: string,
  text: string,
): Promise<string | null> {
  const trusted = await trustedFor(file);
  const trust = await trustKindOf(agent)?.plan({ agent, scope, folder, file, text, trusted });
  return switchedOff(agent, file, text) ?? trust?.missing ?? changedEntry(agent, file, text);
}

/** An entry that was narrowed, runs in the background, has less time or is of another version may let calls pass. */
function changedEntry(agent: AgentProduct, file: string, text: string): string | null {
  const entries = ownEntries(new JsonEdit(file, text).value);
  const right = entries.filter((one) => !one.narrowed && isOwnHandler(agent, one.event, one.handler));
  const changed = entries.find(({ event }) => !right.some((one) => one.event === event));
  return changed === undefined
    ? null
    : `the entry for ${changed.event} is not as hookline writes it, so that it may let calls pass; run hookline install again`;
}
