import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../engine/values/shapes.ts';
import { namesIn, parsedJson, privateFolder, readStateFile, writeStateFile } from '../state-file.ts';
import { type CallException, isException } from './exception.ts';

const folderName = 'passed';
const ownName = /^[0-9a-f]{64}\.json$/;

/** An agent asks for permission right after it has announced the call. */
const lifeMs = 60_000;

/** Keeps that a call passed, for the events at which the agent announces the same call again. */
export function keepPassed(exception: CallException, session: string, now = Date.now()): void {
  const folder = privateFolder(folderName);
  for (const name of namesIn(folderName).filter((one) => ownName.test(one)))
    if (readPassed(folder, name, now) === null) rmSync(join(folder, name), { force: true });
  const passed = { exception, session, at: now };
  writeStateFile(join(folder, `${exception.call.fingerprint}.json`), JSON.stringify(passed));
}

/** The exception by which the call has passed in that session just now; null when there is none. */
export function passedBy(fingerprint: string, session: string, now = Date.now()): CallException | null {
  const name = `${fingerprint}.json`;
  if (!namesIn(folderName).includes(name)) return null;
  const passed = readPassed(privateFolder(folderName), name, now);
  return passed !== null && passed.session === session ? passed.exception : null;
}

function readPassed(
  folder: string,
  name: string,
  now: number,
): { readonly exception: CallException; readonly session: string } | null {
  const value = parsedJson(readStateFile(join(folder, name)) ?? '');
  if (!isObject(value)) return null;
  const { exception, session, at } = value;
  if (!isException(exception) || exception.kind !== 'call' || typeof session !== 'string') return null;
  const isFresh = typeof at === 'number' && at <= now + 1000 && at > now - lifeMs;
  return isFresh && `${exception.call.fingerprint}.json` === name ? { exception, session } : null;
}
