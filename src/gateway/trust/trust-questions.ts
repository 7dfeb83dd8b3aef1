import { dirname } from 'node:path';
import { levelFiles, possibleFiles } from '../../config/load/levels.ts';
import { describeChange } from './changed-since-trust.ts';
import { needsTrust, standingOf, type TrustStanding } from './find-trust.ts';
import { absentState, type PresentState, readState } from './read-state.ts';
import { knownFolders, recordTrust } from './trust-records.ts';

export interface TrustQuestion {
  readonly file: string;
  readonly standing: TrustStanding['kind'];
  readonly present: PresentState | null;
  readonly change: string | null;
}

const maxShownLines = 400;

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

export function isOpen({ standing }: TrustQuestion): boolean {
  return standing !== 'trusted';
}

/** Records exactly what the person saw, even if it has changed since. */
export function answerYes(questions: readonly TrustQuestion[]): void {
  for (const { file, present } of questions)
    recordTrust(present?.state ?? absentState(file), present?.texts ?? {});
}

export async function trustWritten(folder: string): Promise<void> {
  const questions = await trustQuestions(folder);
  answerYes(questions.filter(({ file, present }) => present !== null && dirname(file) === folder));
}
