import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { type CheckFile, checkNow } from '../../config/hookline-yaml/checked-source.ts';
import { type KeptForm, takeUp } from '../../config/hookline-yaml/kept-form.ts';
import type { CheckedSource } from '../../config/schema/check-file.ts';
import type { SourceFile } from '../../config/source/source-file.ts';
import { privateFolder, readStateBytes, writeStateFile } from './state-file.ts';

/** The name of this file of the build, which is another as soon as anything that checks a file is another. */
const build = basename(fileURLToPath(import.meta.url));
const sumBytes = 4;
/** How many files are kept at most. Configurations that share a place take turns. */
const maxKept = 256;

/** What is kept of a file, for the build that can read it. */
interface Kept {
  readonly build: string;
  readonly form: KeptForm;
}

/**
 * Takes up what an earlier call kept of the file, where it has the same text still; else checks it, and keeps that. What is kept
 * stands beside the record of what is trusted: who could change the one could change the other.
 */
export const checkOrTakeUp: CheckFile = async (file) => {
  const kept = whereKept(file);
  const form = kept === null ? null : readForm(kept);
  if (form !== null && form.text === file.text) return takeUp(file, form);
  const checked = await checkNow(file);
  if (kept !== null) await keep(kept, checked);
  return checked;
};

/** Null where this user has no place of their own. */
function whereKept({ path }: SourceFile): string | null {
  try {
    return join(privateFolder('checked'), String(crc32(path) % maxKept));
  } catch {
    return null;
  }
}

function readForm(place: string): KeptForm | null {
  try {
    const bytes = readStateBytes(place);
    if (bytes === null || bytes.readUInt32LE() !== crc32(bytes.subarray(sumBytes))) return null;
    const kept = deserialize(bytes.subarray(sumBytes)) as Kept;
    return kept.build === build ? kept.form : null;
  } catch {
    return null;
  }
}

/** It saves time, and nothing else. */
async function keep(place: string, checked: CheckedSource): Promise<void> {
  try {
    const { keptFormOf } = await import('../../config/hookline-yaml/make-kept-form.ts');
    const form = keptFormOf(checked);
    if (form === null) return;
    const kept: Kept = { build, form };
    const bytes = serialize(kept);
    const sum = Buffer.alloc(sumBytes);
    sum.writeUInt32LE(crc32(bytes));
    writeStateFile(place, Buffer.concat([sum, bytes]));
  } catch {
    // The next call checks it again.
  }
}
