import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ToolInput } from '../../../engine/points/inputs.ts';
import { canonicalTool } from '../../../engine/points/tool-names.ts';
import { absolutePath } from '../../../files/real-path.ts';
import { spelling } from '../../read/queries.ts';
import type { ShellCommand } from '../../read/reading.ts';
import { calledCard } from '../commands/card-uses.ts';
import { type PatchedFile, patchPaths } from './patch-paths.ts';

const maxLength = 1024 * 1024;

/** The files that a patch in any of the usual forms changes; null when the text is no patch. */
export function patchedFiles(text: string): readonly PatchedFile[] | null {
  if (text.includes('*** Begin Patch')) return patchPaths(text);
  const found: PatchedFile[] = [];
  const lines = text.slice(0, maxLength).split('\n');
  // A patch may be about several files: each may get any of its lines.
  const added = lines.flatMap((line) => (/^\+(?!\+\+ )/.test(line) ? [line.slice(1)] : [])).join('\n');
  for (const line of lines) {
    const [, name] =
      /^(?:--- |\+\+\+ |rename (?:from|to) |copy to |diff --git )"?(.+?)"?(?:\t.*)?$/.exec(line) ?? [];
    for (const path of (name ?? '').split(/ (?=b\/)/))
      if (path !== '' && path !== '/dev/null')
        found.push({ access: 'write', path: path.replace(/^[ab]\//, ''), content: added });
  }
  return found.length > 0 || /^(?:---|\+\+\+|diff) /m.test(text) ? found : null;
}

/** Whether a command changes files as a patch says: `git apply`, `patch`. With some options they only look. */
export function isPatching({ kind, name, words }: ShellCommand): boolean {
  const card = kind === 'program' ? calledCard(name, words)?.card : null;
  return card?.patches === true && !words.some(({ value }) => card.dryRun?.test(value ?? '') === true);
}

/** `git apply --check`: it changes nothing, so no patch comes from it. */
export function isLookingAtPatch(command: ShellCommand): boolean {
  const { kind, name, words, redirections } = command;
  const card = kind === 'program' ? calledCard(name, words)?.card : null;
  return card?.patches === true && !isPatching(command) && redirections.length === 0;
}

/** Where the paths of the patch count from: `patch -d x`, `git apply --directory=x`; null where that is unknown. */
export function patchFolders(
  { words }: ShellCommand,
  from: readonly (string | null)[],
): readonly (string | null)[] {
  for (const [at, word] of words.entries()) {
    const [, attached] = /^(?:-d|--directory)=?(.*)$/s.exec(spelling(word)) ?? [];
    const given = attached === '' ? words[at + 1] : word;
    if (attached === undefined || given === undefined) continue;
    const text = attached || spelling(given);
    const isKnown = given.value !== null || /^~(?:\/|$)/.test(text);
    return from.map((folder) => (folder === null || !isKnown ? null : absolutePath(text, folder)));
  }
  return from;
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

/** Whether a tool is there to apply patches, on its own or of a server. */
export function isPatchTool(tool: string): boolean {
  return canonicalTool(tool.replace(/^mcp__.*?__/, '')) === 'apply_patch';
}

/** What a file is to hold may be a patch too, and changes nothing. */
const contents = /^(?:content|contents|new_string|old_string)$/;

/** The files that a tool for patches changes: in any of its texts. Null when a patch cannot be read. */
export function toolPatches(tool: string, input: ToolInput): readonly PatchedFile[] | null {
  const isPatching = /patch/i.test(tool);
  const found: PatchedFile[] = [];
  for (const [name, value] of Object.entries(input)) {
    for (const text of [value].flat().filter((one) => typeof one === 'string')) {
      const isPatch = /^\s*\*\*\* Begin Patch/.test(text) && !contents.test(name);
      if (!isPatching && !isPatch) continue;
      const files = patchedFiles(text);
      if (files === null && isPatch) return null;
      found.push(...(files ?? []));
    }
  }
  return found.length === 0 && isPatchTool(tool) ? null : found;
}
