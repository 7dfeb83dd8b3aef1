import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nearest } from '../../engine/values/suggest.ts';
import { isFolder } from '../../files/file-facts.ts';

/** Empty when no reason is known. */
export function whyMissing(file: string): string {
  const target = linkTarget(file);
  if (target !== null)
    return `; it is a link to ${target}, which leads ${isLoop(file) ? 'back to itself' : 'nowhere'}`;
  if (isFolder(file)) return '; it is a folder';
  const near = nearFile(file);
  return near === null ? '' : `, did you mean "${near}"?`;
}

function isLoop(file: string): boolean {
  try {
    statSync(file);
    return false;
  } catch (problem) {
    return problem instanceof Error && 'code' in problem && problem.code === 'ELOOP';
  }
}

function linkTarget(file: string): string | null {
  try {
    return lstatSync(file).isSymbolicLink() ? readlinkSync(file) : null;
  } catch {
    return null;
  }
}

function nearFile(file: string): string | null {
  const name = basename(file);
  const folder = dirname(file);
  try {
    const names = readdirSync(folder);
    const stem = (one: string): string => one.replace(/(?<=.)\.\w+$/, '').toLowerCase();
    const same = names.find((one) => one !== name && stem(one) === stem(name));
    const near = same === undefined ? nearest(stem(name), names.map(stem)) : null;
    return same ?? names.find((one) => stem(one) === near) ?? null;
  } catch {
    const parent = dirname(folder);
    const near = isFolder(parent) ? nearest(basename(folder), readdirSync(parent)) : null;
    return near === null ? null : join(near, name);
  }
}
