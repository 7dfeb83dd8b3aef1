import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { newFilesIn } from '../../builtin/own-files/protected-snapshot.ts';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { namedFiles } from '../../config/load/named-files.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { isMarked } from './content-mark.ts';

/** One state of a configuration that a person has looked at. Paths count from the folder of the configuration. */
export interface TrustedState {
  /** The configuration. */
  readonly file: string;
  /** The mark of each file that it is made of, and of each that its hooks run; null where there was none. */
  readonly marks: Readonly<Record<string, string | null>>;
  /** The files that each pattern of `include` found. */
  readonly patterns: Readonly<Record<string, readonly string[]>>;
  /** The modules in each folder from which Python loads by name. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
}

/** The endings of what Python loads. */
const endings = ['.py', '.pyc', '.so', '.pyd'];

/** The folder of a package. */
const isPackage = /\/node_modules\/(?:@[^/]+\/)?[^/.@][^/]*$/;

/** What is searched in PATH is not the project's. No project is here. */
const noPath = '/';

/** What the hooks of a configuration run, as far as it is the project's, and the folders from which Python loads by name. */
export function runFiles(
  file: string,
  declarations: readonly NamedDeclaration[],
): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  const found = handlerFiles(declarations, dirname(file), noPath);
  return {
    files: found.filter((one) => typeof one === 'string').filter(isOwn),
    folders: found.filter((one) => typeof one === 'object').map(({ newIn }) => newIn),
  };
}

/** What is installed is not the project's. That nothing is installed nearer to a hook is. */
function isOwn(path: string): boolean {
  return !/\/node_modules\//.test(path) || (isPackage.test(path) && !existsSync(path));
}

/** The modules in a folder, as a state has them. */
export function modulesIn(folder: string): readonly string[] {
  return newFilesIn({ newIn: folder, endings })
    .map((path) => relative(folder, path))
    .sort();
}

/** The files that a pattern finds, as a state has them. */
export function filesByPattern(pattern: string, folder: string): readonly string[] {
  return namedFiles(pattern, folder).map((path) => relative(folder, path));
}

/** The paths of a state's files that are not as they were. */
export function changedFiles({ marks }: TrustedState, folder: string): readonly string[] {
  return Object.entries(marks)
    .filter(([path, mark]) => !isMarked(resolve(folder, path), mark))
    .map(([path]) => path);
}

/** Files that came or went where files are taken by pattern or by name. */
export function changedLists({ patterns, modules }: TrustedState, folder: string): readonly string[] {
  return [
    ...Object.entries(patterns).flatMap(([pattern, before]) =>
      apart(before, filesByPattern(pattern, folder)),
    ),
    ...Object.entries(modules).flatMap(([path, before]) =>
      apart(before, modulesIn(resolve(folder, path))).map((name) =>
        relative(folder, resolve(folder, path, name)),
      ),
    ),
  ];
}

export function isSameState(state: TrustedState, folder: string): boolean {
  return changedFiles(state, folder).length === 0 && changedLists(state, folder).length === 0;
}

function apart(before: readonly string[], now: readonly string[]): readonly string[] {
  return [...before.filter((name) => !now.includes(name)), ...now.filter((name) => !before.includes(name))];
}

/** A state as it was written; null where that is none. */
export function asState(value: unknown): TrustedState | null {
  if (!isObject(value)) return null;
  const { file, marks, patterns, modules } = value;
  if (typeof file !== 'string' || !isObject(marks) || !isObject(patterns) || !isObject(modules)) return null;
  const areMarks = Object.values(marks).every((mark) => mark === null || typeof mark === 'string');
  const areLists = [...Object.values(patterns), ...Object.values(modules)].every(
    (list) => Array.isArray(list) && list.every((name) => typeof name === 'string'),
  );
  return areMarks && areLists ? (value as unknown as TrustedState) : null;
}
