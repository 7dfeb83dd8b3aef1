import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../engine/values/shapes.ts';
import { appendStateLines, jsonLines, namesIn, privateFolder, readStateFile } from '../state-file.ts';
import { stateRoot } from '../state-folder.ts';
import { type HeldCall, isHeldCall } from './exception.ts';

// Every process appends to one file: an agent waits until the call is noted, and to make a file takes longer than to judge.
const folderName = 'waiting';
const fileName = 'calls.jsonl';

/** So long, and so many, can be let pass. */
const lifeMs = 60 * 60_000;
const maxCalls = 100;

/** A larger file is put aside. It has room for that many calls of a usual length. */
const maxBytes = 1024 * 1024;

/** A call with a longer line is not kept. */
const maxLine = 256 * 1024;

/** What was put aside. The names sort by time. */
const asideName = /^calls-[\w-]+\.jsonl$/;

/** Keeps a call that was held back, for a person who may let it pass. Throws where it cannot be kept. */
export function keepWaiting(call: HeldCall): void {
  note(call);
}

/** It no longer waits. */
export function endWaiting(fingerprint: string): void {
  note({ ended: fingerprint });
}

function note(said: HeldCall | { readonly ended: string }): void {
  const line = JSON.stringify(said);
  if (line.length > maxLine) throw new Error('what it says of itself is too long');
  const folder = privateFolder(folderName);
  // A line of its own, though a disk that was full may have taken only a part of the last one.
  const size = appendStateLines(join(folder, fileName), `\n${line}\n`);
  if (size > maxBytes) beginAnew(folder);
}

/**
 * Puts a full file aside, and removes the oldest that were put aside. Several processes may do so at once, and put aside what
 * another has just begun: so the bytes that are kept count, not the files.
 */
function beginAnew(folder: string): void {
  const file = join(folder, fileName);
  try {
    if (statSync(file).size <= maxBytes) return;
    const mark = `${Date.now()}-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
    renameSync(file, join(folder, `calls-${mark}.jsonl`));
    let kept = 0;
    for (const name of asideLastFirst()) {
      const aside = join(folder, name);
      if (kept > maxBytes) rmSync(aside, { force: true });
      else kept += statSync(aside).size;
    }
  } catch {
    // It is noted. The next one tidies up.
  }
}

function asideLastFirst(): readonly string[] {
  return namesIn(folderName)
    .filter((name) => asideName.test(name))
    .sort()
    .reverse();
}

/** The calls that wait for a person, the last one first. */
export function waitingCalls(now = Date.now()): readonly HeldCall[] {
  const textOf = (name: string): string => readStateFile(join(stateRoot(), folderName, name)) ?? '';
  // The newest first: what is put aside meanwhile is read twice, not passed over.
  const newest = textOf(fileName);
  const texts = [newest, ...asideLastFirst().map(textOf)];
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
