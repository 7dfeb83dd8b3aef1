import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { isObject } from '../../engine/values/shapes.ts';
import { words } from '../../engine/values/text.ts';
import { isMissing } from '../../files/file-facts.ts';

/** Larger files are compared by time: reading them would slow every call. */
const maxBytes = 16 * 1024 * 1024;

const runningParts = words('type main exports imports bin scripts config packageManager name');

const unreadable = 'unreadable';

export function contentMark(path: string): string | null {
  try {
    const facts = statSync(path, { bigint: true });
    const { size, ctimeNs, ino } = facts;
    // Reading a pipe or a device may never end.
    if (!facts.isFile()) return unreadable;
    if (size > maxBytes) return `${size} ${ctimeNs} ${ino}`;
    const content = readFileSync(path);
    return textMark(basename(path) === 'package.json' ? whatRuns(content) : content);
  } catch (problem) {
    return isMissing(problem) ? null : unreadable;
  }
}

export function isMarked(path: string, mark: string | null): boolean {
  return mark !== unreadable && contentMark(path) === mark;
}

export function textMark(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function whatRuns(content: Buffer): string | Buffer {
  try {
    const manifest: unknown = JSON.parse(content.toString('utf8'));
    return isObject(manifest) ? JSON.stringify(runningParts.map((part) => manifest[part] ?? null)) : content;
  } catch {
    return content;
  }
}
