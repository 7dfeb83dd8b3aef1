import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, parsedJson, privateFolder, readStateFile, writeStateFile } from '../state-file.ts';
import { stateRoot } from '../state-folder.ts';
import { type HeldCall, isHeldCall } from './exception.ts';

const folderName = 'waiting';
const ownName = /^[0-9a-f]{64}\.json$/;

/** So long, and so many, can be let pass. */
const lifeMs = 60 * 60_000;
const maxCalls = 100;

/** Keeps a call that was held back, for a person who may let it pass. */
export function keepWaiting(call: HeldCall): void {
  const folder = privateFolder(folderName);
  writeStateFile(join(folder, `${call.fingerprint}.json`), JSON.stringify(call));
  const names = namesIn(folderName).filter((name) => ownName.test(name));
  if (names.length <= maxCalls) return;
  const kept = new Set(
    waitingCalls(call.at)
      .slice(0, maxCalls)
      .map(({ fingerprint }) => `${fingerprint}.json`),
  );
  for (const name of names) if (!kept.has(name)) rmSync(join(folder, name), { force: true });
}

/** The calls that wait for a person, the last one first. */
export function waitingCalls(now = Date.now()): readonly HeldCall[] {
  return namesIn(folderName)
    .filter((name) => ownName.test(name))
    .flatMap((name) => heldIn(name) ?? [])
    .filter(({ at }) => at > now - lifeMs && at <= now + lifeMs)
    .sort((one, other) => other.at - one.at);
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
