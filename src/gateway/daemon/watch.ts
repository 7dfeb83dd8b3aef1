import { chmodSync, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { userFiles } from '../../config/load/levels.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { messageOf } from '../../engine/values/text.ts';
import { fileStates } from '../../files/file-facts.ts';
import { privateFolder, writeStateFile } from '../../files/state/state-file.ts';
import { agentTable } from '../agents/agent-table.ts';
import { sumOf } from '../install/checksums.ts';
import { mergeEntries } from '../install/entries/settings-entries.ts';
import { applyChange, type InstallChange } from '../install/install-change.ts';
import { withoutOff } from '../install/off-switch.ts';
import { recordProblem } from '../state/problem-record.ts';
import {
  allChanges,
  type Baseline,
  baselinePath,
  isPersonAtWork,
  noteChange,
  presentText,
  readBaseline,
  trustFiles,
  type WatchedEntries,
} from '../state/watched-files.ts';
import { knownFolders, trustRoot } from '../trust/trust-records.ts';

/**
 * Restores what guards agents after a change that no command of a person made. Each change is restored once, so a person who makes it again
 * isn't fought with: then it's left. A person may write the policy in many steps, so only its first change is restored.
 * Either way, calls wait until a person has looked.
 */
export class Watch {
  #last = '';
  #checked = '';
  #isBusy = false;

  async look(): Promise<void> {
    const baseline = this.#isBusy || isPersonAtWork() ? null : readBaseline();
    if (baseline === null) return;
    const states = statesOf(baseline);
    // An editor may just be writing: only what stays counts.
    const isSteady = states === this.#last;
    this.#last = states;
    if (!isSteady || states === this.#checked) return;
    this.#isBusy = true;
    try {
      for (const change of changesSince(baseline)) await restore(change);
      this.#checked = statesOf(baseline);
      this.#last = this.#checked;
    } finally {
      this.#isBusy = false;
    }
  }
}

function statesOf({ files, entries }: Baseline): string {
  const paths = [...Object.keys(files), ...entries.map(({ file }) => file)];
  return fileStates([baselinePath(), trustRoot(), ...knownFolders(), ...paths]);
}

function changesSince({ files, entries }: Baseline): readonly InstallChange[] {
  const given = Object.entries(files).map(([path, { text, mode }]) => change(path, () => text, mode));
  const planted = trustFiles()
    .filter((path) => files[path] === undefined)
    .map((path) => change(path, () => null));
  // With its folder, a project has gone as a whole.
  const settings = entries
    .filter(({ file }) => existsSync(dirname(dirname(file))))
    .map((watched) => change(watched.file, (text) => withEntries(watched, text ?? '')));
  return [...given, ...planted, ...settings].filter(({ before, after }) => before !== after);
}

function change(path: string, wanted: (text: string | null) => string | null, mode?: number): InstallChange {
  let before: string | null;
  try {
    before = presentText(path);
    return { path, before, after: wanted(before), ...(mode !== undefined && { mode }) };
  } catch (problem) {
    // A folder in its place, or settings that nobody can read: that is for a person.
    return { path, before: messageOf(problem), after: null };
  }
}

function withEntries({ agent: name, file, handlers, isSwitchedOff }: WatchedEntries, text: string): string {
  const agent = lookUp(agentTable, name);
  const { layout } = agent?.files ?? {};
  if (agent === undefined || layout === undefined || layout === 'plugin') return text;
  const merged = mergeEntries(file, text, new Map(Object.entries(handlers)), layout);
  return isSwitchedOff || layout.format === 'toml' ? merged : withoutOff(agent, file, merged);
}

async function restore({ path, before, after, mode }: InstallChange): Promise<void> {
  const sum = sumOf(before ?? '');
  const ofPath = allChanges().filter((one) => one.path === path);
  const earlier = ofPath.filter((one) => one.sum === sum);
  if (earlier.some(({ isRestored, isSeen }) => !isRestored && isSeen !== true)) return;
  const copy = before === null ? null : join(privateFolder('replaced'), `${basename(path)}-${Date.now()}`);
  if (copy !== null) writeStateFile(copy, before ?? '');
  const isEdited = userFiles().includes(path) && ofPath.some(({ isSeen }) => isSeen === true);
  let isRestored = earlier.length === 0 && !isEdited;
  try {
    if (isRestored) await applyChange({ path, before, after });
    if (isRestored && mode !== undefined) chmodSync(path, mode);
  } catch {
    isRestored = false;
  }
  noteChange({ at: new Date().toISOString(), path, isRestored, copy, sum });
  recordProblem('hookline', null, new Error(`${path} changed without a command of a person`));
}
