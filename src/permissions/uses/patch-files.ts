import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { subcommandOf } from '../../shell/queries.ts';
import type { ShellCommand, ShellReading } from '../../shell/reading.ts';
import { patchPaths } from './patch-paths.ts';
import type { Access } from './path-use.ts';

export interface PatchedFile {
  readonly access: Access;
  readonly path: string;
}

const maxLength = 1024 * 1024;

/** The files that a patch in any of the usual forms changes; null when the text is no patch. */
export function patchedFiles(text: string): readonly PatchedFile[] | null {
  const begin = text.indexOf('*** Begin Patch');
  if (begin >= 0) return patchPaths(text.slice(begin, endOf(text, begin))) ?? null;
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

function endOf(text: string, begin: number): number {
  const mark = '*** End Patch';
  const end = text.indexOf(mark, begin);
  return end < 0 ? text.length : end + mark.length;
}

/** What a line changes by patches: `git apply`, `git am`, `patch` and `apply_patch`, with the patch in the line or in a file. */
export function patchesIn({ commands }: ShellReading, cwd: string): readonly PatchedFile[] | null {
  const found: PatchedFile[] = [];
  const isAlone = commands.length === 1;
  for (const command of commands.filter(isPatching)) {
    const files = textsOf(command, cwd, isAlone).map((text) => (text === null ? null : patchedFiles(text)));
    for (const file of files) {
      if (file === null) return null;
      found.push(...file);
    }
  }
  return found;
}

function isPatching(command: ShellCommand): boolean {
  if (/^(?:g?patch|apply_patch|applypatch)$/.test(command.name)) return true;
  const [sub] = subcommandOf(command)?.path ?? [];
  if (command.name !== 'git' || (sub !== 'apply' && sub !== 'am')) return false;
  // These only look, or go back.
  return !command.words.some(({ value }) =>
    /^--(?:check|stat|numstat|summary|abort|skip|continue|quit|show-current-patch)/.test(value ?? ''),
  );
}

function textsOf(command: ShellCommand, cwd: string, isAlone: boolean): readonly (string | null)[] {
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
  return files.length > 0 ? files.map((file) => fileText(file, cwd, isAlone)) : [null];
}

function fileText(file: string | null, cwd: string, isAlone: boolean): string | null {
  if (file === null) return null;
  try {
    const path = resolve(cwd, file);
    return statSync(path).size > maxLength ? null : readFileSync(path, 'utf8');
  } catch {
    // It is not there yet: an earlier command of the line may make it. Alone, there is nothing to apply.
    return isAlone ? '--- /dev/null' : null;
  }
}
