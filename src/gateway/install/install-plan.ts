import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { HooklineError } from '../../engine/values/errors.ts';
import { keysOf } from '../../engine/values/shapes.ts';
import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct, EntryLayout } from '../agents/agent-product.ts';
import { hooksFile, type InstallScope } from './agent-places.ts';
import { mergeEntries, ownEntries, removeEntries, settingsIn } from './entries/settings-entries.ts';
import { checkAsAgent } from './entries/strict-file.ts';
import { isHookLine } from './hook-line.ts';
import { backupPath, type InstallChange } from './install-change.ts';
import { trustedFor } from './installations.ts';
import { switchedOff, switchOnChanges, withoutOff } from './off-switch.ts';
import { pluginText } from './plugins/plugin-text.ts';
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
  const { layout } = agent.files;
  if (layout === 'plugin') {
    if (before !== null && !isHookLine(before))
      throw new HooklineError('file-unwritable', `${file} is there, and hookline did not write it`);
    const after = pluginText(agent, wantedPlugin(agent, options));
    return { agent, file, changes: [{ path: file, before, after }], trusted: [], problem: null };
  }
  const merged = mergeEntries(file, before ?? '', wantedHandlers(agent, options), layout);
  const after = switchOn ? withoutOff(agent, file, merged) : merged;
  const switched = switchOn ? await switchOnChanges(agent, folder, file) : [];
  checkAsAgent(agent, file, after);
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

/** Takes hookline out of an agent's configuration. Null where it is not in there. */
export async function planUninstall(
  agent: AgentProduct,
  scope: InstallScope,
  folder: string,
): Promise<AgentPlan | null> {
  const file = hooksFile(agent, scope, folder);
  const before = await readIfThere(file);
  if (before === null || !isHookLine(before)) return null;
  const { layout } = agent.files;
  if (layout === 'plugin')
    return { agent, file, changes: [{ path: file, before, after: null }], trusted: [], problem: null };
  if (ownEntries(settingsIn(file, before, layout), layout).length === 0) return null;
  const backup = await readIfThere(backupPath(file));
  const change: InstallChange = {
    path: file,
    before,
    after: without(file, before, backup, layout),
    keeps: true,
  };
  const trusted = await trustedFor(file);
  const untrust = await trustKindOf(agent)?.takeBack({ agent, scope, folder, file, text: before, trusted });
  return { agent, file, changes: untrust ? [change, untrust] : [change], trusted: [], problem: null };
}

/** The bytes from before the installation, where nothing else has changed since. */
function without(file: string, text: string, backup: string | null, layout: EntryLayout): string | null {
  const entries = ownEntries(settingsIn(file, text, layout), layout);
  const wanted = new Map(entries.map(({ event, handler }) => [event, handler]));
  if (backup !== null && mergeEntries(file, backup, wanted, layout) === text) return backup;
  const rest = removeEntries(file, text, layout);
  const left = settingsIn(file, rest, layout);
  const isEmpty = keysOf(left).length === 0 || isDeepStrictEqual(left, layout.base);
  return backup === null && isEmpty ? null : rest;
}

/** A folder that the agent loads as a plugin, with the same lines as its settings would have. */
export async function planPluginFolder(
  agent: AgentProduct,
  folder: string,
  options: InstallOptions,
): Promise<AgentPlan> {
  const { manifest } = agent.files;
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
