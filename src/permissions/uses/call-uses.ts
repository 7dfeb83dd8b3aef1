import { fileURLToPath } from 'node:url';
import type { ToolInput } from '../../engine/points/inputs.ts';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { messageOf } from '../../engine/values/text.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { globNames } from '../../files/glob-names.ts';
import { absolutePath } from '../../files/real-path.ts';
import { readShell } from '../../shell/read-shell.ts';
import type { ShellCommand, ShellReading, ShellWord } from '../../shell/reading.ts';
import { roleOf } from './argument-names.ts';
import { guessedPaths } from './guessed-paths.ts';
import { isPatching, patchesOf } from './patch-files.ts';
import type { PatchedFile } from './patch-paths.ts';
import { type PathText, pathTexts } from './path-text.ts';
import type { Access, ToolPath } from './path-use.ts';
import { patternStarts } from './search-pattern.ts';
import { commandUses } from './shell/command-uses.ts';
import type { WordUse } from './shell/word-uses.ts';
import { toolPatches } from './tool-patches.ts';
import { ToolPaths } from './tool-paths.ts';

export interface GivenCall {
  readonly toolName: string;
  readonly input: ToolInput;
  readonly cwd: string;
}

/** What a call would do to a path. */
export interface CallUse {
  readonly access: Access;
  readonly path: PathText;
  /** The folders that the path may count from; null where that is not known. */
  readonly folders: readonly (string | null)[];
  /** Everything below it too. */
  readonly deep: boolean;
  /** Only the names of files are told, not what is in them. */
  readonly lists?: boolean;
  /** Of what is below, only files with such names. */
  readonly only?: readonly string[] | undefined;
  /** What is copied into it or put in its place; nothing where that is not known. */
  readonly copied?: readonly PathText[] | undefined;
  /** What is unpacked into it. */
  readonly unpacks?: Unpacking | undefined;
  /** Only the modes and owners of files are changed: what is below keeps its content. */
  readonly keepsContent?: boolean;
  /** Something else is put over it, so that all that is below is out of sight. */
  readonly hides?: boolean;
  /** Somebody elsewhere, in a container, may write whatever is below. */
  readonly shares?: boolean;
  /** It may be no path at all. */
  readonly guessed: boolean;
  /** Whether a command does it, or the tool itself. */
  readonly byCommand: boolean;
  /** The command that does it, where one does. */
  readonly command?: ShellCommand;
}

/** Archives that are unpacked, and how many names at the start of each path are left out: null where that is not known. */
export interface Unpacking {
  readonly archives: readonly PathText[];
  readonly strip: number | null;
}

export interface CallUses {
  readonly uses: readonly CallUse[];
  /** Why it cannot be told what else the call would do. */
  readonly doubts: readonly string[];
}

const tools = new ToolPaths({}, 'judge');

/**
 * Everything that a call would do to paths: by the tool's own arguments, whatever they are called, by patches and by its commands.
 * A caller that knows more about commands passes its own `read`.
 */
export function callUses(call: GivenCall, read: (line: string) => ShellReading = readShell): CallUses {
  const { toolName, input, cwd } = call;
  const uses: CallUse[] = [];
  const doubts: string[] = [];
  const others = (known: readonly ToolPath[]): readonly ToolPath[] =>
    guessedPaths(toolName, input).filter(
      ({ argument, value }) =>
        isPathName(argument) && !known.some((one) => one.argument === argument && one.value === value),
    );
  // Of a tool that is known, all arguments count that are called like paths; of another, all of them do anyway.
  let known: readonly ToolPath[] = [];
  for (const find of [() => tools.in(toolName, input), others]) {
    try {
      const paths = find(known);
      known = [...known, ...paths];
      const start = paths.find(({ kind }) => kind === 'read')?.value;
      for (const found of paths.filter((path) => !isPlaceOfCommand(toolName, path, known)))
        add(found, { cwd, start: typeof start === 'string' ? start : '.', read }, uses, doubts);
    } catch (problem) {
      if (!(problem instanceof UnjudgeablePath)) throw problem;
      doubts.push(messageOf(problem));
    }
  }
  uses.push(...patchUses(toolPatches(toolName, input), [cwd]));
  return { uses, doubts };
}

/** What a patch changes; one that cannot be read may change any file. */
function patchUses(
  files: readonly PatchedFile[] | null,
  from: readonly (string | null)[],
): readonly CallUse[] {
  const use = { folders: from, deep: false, guessed: false, byCommand: false };
  if (files === null) return [{ ...use, access: 'write', path: [null] }];
  return files.map(({ access, path }) => ({ ...use, access, path: [path] }));
}

/** The folder that a shell works in is where the paths of its line count from: by itself, it is neither read nor written. */
function isPlaceOfCommand(
  toolName: string,
  { argument, value }: ToolPath,
  known: readonly ToolPath[],
): boolean {
  return (
    canonicalTool(toolName) === 'Bash' &&
    roleOf(argument) === 'folder' &&
    known.some(({ kind, folder }) => kind === 'command' && folder === value)
  );
}

function isPathName(argument: string): boolean {
  return ['path', 'folder'].includes(roleOf(argument));
}

/** Where a call works, and where what it searches for begins. */
interface CallPlace {
  readonly cwd: string;
  readonly start: string;
  readonly read: (line: string) => ShellReading;
}

