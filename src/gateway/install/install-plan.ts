import { HooklineError } from '../../engine/values/errors.ts';
import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { hooksFile } from './agent-places.ts';
import { isHookLine } from './hook-line.ts';
import type { InstallChange } from './install-change.ts';
import { trustedFor } from './installations.ts';
import { switchedOff, switchOnChanges, withoutOff } from './off-switch.ts';
import { pluginText } from './plugins/plugin-text.ts';
import { mergeEntries } from './settings-entries.ts';
import { trustKindOf } from './trust/trust-plan.ts';
import { type InstallOptions, wantedHandlers, wantedPlugin } from './wanted-events.ts';

/** What is to be done for one agent. */
export interface AgentPlan {
  readonly agent: AgentProduct;
  /** The file with the agent's hooks. */
  readonly file: string;
  readonly changes: readonly InstallChange[];
  /** What the agent was told to trust. */
  readonly trusted: readonly string[];
  /** Why the agent will not ask hookline, though it is installed; null when it will. */
  readonly problem: string | null;
}

/** What guards an agent. Reads its configuration, and writes nothing. */
export async function planInstall(agent: AgentProduct, options: InstallOptions): Promise<AgentPlan> {
  const { scope, folder, switchOn = false } = options;
  const file = hooksFile(agent, scope, folder);
  const before = await readIfThere(file);
  if (agent.configuration.format === 'plugin') {
    if (before !== null && !isHookLine(before))
      throw new HooklineError('file-unwritable', `${file} is there, and hookline did not write it`);
    const after = pluginText(wantedPlugin(agent, options));
    return { agent, file, changes: [{ path: file, before, after }], trusted: [], problem: null };
  }
  const merged = mergeEntries(file, before ?? '', wantedHandlers(agent, options));
  const after = switchOn ? withoutOff(agent, file, merged) : merged;
  const switched = switchOn ? await switchOnChanges(agent, folder, file) : [];
  const change: InstallChange = { path: file, before, after, keeps: true, fresh: !isHookLine(before) };
  const trusted = await trustedFor(file);
  const trust = await trustKindOf(agent)?.plan({
    agent,
    scope,
    folder,
    file,
    text: after,
    trusted,
    switchOn,
  });
  const off = switchOn ? null : await switchedOff(agent, folder);
  if (trust === undefined) return { agent, file, changes: [change, ...switched], trusted: [], problem: off };
  const isLeft = options.trust === false || trust.hindrance !== null;
  return {
    agent,
    file,
    changes: [change, ...switched, ...(isLeft || trust.change === null ? [] : [trust.change])],
    trusted: isLeft ? trusted : trust.trusted,
    problem: off ?? (isLeft ? (trust.hindrance ?? trust.missing) : null),
  };
}
