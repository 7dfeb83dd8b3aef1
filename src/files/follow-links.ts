import { lstatSync, readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { isMissing } from './file-facts.ts';

const maxPathLength = 4096;
const maxLinks = 40;

export class UnjudgeablePath extends Error {}

export function checkPathText(path: unknown): string {
  if (typeof path !== 'string') throw new UnjudgeablePath('a path that is not text');
  if (path.includes('\0')) throw new UnjudgeablePath('a path with a NUL character');
  if (path.length > maxPathLength) throw new UnjudgeablePath('a path that is longer than any can be');
  return path;
}

/**
 * Where a path really leads, as the system resolves it: follows every link, even to a missing target, and takes `..`
 * from the target of a link. A missing file is where it would be created. `keepLast` leaves a link at the end alone, as
 * removing and renaming do.
 */
export function followLinks(path: string, { keepLast = false } = {}): string {
  const { root } = parse(path);
  const ahead = path.slice(root.length).split(sep);
  let at = root;
  let links = 0;
  while (ahead.length > 0) {
    const name = ahead.shift() ?? '';
    if (name === '' || name === '.') continue;
    if (name === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    if (isMagic(next))
      throw new UnjudgeablePath(`a path through ${next}, which is another place for each process`);
    const target = keepLast && ahead.every((rest) => rest === '') ? null : linkTarget(next);
    if (target === null) {
      at = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) throw new UnjudgeablePath('a path through too many links');
    if (isAbsolute(target)) at = parse(target).root;
    ahead.unshift(...target.slice(isAbsolute(target) ? at.length : 0).split(sep));
  }
  return at;
}

/** These paths depend on the process: the tool may reach another file than the judge. */
function isMagic(path: string): boolean {
  return /^\/proc\/[^/]+\/(?:root|cwd|exe|fd|task|map_files)$|^\/proc\/(?:self|thread-self)$|^\/dev\/fd$/.test(
    path,
  );
}

function linkTarget(path: string): string | null {
  try {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    return isLink ? readlinkSync(path) : null;
  } catch (problem) {
    if (isMissing(problem)) return null;
    const code = problem instanceof Error ? (problem as NodeJS.ErrnoException).code : undefined;
    throw new UnjudgeablePath(`a path that cannot be looked at (${code})`);
  }
}

/**
 * Every file that a path may mean. A program may follow a link before or after `..`, and may or may not know `~` and
 * `file:`. A path is allowed only if all of them are.
 */
export function readingsOf(path: string, folder: string): readonly string[] {
  const written = [path];
  if (path === '~' || path.startsWith('~/')) written.push(homedir() + path.slice(1));
  if (/^file:/i.test(path)) written.push(fileAddress(path));
  const readings = written.flatMap((text) => {
    // Not `resolve`, which applies `..` before it follows a link.
    const raw = isAbsolute(text) ? text : `${folder}${sep}${text}`;
    return [raw, resolve(folder, text)];
  });
  return [...new Set(readings)];
}

function fileAddress(text: string): string {
  try {
    const { pathname, host } = new URL(text);
    if (host === '') return checkPathText(decodeURIComponent(pathname));
  } catch {}
  throw new UnjudgeablePath('a file: address that cannot be read');
}