function add(
  { kind, value, deep, folder, lists = false, only }: ToolPath,
  { cwd, start: searched, read }: CallPlace,
  uses: CallUse[],
  doubts: string[],
): void {
  if (typeof value !== 'string') return;
  const use = { folders: [cwd], deep, lists, only, guessed: false, byCommand: false };
  if (kind === 'command') {
    const place = typeof folder === 'string' && folder !== '' ? folder : '';
    const reading = read(value);
    uses.push(...lineUses(reading, within(cwd, place)));
    doubts.push(...reading.doubts.map(({ reason }) => reason));
  } else if (kind === 'pattern') {
    for (const start of patternStarts(value, searched))
      uses.push({ ...use, access: 'read', path: [start], deep: true });
  } else if (kind === 'mention' || kind === 'code') {
    const texts = kind === 'code' ? [value, ...textsIn(value)] : mentioned(value);
    for (const text of texts)
      for (const access of ['read', 'write'] as const)
        uses.push({ ...use, access, path: [text], deep: false, guessed: true });
  } else uses.push({ ...use, access: kind, path: [localPath(value)] });
}

/** An address of a file is the path that it stands for. */
function localPath(text: string): string {
  if (!/^\s*file:/i.test(text)) return text;
  try {
    return fileURLToPath(new URL(text.trim().replace(/^(file:\/\/)localhost(?=\/)/i, '$1')));
  } catch {
    throw new UnjudgeablePath(`an address of a file that is none: ${text.slice(0, 200)}`);
  }
}

/** What a line would do to paths. */
function lineUses({ commands }: ShellReading, cwd: string): readonly CallUse[] {
  return commands.flatMap((command) => {
    const from = folders(command, cwd);
    const words = [...redirections(command), ...commandUses(command), ...codeUses(command)];
    const own = words.flatMap((use) => resolved(use, from, command));
    if (!isPatching(command)) return own;
    return [...own, ...patchUses(patchesOf(command, from, commands.length === 1), from)];
  });
}

function redirections({ redirections: all }: ShellCommand): readonly WordUse[] {
  return all.flatMap(({ operator, target }): readonly WordUse[] => {
    if (target === null || operator.startsWith('<<')) return [];
    if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.value ?? '')) return [];
    const reads = operator.startsWith('<') ? [{ access: 'read', word: target } as const] : [];
    return operator === '<' ? reads : [...reads, { access: 'write', word: target }];
  });
}

/** Texts in the code of another language may be paths that it opens. */
function codeUses({ code }: ShellCommand): readonly WordUse[] {
  return code.flatMap(({ text, language }) => {
    const opened = language === 'sed' ? filesOfSed(text.value ?? '') : [];
    return [...textsIn(text.value ?? ''), ...opened].flatMap((value): readonly WordUse[] => {
      const word = { ...text, value, pieces: [{ kind: 'text', text: value } as const] };
      return (['read', 'write'] as const).map((access) => ({ access, word, guessed: true }));
    });
  });
}

/** The quoted texts in code. */
function textsIn(code: string): readonly string[] {
  const texts = [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g)].slice(0, 200);
  return texts
    .map(([, single, double, back]) => single ?? double ?? back ?? '')
    .filter((text) => text !== '');
}

/** The files of sed's commands `r`, `R`, `w` and `W`, and of the flag `w`: all that follows in the line. */
function filesOfSed(script: string): readonly string[] {
  return [...script.matchAll(/[rRwW][ \t]+([^ \t\n][^\n]*)/g)].slice(0, 200).map(([, file = '']) => file);
}

/** A text that may be a path, or have one behind a sign: `--file=path`. */
function mentioned(text: string): readonly string[] {
  const at = text.startsWith('-') ? text.indexOf('=') : -1;
  return at < 0 ? [text] : [text, text.slice(at + 1)];
}

function folders({ folders: all }: ShellCommand, cwd: string): readonly (string | null)[] {
  return all.map((folder) => (folder === null ? null : within(cwd, folder)));
}

function within(cwd: string, folder: string): string {
  return folder === '' ? cwd : absolutePath(folder, cwd);
}

function resolved(use: WordUse, from: readonly (string | null)[], command: ShellCommand): readonly CallUse[] {
  if (use.looks === true) return [];
  const {
    access,
    deep = false,
    guessed = false,
    lists = false,
    only,
    keepsContent = false,
    hides = false,
    shares = false,
  } = use;
  const unpacks = use.unpacks && {
    archives: use.unpacks.archives.flatMap((word) => namedBy(word, from)),
    strip: use.unpacks.strip,
  };
  const copied = use.copied?.flatMap((word) => namedBy(word, from));
  return namedBy(use.word, from).map((path) => ({
    access,
    copied,
    path,
    folders: from,
    deep,
    lists,
    only,
    unpacks,
    keepsContent,
    hides,
    shares,
    guessed,
    byCommand: true,
    command,
  }));
}

/** The paths that a word names. */
function namedBy(word: ShellWord, from: readonly (string | null)[]): readonly PathText[] {
  return pathTexts(word).flatMap((text) => ('glob' in text ? globbed(text.glob, from) : [text]));
}

/** The names that a pattern matches now. Where it is too wide, or its folder is not known, any. */
function globbed(glob: string, from: readonly (string | null)[]): readonly PathText[] {
  try {
    return from.flatMap((folder): readonly PathText[] =>
      folder === null
        ? [[null]]
        : globNames(glob, folder)
            .filter((name) => isShown(glob, name))
            .map((name) => [name]),
    );
  } catch (problem) {
    if (!(problem instanceof UnjudgeablePath)) throw problem;
    return [[null]];
  }
}

/** A shell leaves hidden names out where the pattern does not begin with the dot. */
function isShown(glob: string, name: string): boolean {
  const parts = glob.split('/');
  return name
    .split('/')
    .every((part, index) => !part.startsWith('.') || (parts[index] ?? '').startsWith('.'));
}
