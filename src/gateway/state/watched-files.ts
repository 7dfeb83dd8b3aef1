import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { userFiles } from '../../config/load/levels.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { isMissing } from '../../files/file-facts.ts';
import { isAlive } from '../../files/is-alive.ts';
import {
  namesIn,
  parsedJson,
  privateFolder,
  readStateFile,
  writeStateFile,
} from '../../files/state/state-file.ts';
import { stateRoot } from '../../files/state/state-folder.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';
import { chainPaths } from '../install/checksums.ts';
import { ownEntries, settingsIn } from '../install/entries/settings-entries.ts';
import { readInstallations } from '../install/installations.ts';
import { withoutOff } from '../install/off-switch.ts';
import { ApprovalRequired } from '../trust/approval-required.ts';
import { knownFolders } from '../trust/trust-records.ts';

/** hookline's entries in the settings of an agent. What else is in there is the agent's and its user's. */
export interface WatchedEntries {
  readonly agent: string;
  readonly file: string;
  readonly handlers: Readonly<Record<string, Fields>>;
  readonly isSwitchedOff: boolean;
}

/** What a person's commands left behind. */
export interface Baseline {
  readonly files: Readonly<Record<string, { readonly text: string; readonly mode: number }>>;
  readonly entries: readonly WatchedEntries[];
}

/** A change that no command of a person made. */
export interface FoundChange {
  readonly at: string;
  readonly path: string;
  readonly isRestored: boolean;
  /** What the file had become; null where it was gone. */
  readonly copy: string | null;
  readonly sum: string;
  readonly isSeen?: boolean;
}

const maxChanges = 100;

export function baselinePath(): string {
  return join(stateRoot(), 'watched.json');
}

function changingPath(): string {
  return join(stateRoot(), 'changing');
}

function changesPath(): string {
  return join(stateRoot(), 'changes.json');
}

/** Trust records, of which one that nobody gave is as bad as one that is gone. */
export function trustFiles(): readonly string[] {
  return [...knownFolders()].flatMap((folder) =>
    namesIn('trust', folder.slice(-64))
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name)),
  );
}

/** Whatever a person's command changes counts from now on. The daemon waits meanwhile. */
export async function asPerson<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  note(changingPath(), String(process.pid));
  try {
    return await work();
  } finally {
    note(baselinePath(), JSON.stringify(await present()));
    // Without the file there's nothing to remove; `force` doesn't cover a file in the place of its folder.
    if (existsSync(changingPath())) rmSync(changingPath(), { force: true });
  }
}

/** Without its state, hookline still judges; it only watches nothing. */
function note(path: string, text: string): void {
  try {
    privateFolder();
    writeStateFile(path, text);
  } catch {
    // The daemon keeps to what it knew before.
  }
}

export function isPersonAtWork(): boolean {
  return isAlive(Number(readStateFile(changingPath()) ?? Number.NaN));
}

export function readBaseline(): Baseline | null {
  const baseline = parsedJson(readStateFile(baselinePath()) ?? '');
  return isObject(baseline) && isObject(baseline['files']) && Array.isArray(baseline['entries'])
    ? (baseline as unknown as Baseline)
    : null;
}

async function present(): Promise<Baseline> {
  const installations = await readInstallations();
  const known = installations.flatMap(({ agent: name, file }) => {
    const agent = lookUp(agentTable, name);
    return agent === undefined ? [] : [{ agent, file }];
  });
  const plugins = known.filter(({ agent }) => agent.files.layout === 'plugin').map(({ file }) => file);
  const paths = [...chainPaths(), ...userFiles(), ...plugins, ...trustFiles()];
  const files = paths.flatMap((path) => {
    const text = presentText(path);
    return text === null ? [] : [[path, { text, mode: lstatSync(path).mode & 0o777 }] as const];
  });
  const entries = known.flatMap(({ agent, file }) => entriesOf(agent, file));
  return { files: Object.fromEntries(files), entries };
}

/** None where the file can't be read: there's nothing that could be restored. */
function entriesOf(agent: AgentProduct, file: string): readonly WatchedEntries[] {
  const { layout } = agent.files;
  if (layout === 'plugin') return [];
  try {
    const text = presentText(file);
    if (text === null) return [];
    const own = ownEntries(settingsIn(file, text, layout), layout).filter(({ narrowed }) => !narrowed);
    const handlers = Object.fromEntries(own.map(({ event, handler }) => [event, handler]));
    const isSwitchedOff = layout.format !== 'toml' && withoutOff(agent, file, text) !== text;
    return [{ agent: agent.name, file, handlers, isSwitchedOff }];
  } catch {
    return [];
  }
}

export function presentText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (problem) {
    if (isMissing(problem)) return null;
    throw problem;
  }
}

export function allChanges(): readonly FoundChange[] {
  const changes = parsedJson(readStateFile(changesPath()) ?? '[]');
  return Array.isArray(changes) ? (changes as readonly FoundChange[]) : [];
}

export function unseenChanges(): readonly FoundChange[] {
  return allChanges().filter(({ isSeen }) => isSeen !== true);
}

export function noteChange(change: FoundChange): void {
  writeStateFile(changesPath(), JSON.stringify([...allChanges(), change].slice(-maxChanges)));
}

export function markSeen(): void {
  writeStateFile(changesPath(), JSON.stringify(allChanges().map((change) => ({ ...change, isSeen: true }))));
}

export function unseenText({ path, isRestored, copy }: FoundChange): string {
  const became = copy === null ? 'it was removed' : `its text is in ${copy}`;
  return isRestored
    ? `${path} changed without a command of yours, and hookline restored it (${became}; to keep the change, make it again)`
    : `${path} changed again, or could not be restored, so it was left as it is (${became})`;
}

/** A call waits until a person has looked at what changed. */
export function checkSeen(): void {
  const [first, ...more] = unseenChanges();
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  throw new ApprovalRequired(`${unseenText(first)}${others}.`, 'Look at it, and go on: hookline trust');
}
