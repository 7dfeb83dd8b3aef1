import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { messageOf } from '../../engine/values/text.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { absolutePath } from '../../files/real-path.ts';
import { readCode } from '../code/read-code.ts';
import { givenWords } from '../read/options.ts';
import type { ShellCommand, ShellReading, ShellWord } from '../read/reading.ts';
import { shellQuoted } from '../read/words.ts';
import type {
  Action,
  ActionDoubt,
  CallActions,
  GivenCall,
  InnerLine,
  PathAction,
  PathKind,
} from './action.ts';
import { type CodeActions, codeActions } from './code-actions.ts';
import { commandUses } from './commands/card-uses.ts';
import { changesOf } from './commands/changes.ts';
import { networkActions } from './commands/network.ts';
import { type Notes, notesOn } from './commands/use-notes.ts';
import { inputNames, isHostUse, type WordUse } from './commands/word-uses.ts';
import { guessedPaths } from './guessed-paths.ts';
import { listedFolders, namedPlaces } from './named-places.ts';
import { throughOwnLinks } from './own-links.ts';
import type { PathText } from './path-text.ts';
import type { ToolPath } from './path-use.ts';
import { PrintedNames } from './printed-names.ts';
import { readInPlace } from './read-in-place.ts';
import { patternStarts } from './search-pattern.ts';
import { interpreterOf, roleOf } from './tools/argument-names.ts';
import { isLookingAtPatch, isPatching, patchesOf, patchFolders, toolPatches } from './tools/patch-files.ts';
import type { PatchedFile } from './tools/patch-paths.ts';
import { toolAddresses, writtenText } from './tools/tool-contents.ts';
import { ToolPaths } from './tools/tool-paths.ts';

const usualTools = new ToolPaths({}, 'judge');

export interface ActionOptions {
  readonly tools?: ToolPaths;
  /** A file that the line sources leaves the variables and functions of the line as they are. */
  readonly sourcedStays?: boolean;
}

/**
 * Everything that a call does, in order: by the tool's own arguments, whatever they are called, by patches and by its commands.
 * The same for a shell line, a file tool, a patch, a search and an MCP tool, so a guard never asks which it was.
 */
export function actionsOf(
  call: GivenCall,
  { tools = usualTools, sourcedStays = false }: ActionOptions = {},
): CallActions {
  const { toolName, input, cwd } = call;
  const linesOf = (line: string, folder: string): ReadLine => lineOf(line, folder, call, sourcedStays);
  const found: Found = { actions: [], doubts: [], readings: [], inner: [] };
  const others = (known: readonly ToolPath[]): readonly ToolPath[] =>
    guessedPaths(toolName, input).filter(
      ({ argument, value }) =>
        isPathName(argument) && !known.some((path) => path.argument === argument && path.value === value),
    );
  // Of a known tool, all arguments count that are called like paths; of an unknown one, all of them do anyway.
  let known: readonly ToolPath[] = [];
  const finders = [() => tools.in(toolName, input), ...(tools === usualTools ? [others] : [])];
  for (const find of finders) {
    try {
      const paths = find(known);
      known = [...known, ...paths];
      const start = paths.find(({ kind }) => kind === 'read')?.value;
      for (const path of paths.filter((one) => !isPlaceOfCommand(toolName, one, known)))
        add(path, { toolName, input, cwd, start: typeof start === 'string' ? start : '.', linesOf }, found);
    } catch (problem) {
      if (!(problem instanceof UnjudgeablePath)) throw problem;
      found.doubts.push({ about: 'line', reason: messageOf(problem), command: null });
    }
  }
  found.actions.push(...patchActions(toolPatches(toolName, input), [cwd]), ...toolAddresses(toolName, input));
  return found;
}

interface Found {
  readonly actions: Action[];
  readonly doubts: ActionDoubt[];
  readonly readings: ShellReading[];
  readonly inner: InnerLine[];
}

