import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../engine/values/shapes.ts';
import { isAlive } from '../../../files/is-alive.ts';
import {
  namesIn,
  parsedJson,
  privateFolder,
  readStateFile,
  writeStateFile,
} from '../../../files/state/state-file.ts';
import { stateRoot } from '../../../files/state/state-folder.ts';
import { StateLog } from '../../../files/state/state-log.ts';
import { foldGuards, type GuardState, isGuardState } from './guard-state.ts';

const folderName = 'guards';
const sumName = 'sum.json';
const lockName = 'sum.lock';

const lockMs = 60_000;

interface Sum {
  readonly guards: readonly GuardState[];
  readonly folded: readonly string[];
}

class GuardLog extends StateLog {
  read(): readonly GuardState[] {
    // The sum comes last: what is folded meanwhile is in it, and is not counted again.
    const newest = super.linesIn('log.jsonl');
    const asides = this.asides().map((name) => ({ name, lines: this.linesIn(name) }));
    const { guards, folded } = readSum();
    const added = asides.filter(({ name }) => !folded.includes(name)).flatMap(({ lines }) => lines);
    return foldGuards([...guards, ...[...added, ...newest].filter(isGuardState)]);
  }

  protected override tidy(): void {
    const folder = privateFolder(folderName);
    for (const name of namesIn(folderName))
      if (name === lockName || name.endsWith('.draft')) removeIfAbandoned(join(folder, name));
    // A link names its owner from the start: a file would be empty if its writer was killed at once.
    symlinkSync(String(process.pid), join(folder, lockName));
    try {
      const { guards, folded } = readSum();
      const asides = this.asides();
      const added = asides.filter((name) => !folded.includes(name)).flatMap((name) => this.linesIn(name));
      const sum: Sum = { guards: foldGuards([...guards, ...added.filter(isGuardState)]), folded: asides };
      writeStateFile(join(folder, sumName), JSON.stringify(sum));
      for (const name of asides) rmSync(join(folder, name), { force: true });
    } finally {
      rmSync(join(folder, lockName), { force: true });
    }
  }
}

const log = new GuardLog(folderName, 'log', 128 * 1024);

export function guardLog(): string {
  return log.file;
}

export function writeGuards(states: readonly GuardState[]): void {
  if (states.length > 0) log.append(...states);
}

export function readGuards(): readonly GuardState[] {
  return log.read();
}

function readSum(): Sum {
  const value = parsedJson(readStateFile(join(stateRoot(), folderName, sumName)) ?? '');
  const { guards, folded } = isObject(value) ? value : {};
  return {
    guards: Array.isArray(guards) ? guards.filter(isGuardState) : [],
    folded: Array.isArray(folded) ? folded.map(String) : [],
  };
}

function removeIfAbandoned(file: string): void {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return;
  const isOwnerGone = facts.isSymbolicLink() && !isAlive(Number(readlinkSync(file)));
  if (isOwnerGone || facts.mtimeMs < Date.now() - lockMs) rmSync(file, { force: true });
}
