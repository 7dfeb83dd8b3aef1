import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { newFilesIn } from '../../builtin/own-files/protected-snapshot.ts';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { namedFiles } from '../../config/load/named-files.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { isMarked } from './content-mark.ts';

export interface TrustedState {
  readonly file: string;
  readonly marks: Readonly<Record<string, string | null>>;
  readonly patterns: Readonly<Record<string, readonly string[]>>;
  readonly modules: Readonly<Record<string, readonly string[]>>;
}

const endings = ['.py', '.pyc', '.so', '.pyd'];

const isPackage = /\/node_modules\/(?:@[^/]+\/)?[^/.@][^/]*$/;

/** Programs found through PATH aren't the project's. */
const noPath = '/';

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

/** Installed files aren't the project's, but the absence of a nearer install is. */
function isOwn(path: string): boolean {
  return !/\/node_modules\//.test(path) || (isPackage.test(path) && !existsSync(path));
}

export function modulesIn(folder: string): readonly string[] {
  return newFilesIn({ newIn: folder, endings })
    .map((path) => relative(folder, path))
    .sort();
}

export function filesByPattern(pattern: string, folder: string): readonly string[] {
  return namedFiles(pattern, folder).map((path) => relative(folder, path));
}

export function changedFiles({ marks }: TrustedState, folder: string): readonly string[] {
  return Object.entries(marks)
    .filter(([path, mark]) => !isMarked(resolve(folder, path), mark))
    .map(([path]) => path);
}

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
