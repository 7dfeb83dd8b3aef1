import { dirname } from 'node:path';
import { levelFiles, possibleFiles } from '../../config/load/levels.ts';
import { describeChange } from './changed-since-trust.ts';
import { needsTrust, standingOf, type TrustStanding } from './find-trust.ts';
import { absentState, type PresentState, readState } from './read-state.ts';
import { knownFolders, recordTrust } from './trust-records.ts';

/** A configuration that a person may trust. */
export interface TrustQuestion {
  readonly file: string;
  readonly standing: TrustStanding['kind'];
  /** Null where there is no file any more. */
  readonly present: PresentState | null;
  /** What has changed since it was trusted; null where it was not, or has not. */
  readonly change: string | null;
}

/** A change is shown whole to whoever is asked, as far as anybody reads. */
const maxShownLines = 400;

/** The configurations of a folder and of those above it, and how a person stands to each. */
export async function trustQuestions(folder: string): Promise<readonly TrustQuestion[]> {
  const found = levelFiles(folder).filter(needsTrust);
  const known = knownFolders();
  const gone = possibleFiles(folder).filter(
    (file) => needsTrust(file) && !found.includes(file) && standingOf(file, known).kind === 'changed',
  );
  const questions: TrustQuestion[] = [];
  for (const file of [...found, ...gone]) {
    const standing = standingOf(file, known);
    questions.push({
      file,
      standing: standing.kind,
      present: found.includes(file) ? await readState(file) : null,
      change: standing.kind === 'changed' ? describeChange(file, standing.records, maxShownLines) : null,
    });
  }
  return questions;
}

/** Whether a person is to be asked at all. */
export function isOpen({ standing }: TrustQuestion): boolean {
  return standing !== 'trusted';
}

/** Records what the person has seen, and not what has become of it since. */
export async function answerYes(questions: readonly TrustQuestion[]): Promise<void> {
  for (const { file, present } of questions)
    await recordTrust(present?.state ?? absentState(file), present?.texts ?? {});
}

/** Records that the configuration of a folder itself is trusted, for who has just written it. */
export async function trustWritten(folder: string): Promise<void> {
  const questions = await trustQuestions(folder);
  await answerYes(questions.filter(({ file, present }) => present !== null && dirname(file) === folder));
}
