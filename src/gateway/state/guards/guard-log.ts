import { linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../engine/values/shapes.ts';
import { nameBeside } from '../../../files/take-file.ts';
import {
  appendStateLines,
  jsonLines,
  namesIn,
  parsedJson,
  privateFolder,
  readStateFile,
} from '../state-file.ts';
import { stateRoot } from '../state-folder.ts';
import { foldGuards, type GuardState, isGuardState } from './guard-state.ts';

// What guards did is appended to `log.jsonl` by every process. A log that is long is put aside as `log-….jsonl`, and folded
// into the next `sum-N.json`, which names the logs that it has in it. Of two processes that fold at once, the one that
// links its sum first has done it. Whenever a process is killed, nothing is counted twice, and what is lost is at most what
// it had not written yet, and a line that another one wrote into a log while that was folded.

/** Then a log is folded. */
const maxLogBytes = 128 * 1024;
const folderName = 'guards';
const log = 'log.jsonl';
const fullLog = /^log-[\w-]+\.jsonl$/;
const sumName = /^sum-(\d+)\.json$/;
const draftName = /^\..*\.draft$/;

/** Older drafts are of processes that were killed. */
const draftMs = 60_000;

interface Sum {
  readonly number: number;
  readonly guards: readonly GuardState[];
  /** The logs that are in it. */
  readonly folded: readonly string[];
}

/** Where that is noted. */
export function guardLog(): string {
  return join(stateRoot(), folderName, log);
}

/** Notes what guards did. */
export function writeGuards(states: readonly GuardState[]): void {
  if (states.length === 0) return;
  const folder = privateFolder(folderName);
  const size = appendStateLines(
    join(folder, log),
    states.map((state) => `${JSON.stringify(state)}\n`).join(''),
  );
  if (size <= maxLogBytes) return;
  try {
    foldLogs(folder);
  } catch {
    // It is noted. The next one that is long folds what was put aside.
  }
}

/** What every guard did as far as it is remembered, the last one first. */
export function readGuards(): readonly GuardState[] {
  // A sum may be replaced by the next one while it is looked for.
  for (let round = 0; ; round += 1) {
    try {
      const names = namesIn(folderName);
      const { guards, folded } = lastSum(names);
      const logs = names.filter((name) => name === log || (fullLog.test(name) && !folded.includes(name)));
      return foldGuards([...guards, ...logs.flatMap(statesIn)]);
    } catch (problem) {
      if (round === 5) throw problem;
    }
  }
}

/** The number of a sum; 0 for other files. */
function numberOf(name: string): number {
  return Number(sumName.exec(name)?.[1] ?? 0);
}

function lastSum(names: readonly string[]): Sum {
  const number = Math.max(0, ...names.map(numberOf));
  if (number === 0) return { number, guards: [], folded: [] };
  const text = readStateFile(join(stateRoot(), folderName, `sum-${number}.json`));
  if (text === null) throw new Error('the sum was replaced meanwhile');
  const value = parsedJson(text);
  const { guards, folded } = isObject(value) ? value : {};
  return {
    number,
    guards: Array.isArray(guards) ? guards.filter(isGuardState) : [],
    folded: Array.isArray(folded) ? folded.map(String) : [],
  };
}

function statesIn(name: string): readonly GuardState[] {
  return jsonLines(readStateFile(join(stateRoot(), folderName, name)) ?? '').filter(isGuardState);
}

function foldLogs(folder: string): void {
  const aside = `log-${Date.now()}-${process.pid}-${Math.random().toString(36).slice(2, 8)}.jsonl`;
  try {
    renameSync(join(folder, log), join(folder, aside));
  } catch {
    // Another process was faster, and folds it.
    return;
  }
  const names = namesIn(folderName);
  const { number, guards, folded } = lastSum(names);
  const present = names.filter((name) => fullLog.test(name));
  const added = present.filter((name) => !folded.includes(name));
  const sum = { guards: foldGuards([...guards, ...added.flatMap(statesIn)]), folded: present };
  const file = join(folder, `sum-${number + 1}.json`);
  const draft = nameBeside(file, 'draft');
  writeFileSync(draft, JSON.stringify(sum), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch {
    // Another process has made this sum. What is not in it will be in the next.
    return;
  } finally {
    rmSync(draft, { force: true });
  }
  // One who was slow has linked a sum that others have gone beyond and removed.
  if (namesIn(folderName).some((name) => numberOf(name) > number + 1)) {
    rmSync(file, { force: true });
    return;
  }
  const isOld = (name: string): boolean => {
    const other = numberOf(name);
    return other > 0 && other <= number;
  };
  for (const name of names.filter((one) => present.includes(one) || isOld(one) || isDeadDraft(folder, one)))
    rmSync(join(folder, name), { force: true });
}

function isDeadDraft(folder: string, name: string): boolean {
  if (!draftName.test(name)) return false;
  const facts = statSync(join(folder, name), { throwIfNoEntry: false });
  return facts !== undefined && facts.mtimeMs < Date.now() - draftMs;
}
