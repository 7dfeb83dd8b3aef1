import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { stateRoot } from '../../files/state/state-folder.ts';

const ending = '.jsonl';
const maxNameLength = 80;

export function defaultTraceFolder(): string {
  return join(stateRoot(), 'traces');
}

export function sessionFile(session: string, number = 1): string {
  const isSafe = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(session) && session.length <= maxNameLength;
  return `${isSafe ? session : safeName(session)}${number > 1 ? `~${number}` : ''}${ending}`;
}

export function indexPath(path: string): string {
  return join(dirname(path), '.index', `${basename(path)}.index`);
}

export function isTraceFile(name: string): boolean {
  return name.endsWith(ending) && !name.startsWith('.');
}

export function isFileOf(session: string, name: string): boolean {
  const number = /~(\d{1,9})\.jsonl$/.exec(name)?.[1];
  return (
    name === sessionFile(session) || (number !== undefined && name === sessionFile(session, Number(number)))
  );
}

function safeName(session: string): string {
  const readable = session.slice(0, 40).replaceAll(/[^A-Za-z0-9_-]+/g, '-');
  const digest = createHash('sha256').update(session).digest('hex').slice(0, 16);
  return `${/^[A-Za-z0-9_]/.test(readable) ? readable : `s${readable}`}-${digest}`;
}