/** What a patch changes; one that cannot be read may change any file. */
function patchActions(
  files: readonly PatchedFile[] | null,
  folders: readonly (string | null)[],
): readonly PathAction[] {
  const shared = { folders, below: null, isSure: true, command: null };
  if (files === null) return [{ ...shared, kind: 'write', path: [null] }];
  return files.map(({ access, path, content }) => ({ ...shared, kind: access, path: [path], content }));
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

interface CallPlace extends GivenCall {
  readonly start: string;
  readonly linesOf: (line: string, folder: string) => ReadLine;
}

function add(
  { kind, argument, value, deep, folder, lists = false, shows, only, except, search }: ToolPath,
  { toolName, input, cwd, start: searched, linesOf }: CallPlace,
  { actions, doubts, readings, inner }: Found,
): void {
  const doubt = (reason: string): unknown => doubts.push({ about: 'word', reason, command: null });
  if (typeof value !== 'string') {
    if (kind === 'command')
      doubts.push({ about: 'line', reason: 'a command that is no text', command: null });
    doubt(`${toolName} without text as its ${argument}`);
    return;
  }
  const reached = { ...(only && { only }), ...(except && { except }) };
  const below = deep ? reached : null;
  const shared = { folders: [cwd], below, isSure: true, command: null, search };
  const program = kind === 'code' ? interpreterOf(toolName, input['language']) : null;
  if (program !== null) {
    const line = linesOf(`${program} ${shellQuoted(value)}`, cwd);
    readings.push(line.reading);
    for (const action of line.actions) actions.push(action);
    for (const one of line.doubts) doubts.push(one);
    for (const one of line.inner) inner.push(one);
  }
  if (kind === 'command') {
    const place = typeof folder === 'string' && folder !== '' ? folder : '';
    if (place === '' && folder !== undefined && folder !== null && folder !== '')
      doubt(`${toolName} without text as its folder`);
    const line = linesOf(value, within(cwd, place));
    readings.push(line.reading);
    for (const action of line.actions) actions.push(action);
    for (const one of line.doubts) doubts.push(one);
    for (const one of line.inner) inner.push(one);
  } else if (kind === 'pattern') {
    for (const start of patternStarts(value, searched))
      actions.push({ ...shared, kind: kindOf('read', lists), path: [start], below: reached });
  } else if (kind === 'mention' || kind === 'code') {
    if (kind === 'code') doubt(`the ${argument} of ${toolName}, which is a program or a patch`);
    const texts = kind === 'code' ? [value, ...textsInCode(value)] : mentioned(value);
    for (const text of texts)
      for (const access of ['read', 'write'] as const)
        actions.push({ ...shared, kind: access, path: [text], below: null, isSure: false });
  } else {
    const content = kind === 'write' ? writtenText(input) : undefined;
    // Some tools keep blanks around a path, others drop them.
    for (const text of new Set([value, value.trim()]))
      actions.push({ ...shared, kind: kindOf(kind, lists), path: [localPath(text)], shows, content });
  }
}

function kindOf(access: PathKind, lists: boolean): PathKind {
  return access === 'read' && lists ? 'list' : access;
}

function localPath(text: string): string {
  if (!/^\s*file:/i.test(text)) return text;
  try {
    return fileURLToPath(new URL(text.trim().replace(/^(file:\/\/)localhost(?=\/)/i, '$1')));
  } catch {
    throw new UnjudgeablePath(`an address of a file that is none: ${text.slice(0, 200)}`);
  }
}

interface ReadLine extends CodeActions {
  readonly reading: ShellReading;
}

/** Several guards ask for the actions of the same call. Its files may be others at the next one. */
const linesOfInput = new WeakMap<GivenCall['input'], Map<string, ReadLine>>();

function lineOf(text: string, folder: string, { input, cwd }: GivenCall, sourcedStays: boolean): ReadLine {
  // Most lines source nothing: then all guards share one reading.
  const stays = sourcedStays && /source|\.\s/.test(text);
  const lines = linesOfInput.get(input) ?? new Map<string, ReadLine>();
  linesOfInput.set(input, lines);
  const key = JSON.stringify([text, cwd, folder, stays]);
  const known = lines.get(key);
  if (known !== undefined) return known;
  const read = (line: string): ShellReading => readInPlace(line, cwd, { sourcedStays: stays });
  const reading = read(text);
  const { actions, doubts, inner } = lineActions(reading, folder, read);
  const own = reading.doubts.map(({ about, reason }) => ({ about, reason, command: null }));
  const line = { reading, actions, doubts: [...own, ...doubts], inner };
  lines.set(key, line);
  return line;
}

function lineActions(
  reading: ShellReading,
  cwd: string | null,
  read: (line: string) => ShellReading,
  depth = 0,
): CodeActions {
  const { commands } = reading;
  const doubts: ActionDoubt[] = [];
  const inner: InnerLine[] = [];
  const known = new Map<ShellCommand, readonly PathAction[]>();
  const pathsOf = (command: ShellCommand): readonly PathAction[] => {
    const paths = known.get(command) ?? commandPaths(command, folders(command, cwd), printed);
    known.set(command, paths);
    return paths;
  };
  const printed = new PrintedNames(reading, pathsOf, (command) => folders(command, cwd));
  const actions = commands.flatMap((command): readonly Action[] => {
    const from = folders(command, cwd);
    const patched = isPatching(command)
      ? patchesOf(
          command,
          from,
          commands.every((other) => other === command || isLookingAtPatch(other)),
        )
      : [];
    if (patched === null)
      doubts.push({ about: 'word', reason: 'a patch that cannot be read whole', command });
    const patches = patchActions(patched, patchFolders(command, from)).map((action) => ({
      ...action,
      command,
    }));
    const code = codeActions(command, {
      folders: from,
      depth,
      read,
      actionsIn: (line, folder) => lineActions(line, folder, read, depth + 1),
    });
    doubts.push(...code.doubts);
    inner.push(...code.inner);
    return [
      ...runs(command),
      ...pathsOf(command),
      ...code.actions,
      ...networkActions(command),
      ...changesOf(command),
      ...patches,
    ];
  });
  return { actions: throughOwnLinks(actions), doubts, inner };
}

/** What a command does that stands in place of one of a line. */
export function commandActions(command: ShellCommand, reading: ShellReading, cwd: string): readonly Action[] {
  const pathsOf = (one: ShellCommand): readonly PathAction[] => commandPaths(one, folders(one, cwd), printed);
  const printed = new PrintedNames(reading, pathsOf, (one) => folders(one, cwd));
  return [...runs(command), ...pathsOf(command)];
}

function commandPaths(
  command: ShellCommand,
  from: readonly (string | null)[],
  printed: PrintedNames,
): readonly PathAction[] {
  const words = [...redirections(command), ...commandUses(command)];
  const shared = { folders: from, below: null, isSure: true, command };
  const facts = { printed, notes: notesOn(command) };
  return [
    ...words.flatMap((use) => (isHostUse(use) ? [] : resolved(use, from, command, facts))),
    // A pattern shows the names in its folder, whatever is done with the word.
    ...command.words.flatMap((word) =>
      listedFolders(word).map((path) => ({ ...shared, kind: 'list', path: [path], word }) as const),
    ),
  ];
}

function runs(command: ShellCommand): readonly Action[] {
  const { kind, name: program, code } = command;
  if (kind === 'syntax' || kind === 'function') return [];
  const run = { kind: 'run', program, command, isSure: true } as const;
  return [{ ...run, code: null }, ...code.map((text) => ({ ...run, code: text }))];
}

function redirections({ redirections: all }: ShellCommand): readonly WordUse[] {
  return all.flatMap(({ operator, target }): readonly WordUse[] => {
    if (target === null || operator.startsWith('<<')) return [];
    if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.value ?? '')) return [];
    const reads = operator.startsWith('<') ? [{ access: 'read', word: target } as const] : [];
    return operator === '<' ? reads : [...reads, { access: 'write', word: target }];
  });
}

