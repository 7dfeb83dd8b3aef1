import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { folderOfUser } from '../../files/state/state-folder.ts';
import { isWithin } from '../../files/within.ts';

/** The strongest first: a lower level adds to those above it, and removes nothing. */
export const configLevels = ['managed', 'user', 'project', 'local'] as const;
export type ConfigLevel = (typeof configLevels)[number];

const managedFolder = '/etc/hookline';

const names = ['hookline.yaml', 'hookline.yml'];
const localNames = ['hookline.local.yaml', 'hookline.local.yml'];

export function userFolder(): string {
  return join(folderOfUser('XDG_CONFIG_HOME', '.config'), 'hookline');
}

export function userFiles(): readonly string[] {
  return namedIn(userFolder());
}

export function levelFiles(folder: string): readonly string[] {
  return [...namedIn(managedFolder), ...userFiles(), ...projectFiles(folder), ...localFiles(folder)];
}

export function projectFiles(folder: string): readonly string[] {
  return outermostFirst(folder).flatMap((current) => namedIn(current));
}

function localFiles(folder: string): readonly string[] {
  return outermostFirst(folder).flatMap((current) => namedIn(current, localNames));
}

export function possibleFiles(folder: string): readonly string[] {
  return [
    ...[managedFolder, userFolder()].flatMap((current) => names.map((name) => join(current, name))),
    ...outermostFirst(folder).flatMap((current) =>
      [...names, ...localNames].map((name) => join(current, name)),
    ),
  ];
}

export function levelOf(file: string): ConfigLevel {
  if (isWithin(file, managedFolder)) return 'managed';
  if (isWithin(file, userFolder())) return 'user';
  return localNames.includes(basename(file)) ? 'local' : 'project';
}

/** Includes the level, so a project can't take the name of a user's hook. */
export function levelName(level: ConfigLevel, name: string): string {
  return level === 'project' ? name : `${level}/${name}`;
}

export function claimedLevel(name: string): ConfigLevel | null {
  return configLevels.find((level) => level !== 'project' && name.startsWith(`${level}/`)) ?? null;
}

/** Reads both when both exist: one must not hide the other. */
function namedIn(folder: string, wanted: readonly string[] = names): readonly string[] {
  return wanted.map((name) => join(folder, name)).filter(isThere);
}

/** Only a file that surely doesn't exist is skipped: a dangling link or an unreadable file may have guards. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

function outermostFirst(folder: string): readonly string[] {
  const folders = [resolve(folder)];
  for (const current of folders) if (dirname(current) !== current) folders.push(dirname(current));
  return folders.reverse();
}
