import { accessSync, constants, existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HooklineError } from '../engine/values/errors.ts';
import { lookUp } from '../engine/values/look-up.ts';
import { messageOf } from '../engine/values/text.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full for this user',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOTDIR: 'a file is in the place of a folder',
  EEXIST: 'a file is in the place of a folder',
  ELOOP: 'a link leads back to itself',
};

export function unwritable(problem: unknown, path: string, advice = ''): HooklineError {
  if (problem instanceof HooklineError) return problem;
  const code = codeOf(problem);
  const why = lookUp(reasons, code === 'ENOENT' ? codeOfParent(path) : code) ?? messageOf(problem);
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const right = isFull ? 'Make room on it.' : advice;
  return new HooklineError('file-unwritable', [`${path} cannot be written: ${why}.`, right].join(' ').trim());
}

function codeOf(problem: unknown): string {
  return problem instanceof Error && 'code' in problem ? String(problem.code) : '';
}

/** For a folder that can't be made, Node only says that its parent is missing. */
function codeOfParent(path: string): string {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) return codeOfParent(parent);
  try {
    accessSync(parent, constants.W_OK);
    return 'ENOENT';
  } catch (problem) {
    return codeOf(problem);
  }
}

export function unwritableFolder(folder: string): string | null {
  const existing = existingAbove(folder);
  try {
    // Permissions don't say that nothing can be made, as in /proc or on a full disk.
    rmdirSync(mkdtempSync(join(existing, '.hookline-')));
    return null;
  } catch (problem) {
    return unwritable(problem, folder).message;
  }
}

function existingAbove(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingAbove(dirname(path));
}
