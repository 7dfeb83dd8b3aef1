import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { folderOfUser } from '../../files/folder-of-user.ts';
import { isWithin } from '../../files/within.ts';

/** Who decides on a file, the strongest first: a lower level adds to those above it, and takes nothing away. */
export const configLevels = ['managed', 'user', 'project', 'local'] as const;
export type ConfigLevel = (typeof configLevels)[number];

/** The folder of the machine's administrator. */
const managedFolder = '/etc/hookline';

const names = ['hookline.yaml', 'hookline.yml'];
const localNames = ['hookline.local.yaml', 'hookline.local.yml'];

/** The folder of the user's own configuration. */
export function userFolder(): string {
  return join(folderOfUser('XDG_CONFIG_HOME', '.config'), 'hookline');
}

/** The user's own configuration. */
export function userFiles(): readonly string[] {
  return namedIn(userFolder());
}

/** The files of every level that count in a folder, in the order in which they add up. */
export function levelFiles(folder: string): readonly string[] {
  return [...namedIn(managedFolder), ...userFiles(), ...projectFiles(folder), ...localFiles(folder)];
}

/** The configuration of a folder and of all above it, the outermost first. */
export function projectFiles(folder: string): readonly string[] {
  return outermostFirst(folder).flatMap((current) => namedIn(current));
}

function localFiles(folder: string): readonly string[] {
  return outermostFirst(folder).flatMap((current) => namedIn(current, localNames));
}

/** Every file, whether it exists or not, that counts in a folder. */
export function possibleFiles(folder: string): readonly string[] {
  return [
    ...[managedFolder, userFolder()].flatMap((current) => names.map((name) => join(current, name))),
    ...outermostFirst(folder).flatMap((current) =>
      [...names, ...localNames].map((name) => join(current, name)),
    ),
  ];
}

/** The level of a file that was found. */
export function levelOf(file: string): ConfigLevel {
  if (isWithin(file, managedFolder)) return 'managed';
  if (isWithin(file, userFolder())) return 'user';
  return localNames.includes(basename(file)) ? 'local' : 'project';
}

/** The name of a hook with its level, so that a project cannot take the name of somebody else's. */
export function levelName(level: ConfigLevel, name: string): string {
  return level === 'project' ? name : `${level}/${name}`;
}

/** The level that a name claims to be of. */
export function claimedLevel(name: string): ConfigLevel | null {
  return configLevels.find((level) => level !== 'project' && name.startsWith(`${level}/`)) ?? null;
}

/** Both names count where both are there: one must not hide the other. */
function namedIn(folder: string, wanted: readonly string[] = names): readonly string[] {
  return wanted.map((name) => join(folder, name)).filter(isThere);
}

/** Only what is surely not there is passed over: a link that leads nowhere and a file that may not be seen have guards as well. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** A folder and all above it. */
function outermostFirst(folder: string): readonly string[] {
  const folders = [resolve(folder)];
  for (const current of folders) if (dirname(current) !== current) folders.push(dirname(current));
  return folders.reverse();
}
