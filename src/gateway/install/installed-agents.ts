import { existsSync } from 'node:fs';
import { messageOf } from '../../engine/values/text.ts';
import { readIfThere } from '../../files/take-file.ts';
import type { AgentProduct, EntryLayout } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';
import { hooksFile, type InstallScope } from './agent-places.ts';
import { brokenLink } from './checksums.ts';
import { ownEntries, settingsIn } from './entries/settings-entries.ts';
import { checkAsAgent } from './entries/strict-file.ts';
import { isHookLine } from './hook-line.ts';
import { pluginInstallations, trustedFor } from './installations.ts';
import { ledElsewhere, switchedOff } from './off-switch.ts';
import { pluginLines } from './plugins/plugin-text.ts';
import { trustKindOf } from './trust/trust-plan.ts';
import { isOwnHandler } from './wanted-events.ts';

/** Why installed lines do not guard. */
type ProblemKind =
  | 'launcher-missing'
  | 'launcher-changed'
  | 'hooks-off'
  | 'settings-environment'
  | 'agent-distrusts'
  | 'line-changed'
  | 'settings-broken';

interface InstallProblem {
  readonly kind: ProblemKind;
  readonly message: string;
}

/** An agent whose configuration has hookline's lines. */
export interface InstalledAgent {
  readonly agent: AgentProduct;
  /** A plugin is a folder that the agent is told to load. */
  readonly scope: InstallScope | 'plugin';
  readonly file: string;
  /** The agent's events that ask hookline. */
  readonly events: readonly string[];
  /** The line of each. */
  readonly lines: ReadonlyMap<string, string>;
  /** The events that have several lines. */
  readonly repeated: readonly string[];
  /** Why they do not guard, though they are installed; null when they do. */
  readonly problem: string | null;
  readonly kind: ProblemKind | null;
}

type Place = Pick<InstalledAgent, 'agent' | 'scope' | 'file'>;

/** Where hookline is installed, for the user and for a folder. */
export async function installedAgents(folder: string): Promise<readonly InstalledAgent[]> {
  const places: Place[] = Object.values(agentTable).flatMap((agent) =>
    (['user', 'project'] as const).map((scope) => ({ agent, scope, file: hooksFile(agent, scope, folder) })),
  );
  const known = new Set(places.map(({ file }) => file));
  const isFirst = ({ file }: Place, index: number): boolean =>
    places.findIndex((other) => other.file === file) === index;
  for (const { agent, file } of await pluginInstallations())
    if (!known.has(file)) places.push({ agent, scope: 'plugin', file });
  const found = await Promise.all(places.filter(isFirst).map((place) => installedAt(place, folder)));
  return found.filter((one) => one !== null);
}

async function installedAt(place: Place, folder: string): Promise<InstalledAgent | null> {
  const { agent, file } = place;
  const none = { events: [], lines: new Map(), repeated: [] };
  try {
    const text = await readIfThere(file);
    if (text === null || !isHookLine(text)) return null;
    const { layout } = agent.files;
    const isOwnFile = layout === 'plugin';
    const entries = isOwnFile ? pluginLines(text) : settingsLines(file, text, layout);
    if (entries.length === 0) return null;
    checkAsAgent(agent, file, text);
    const lines = new Map([...entries].reverse());
    const repeated = [...lines.keys()].filter(
      (event) => entries.filter(([name]) => name === event).length > 1,
    );
    const broken = brokenLink();
    const trouble =
      broken !== null ? brokenChain(broken) : isOwnFile ? null : await hindrance(place, folder, text);
    const events = [...new Set(entries.map(([event]) => event))];
    const found = { ...place, events, lines, repeated };
    return { ...found, problem: trouble?.message ?? null, kind: trouble?.kind ?? null };
  } catch (problem) {
    return { ...place, ...none, problem: messageOf(problem), kind: 'settings-broken' };
  }
}

function brokenChain(path: string): InstallProblem {
  const isThere = existsSync(path);
  const what = isThere ? 'has changed since hookline install wrote it' : 'is gone';
  const message = `${path} ${what}, so everything is blocked; run hookline install again`;
  return { kind: isThere ? 'launcher-changed' : 'launcher-missing', message };
}

function settingsLines(
  file: string,
  text: string,
  layout: EntryLayout,
): readonly (readonly [string, string])[] {
  return ownEntries(settingsIn(file, text, layout), layout).map(({ event, line }) => [event, line] as const);
}

/** Why the agent skips the lines. */
async function hindrance(
  { agent, scope, file }: Place,
  folder: string,
  text: string,
): Promise<InstallProblem | null> {
  const off = await switchedOff(agent, folder);
  if (off !== null) return { kind: 'hooks-off', message: off };
  const led = await ledElsewhere(agent, folder);
  if (led !== null) return { kind: 'settings-environment', message: led };
  if (scope !== 'plugin') {
    const trusted = await trustedFor(file);
    const trust = await trustKindOf(agent)?.plan({ agent, scope, folder, file, text, trusted });
    if (trust?.missing) {
      const kind = trust.hindrance === null ? 'agent-distrusts' : 'hooks-off';
      return { kind, message: trust.missing };
    }
  }
  return changedEntry(agent, file, text);
}

/** An entry that was narrowed, runs in the background, has less time or is of another version may let calls pass. */
function changedEntry(agent: AgentProduct, file: string, text: string): InstallProblem | null {
  const { layout } = agent.files;
  if (layout === 'plugin') return null;
  const entries = ownEntries(settingsIn(file, text, layout), layout);
  const right = entries.filter((one) => !one.narrowed && isOwnHandler(agent, one.event, one.handler));
  const changed = entries.find(({ event }) => !right.some((one) => one.event === event));
  if (changed === undefined) return null;
  const message = `the entry for ${changed.event} is not as hookline writes it, so that it may let calls pass; run hookline install again`;
  return { kind: 'line-changed', message };
}
