import { dirname, resolve } from 'node:path';
import { lineChanges } from '../../files/line-changes.ts';
import { shellQuoted } from '../../shell/read/words.ts';
import { ApprovalRequired } from './approval-required.ts';
import { contentMark } from './content-mark.ts';
import { smallText } from './read-state.ts';
import type { TrustRecord } from './trust-records.ts';
import { changedFiles, changedLists } from './trusted-state.ts';

const maxLines = 20;

export class ChangedSinceTrust extends ApprovalRequired {
  constructor(file: string, what: string) {
    super(
      `${file} has changed since it was trusted.\n${what}`,
      `To fix it, if a person made this change: hookline trust ${quoted(dirname(file))}`,
    );
  }
}

export function quoted(path: string): string {
  return /^[\w./@+-]+$/.test(path) ? path : shellQuoted(path);
}

export function describeChange(
  file: string,
  records: readonly (TrustRecord | null)[],
  limit = maxLines,
): string {
  const folder = dirname(file);
  const nearest = records
    .filter((record) => record !== null)
    .map((record) => ({ record, changed: changedFiles(record.state, folder) }))
    .sort(
      (one, other) => one.changed.length - other.changed.length || (one.record.at < other.record.at ? 1 : -1),
    )
    .at(0);
  if (nearest === undefined) return 'What was trusted cannot be read any more.';
  const { record, changed } = nearest;
  const lines = [
    ...changed.flatMap((path) => difference(path, folder, record)),
    ...changedLists(record.state, folder).map((path) => `${path} came or went`),
  ];
  const more = lines.length - limit;
  return [...lines.slice(0, limit), ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n');
}

function difference(path: string, folder: string, { state, texts }: TrustRecord): readonly string[] {
  const mark = contentMark(resolve(folder, path));
  const before = Object.hasOwn(texts, path) ? texts[path] : undefined;
  if (mark === null) return [`${path} is gone`];
  const now = smallText(resolve(folder, path));
  if (state.marks[path] === null) return [`${path} is new`, ...changes(path, '', now ?? '')];
  if (now === null || before === undefined) return [`${path} is another`];
  return changes(path, before, now);
}

function changes(path: string, before: string, now: string): readonly string[] {
  return lineChanges(before, now).map(({ sign, number, text }) => `  ${path}:${number} ${sign} ${text}`);
}