/** The texts in code whose language is unknown: each may be a path. */
function textsInCode(code: string): readonly string[] {
  const paths = readCode('code', code).actions.flatMap((action) => ('path' in action ? action.path : []));
  return [...new Set(paths)].filter((text) => text !== null);
}

/** A text that may be a path, or have one behind a sign: `--file=path`. */
function mentioned(text: string): readonly string[] {
  const at = text.startsWith('-') ? text.indexOf('=') : -1;
  return at < 0 ? [text] : [text, text.slice(at + 1)];
}

function folders({ folders: all }: ShellCommand, cwd: string | null): readonly (string | null)[] {
  return all.map((folder) => {
    if (folder === null) return null;
    if (cwd === null) return isAbsolute(folder) ? folder : null;
    return within(cwd, folder);
  });
}

function within(cwd: string, folder: string): string {
  return folder === '' ? cwd : absolutePath(folder, cwd);
}

interface CommandFacts {
  readonly printed: PrintedNames;
  readonly notes: (use: WordUse) => Notes;
}

function resolved(
  use: WordUse,
  from: readonly (string | null)[],
  command: ShellCommand,
  { printed, notes }: CommandFacts,
): readonly PathAction[] {
  const { access, below = null, guessed = false, word, ...how } = use;
  const textsOf = (named: ShellWord): readonly PathText[] =>
    namedPlaces(named, from, printed).map(({ path }) => path);
  const unpacks = use.unpacks && {
    archives: use.unpacks.archives.flatMap(textsOf),
    strip: use.unpacks.strip,
  };
  const shared = {
    kind: access,
    folders: from,
    below,
    isSure: !guessed,
    command,
    word,
    moves: how.moves === true,
    shows: isShown(use, command),
    unpacks,
    copied: use.copied?.flatMap(textsOf),
    ...(how.isLink === true && { isLink: true }),
    keepsContent: how.keepsContent === true,
    hides: how.hides === true,
    shares: how.shares === true,
    ...notes(use),
  };
  const places =
    word === inputNames
      ? [{ path: [null], among: printed.readBy(command) ?? undefined, isPartial: false }]
      : namedPlaces(word, from, printed);
  return places.map((place) => ({ ...shared, ...place }));
}

function isShown(
  { access, word, copied, moves }: WordUse,
  { card, words, redirections: all }: ShellCommand,
): boolean {
  const redirected = all.find(({ target }) => target === word);
  if (redirected !== undefined) return access === 'write' && !redirected.operator.includes('>>');
  if (card === null || (access === 'write' && copied !== undefined))
    return copied !== undefined && moves !== true;
  const { flags } = givenWords(card.table, words);
  const isKept = access === 'write' && card.keeps?.some((option) => flags.has(option));
  return card.shows === true && card.slots[0]?.role !== 'pattern' && isKept !== true;
}
