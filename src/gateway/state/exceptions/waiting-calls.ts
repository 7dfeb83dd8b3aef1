import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, parsedJson, privateFolder, readStateFile, writeStateFile } from '../state-file.ts';
import { stateRoot } from '../state-folder.ts';
import { type HeldCall, isHeldCall } from './exception.ts';

const folderName = 'waiting';
const ownName = /^[0-9a-f]{64}\.json$/;

/** So long, and so many, can be let pass. */
const lifeMs = 60 * 60_000;
const maxCalls = 100;

/** The files that this process wrote, the oldest first, by folder. */
const written = new Map<string, Set<string>>();

/** Keeps a call that was held back, for a person who may let it pass. */
export function keepWaiting(call: HeldCall): void {
  const folder = privateFolder(folderName);
  const name = `${call.fingerprint}.json`;
  writeStateFile(join(folder, name), JSON.stringify(call));
  const own = written.get(folder) ?? new Set();
  // A process that stays looks once at what others left, and then at what it wrote itself.
  if (!written.has(folder)) removeOldest(folder);
  written.set(folder, own);
  own.delete(name);
  own.add(name);
  for (const oldest of own) {
    if (own.size <= maxCalls) break;
    own.delete(oldest);
    rmSync(join(folder, oldest), { force: true });
  }
}

function removeOldest(folder: string): void {
  const names = namesIn(folderName).filter((name) => ownName.test(name));
  if (names.length <= maxCalls) return;
  const timeOf = (name: string): number =>
    lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = names
    .map((name) => ({ name, time: timeOf(name) }))
    .sort((one, other) => other.time - one.time);
  for (const { name } of byAge.slice(maxCalls)) rmSync(join(folder, name), { force: true });
}

/** The calls that wait for a person, the last one first. */
export function waitingCalls(now = Date.now()): readonly HeldCall[] {
  return namesIn(folderName)
    .filter((name) => ownName.test(name))
    .flatMap((name) => heldIn(name) ?? [])
    .filter(({ at }) => at > now - lifeMs && at <= now + lifeMs)
    .sort((one, other) => other.at - one.at)
    .slice(0, maxCalls);
}

function heldIn(name: string): HeldCall | null {
  try {
    const value = parsedJson(readStateFile(join(stateRoot(), folderName, name)) ?? '');
    return isHeldCall(value) && `${value.fingerprint}.json` === name ? value : null;
  } catch {
    return null;
  }
}

/** It no longer waits. */
export function endWaiting(fingerprint: string): void {
  rmSync(join(privateFolder(folderName), `${fingerprint}.json`), { force: true });
}
