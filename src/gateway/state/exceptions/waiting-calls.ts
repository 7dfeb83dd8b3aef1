import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../engine/values/shapes.ts';
import { appendStateLines, jsonLines, privateFolder, readStateFile } from '../state-file.ts';
import { stateRoot } from '../state-folder.ts';
import { type HeldCall, isHeldCall } from './exception.ts';

// Every process appends to one file: an agent waits until the call is noted, and to make a file takes longer than to judge.
const folderName = 'waiting';
const fileName = 'calls.jsonl';

/** So long, and so many, can be let pass. */
const lifeMs = 60 * 60_000;
const maxCalls = 100;

/** Then a new file is begun. Long enough for that many calls, unless nearly all are as long as can be. */
const maxBytes = 1024 * 1024;

/** Two are kept before the one that is written: of two processes that begin a new one at once, neither puts the other's out. */
const earlier = ['.1', '.2'] as const;

/** Keeps a call that was held back, for a person who may let it pass. Throws where it cannot be kept. */
export function keepWaiting(call: HeldCall): void {
  note(call);
}

/** It no longer waits. */
export function endWaiting(fingerprint: string): void {
  note({ ended: fingerprint });
}

function note(said: HeldCall | { readonly ended: string }): void {
  const file = join(privateFolder(folderName), fileName);
  // A line of its own, though a disk that was full may have taken only a part of the last one.
  const size = appendStateLines(file, `\n${JSON.stringify(said)}\n`);
  if (size > maxBytes) beginAnew(file);
}

function beginAnew(file: string): void {
  const [last, oldest] = earlier;
  try {
    // Another process may have begun a new one meanwhile.
    if (statSync(file).size <= maxBytes) return;
    if (statSync(`${file}${last}`, { throwIfNoEntry: false }) !== undefined)
      renameSync(`${file}${last}`, `${file}${oldest}`);
    renameSync(file, `${file}${last}`);
  } catch {
    // It is noted; the next one may begin a new file.
  }
}

/** The calls that wait for a person, the last one first. */
export function waitingCalls(now = Date.now()): readonly HeldCall[] {
  const file = join(stateRoot(), folderName, fileName);
  // The newest first: what is put aside meanwhile is read twice, not passed over.
  const texts = ['', ...earlier].map((end) => readStateFile(`${file}${end}`) ?? '');
  const waiting = new Map<string, HeldCall>();
  for (const said of texts.reverse().flatMap(jsonLines)) {
    if (isHeldCall(said)) waiting.set(said.fingerprint, said);
    else if (isObject(said) && typeof said['ended'] === 'string') waiting.delete(said['ended']);
  }
  return [...waiting.values()]
    .filter(({ at }) => at > now - lifeMs && at <= now + lifeMs)
    .sort((one, other) => other.at - one.at)
    .slice(0, maxCalls);
}
