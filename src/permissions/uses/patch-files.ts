import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { subcommandOf } from '../../shell/queries.ts';
import type { ShellCommand } from '../../shell/reading.ts';
import { type PatchedFile, patchPaths } from './patch-paths.ts';

const maxLength = 1024 * 1024;

/** The files that a patch in any of the usual forms changes; null when the text is no patch. */
export function patchedFiles(text: string): readonly PatchedFile[] | null {
  if (text.includes('*** Begin Patch')) return patchPaths(text);
  const found: PatchedFile[] = [];
  for (const line of text.slice(0, maxLength).split('\n')) {
    const [, name] =
      /^(?:--- |\+\+\+ |rename (?:from|to) |copy to |diff --git )"?(.+?)"?(?:\t.*)?$/.exec(line) ?? [];
    for (const path of (name ?? '').split(/ (?=b\/)/))
      if (path !== '' && path !== '/dev/null')
        found.push({ access: 'write', path: path.replace(/^[ab]\//, '') });
  }
  return found.length > 0 || /^(?:---|\+\+\+|diff) /m.test(text) ? found : null;
}

/** The program that some agents apply patches by, which has them as a word or as its input. */
export function isPatchProgram(name: string): boolean {
  return /^apply_?patch$/.test(name);
}

/** Whether a command changes files as a patch says: `git apply`, `git am`, `patch` and `apply_patch`. */
export function isPatching(command: ShellCommand): boolean {
  if (isPatchProgram(command.name) || /^g?patch$/.test(command.name)) return true;
  const [sub] = subcommandOf(command)?.path ?? [];
  if (command.name !== 'git' || (sub !== 'apply' && sub !== 'am')) return false;
  // These only look, or go back.
  return !command.words.some(({ value }) =>
    /^--(?:check|stat|numstat|summary|abort|skip|continue|quit|show-current-patch)/.test(value ?? ''),
  );
}

/** What a command changes by patches, in its line or in a file. Null when a patch cannot be read. */
export function patchesOf(
  command: ShellCommand,
  folders: readonly (string | null)[],
  isAlone: boolean,
): readonly PatchedFile[] | null {
  const found: PatchedFile[] = [];
  for (const text of textsOf(command, folders, isAlone)) {
    const files = text === null ? null : patchedFiles(text);
    if (files === null) return null;
    found.push(...files);
  }
  return found;
}

function textsOf(
  command: ShellCommand,
  folders: readonly (string | null)[],
  isAlone: boolean,
): readonly (string | null)[] {
  const inline = command.words.flatMap(({ value }) => (value?.includes('*** Begin Patch') ? [value] : []));
  if (inline.length > 0) return inline;
  if (command.input !== null) return [command.input];
  const here = command.redirections.flatMap(({ text }) => (text === null ? [] : [text.value]));
  if (here.length > 0) return here;
  const files = [
    ...command.redirections.flatMap(({ operator, target }) =>
      operator === '<' && target !== null ? [target.value] : [],
    ),
    ...command.words.flatMap(({ value }) =>
      value !== null && /\.(?:patch|diff|txt|eml|mbox)$/.test(value)
        ? [value.replace(/^(?:-i|--input=)/, '')]
        : [],
    ),
  ];
  if (files.length === 0) return [null];
  return files.flatMap((file) => folders.map((folder) => fileText(file, folder, isAlone)));
}

function fileText(file: string | null, folder: string | null, isAlone: boolean): string | null {
  if (file === null || folder === null) return null;
  try {
    const path = resolve(folder, file);
    return statSync(path).size > maxLength ? null : readFileSync(path, 'utf8');
  } catch {
    // It is not there yet: an earlier command of the line may make it. Alone, there is nothing to apply.
    return isAlone ? '--- /dev/null' : null;
  }
}
