import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { folderOfUser } from '../../files/state/state-folder.ts';
import { unwritable } from '../../files/unwritable.ts';
import firstStage from './hook.sh';

// A chain: an agent's entry pins the first stage; the first stage compares launcher and manifest with the noted checksums;
// the launcher compares the package with the manifest before it starts Node.

/** What `hookline install --system` writes. It counts before the user's. */
export const systemFolder = '/usr/local/share/hookline';
export function isSystemInstalled(): boolean {
  return existsSync(join(systemFolder, 'hook'));
}

/** The folder of what hookline installs for its user. */
export function dataFolder(): string {
  return join(folderOfUser('XDG_DATA_HOME', '.local', 'share'), 'hookline');
}

/** The folder of the chain that counts: the machine's, if it has one. */
function chainFolder(): string {
  return isSystemInstalled() ? systemFolder : dataFolder();
}

function firstStagePath(): string {
  return join(chainFolder(), 'hook');
}

export function launcherPath(): string {
  return join(chainFolder(), 'launch');
}

function manifestPath(): string {
  return join(chainFolder(), 'manifest');
}

export function sumOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

export const firstStageSum: string = sumOf(firstStage);

export function chainPaths(folder: string = dataFolder()): readonly string[] {
  return ['launch', 'manifest', 'checksums', 'hook'].map((name) => join(folder, name));
}

/** The files of the chain, by path. */
export function chainTexts(
  launcher: string,
  main: string,
  folder: string = dataFolder(),
): ReadonlyMap<string, string> {
  const manifest = manifestText(main);
  const checksums = `${sumOf(launcher)}  launch\n${sumOf(manifest)}  manifest\n`;
  const texts = [launcher, manifest, checksums, firstStage];
  return new Map(chainPaths(folder).map((path, index) => [path, texts[index] ?? '']));
}

/** Only this user may write to it. */
export async function makeDataFolder(): Promise<void> {
  const folder = dataFolder();
  try {
    await makeFolder(dirname(folder));
    await makeFolder(folder, 0o700);
    await chmod(folder, 0o700);
  } catch (problem) {
    throw unwritable(problem, folder, 'Let this user write there, or name another folder in XDG_DATA_HOME.');
  }
}

/** As `sha256sum -c` reads it: a line for each file of the package. */
function manifestText(main: string): string {
  const dist = main.endsWith('/dist/cli/main.js') ? dirname(dirname(main)) : null;
  const files = dist === null ? [main] : [join(dist, '..', 'package.json'), ...filesBelow(dist)];
  return files.map((file) => `${sumOf(readFileSync(file))}  ${file}\n`).join('');
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function sumOfFile(path: string): string | null {
  try {
    return sumOf(readFileSync(path));
  } catch {
    return null;
  }
}

/** The first file of the chain that isn't as installed; null when all are. The package itself is checked before a cold start. */
export function brokenLink(): string | null {
  const sums = [firstStagePath(), launcherPath(), manifestPath()].map(
    (path) => [path, sumOfFile(path)] as const,
  );
  const installed = [firstStageSum, ...linesOf(join(chainFolder(), 'checksums')).map(([sum]) => sum)];
  return sums.find(([, sum], index) => sum === null || sum !== installed[index])?.[0] ?? null;
}

/** The first file of the package that isn't as installed; null when all are. */
export function changedProgram(): string | null {
  return linesOf(manifestPath()).find(([sum, path]) => sumOfFile(path) !== sum)?.[1] ?? null;
}

/** Each line has a checksum and a path; none where the file can't be read. */
function linesOf(path: string): readonly (readonly [sum: string, path: string])[] {
  const text = existingText(path) ?? '';
  return [...text.matchAll(/^(\w+) {2}(.+)$/gm)].map(([, sum = '', file = '']) => [sum, file]);
}

function existingText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
