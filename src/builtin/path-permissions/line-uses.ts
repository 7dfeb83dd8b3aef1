import { basename, dirname, isAbsolute } from 'node:path';
import { followLinks, UnjudgeablePath } from '../../files/follow-links.ts';
import { absolutePath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import { type Action, isPathAction, type PathAction } from '../../shell/actions/action.ts';
import { wholeText } from '../../shell/actions/path-text.ts';
import type { Role } from '../../shell/programs/option-table.ts';
import { givenWords } from '../../shell/read/options.ts';
import { alternatives, globOf } from '../../shell/read/queries.ts';
import type { ShellCommand, ShellReading, ShellWord } from '../../shell/read/reading.ts';
import { knownStart } from '../../shell/read/words.ts';
import { checkCommand, isOwnProgram, isUnknownProgram, refuseOptionNames } from './command-checks.ts';
import type { PathPermissionsChoices } from './options.ts';
import { type PathUse, refuseMoved, usesOf } from './path-use.ts';

type Programs = Pick<PathPermissionsChoices, 'commands' | 'readers' | 'trusted'>;

const maxLength = 100_000;

export function lineUses(
  { text, commands, evaluated }: ShellReading,
  actions: readonly Action[],
  { cwd, ...programs }: Programs & { readonly cwd: string },
): readonly PathUse[] {
  if (text.length > maxLength) throw new UnjudgeablePath('a command that is too long to be judged');
  const [value] = evaluated;
  if (value !== undefined)
    throw new UnjudgeablePath(`an expression with ${value.slice(0, 40)}, which may be more than a number`);
  const isFile = (action: Action): boolean =>
    'address' in action &&
    /^file:/i.test(
      typeof action.address === 'string' ? action.address : knownStart(action.address ?? undefined),
    );
  if (actions.some(isFile)) throw new UnjudgeablePath('an address of a file');
  const paths = actions.filter(isPathAction);
  const matched = new Map<ShellWord, Set<string>>();
  const visited = new Set<string | null>();
  const isErrexit = commands.some(endsAtFailure);
  const uses = commands.flatMap((command): readonly PathUse[] => {
    checkCommand(command);
    // What runs in a container has other files.
    if (command.via.some(({ wraps }) => wraps === 'place')) return [];
    const own = paths.filter((action) => action.command === command);
    const movedTo = own.flatMap(({ copied, path }) => (copied === undefined ? [] : (wholeText(path) ?? [])));
    const folders = foldersOf(command, cwd);
    return commandUses(command, own, folders, programs).flatMap((action) => {
      for (const folder of action.folders) visited.add(folder);
      // One judgement covers all matches of a pattern.
      if (isRepeated(action, matched)) return [];
      const uses = usesOf(isErrexit ? { ...action, folders: [...visited] } : action);
      return action.moves === true ? uses.map((use) => ({ ...use, movedTo })) : uses;
    });
  });
  const [only] = commands;
  const isAlone = commands.length < 2 && only?.inside.every(({ kind }) => kind !== 'loop') !== false;
  if (!isAlone) checkTogether(commands, uses);
  return uses;
}

function isRepeated({ kind, word, below, path }: PathAction, matched: Map<ShellWord, Set<string>>): boolean {
  if (word === undefined || !alternatives(word).some((one) => globOf(one) !== null)) return false;
  const kinds = matched.get(word) ?? new Set();
  matched.set(word, kinds);
  const key = `${kind} ${below !== null} ${wholeText(path) === null}`;
  const isKnown = kinds.has(key);
  kinds.add(key);
  return isKnown;
}

/** With `set -e`, whether a `cd` that fails ends the line depends on where it is: then all folders count. */
function endsAtFailure({ card, words }: ShellCommand): boolean {
  return card?.runs === 'settings' && words.some(({ value }) => /^-\w*e|^errexit$/.test(value ?? '-e'));
}

function foldersOf({ folders }: ShellCommand, cwd: string): readonly (string | null)[] {
  return folders.map((folder) => (folder === null ? null : absolutePath(folder === '' ? '.' : folder, cwd)));
}

function commandUses(
  command: ShellCommand,
  paths: readonly PathAction[],
  folders: readonly (string | null)[],
  { commands, readers, trusted }: Programs,
): readonly PathAction[] {
  const { name, program, card } = command;
  // The following commands have its target as their folder.
  if (card?.runs === 'changeFolder')
    return paths.filter(({ word }) => word === undefined || !command.words.includes(word));
  if (paths.length > 0 && command.kind === 'program') refuseOptionNames(command, folders);
  if (!isUnknownProgram(command, paths))
    return [...linked(command, paths), ...namedBy(command, paths, folders)];
  const isReader = readers.includes(name);
  const isTrusted = trusted.includes(name);
  if (commands === 'deny' && !isReader && !isTrusted)
    throw new UnjudgeablePath(`${name}, which is not among the known commands`);
  const here: PathAction = { kind: 'read', path: ['.'], folders, below: {}, isSure: true, command };
  const places = [
    here,
    ...optionWords(command, 'folder').map((word) => ({ ...here, path: [word.value], word })),
  ];
  const itself = isOwnProgram(program)
    ? [{ ...here, path: [program.value], word: program, below: null }]
    : [];
  if (isReader) {
    const read = paths
      .filter(({ kind, isSure }) => isSure || kind === 'read')
      .map((path) => ({ ...path, below: {} }));
    return [...itself, ...(read.length === 0 ? [here] : read)];
  }
  return [
    ...itself,
    ...paths,
    ...(isTrusted ? [] : [...places, ...places.map((place) => ({ ...place, kind: 'write' }) as const)]),
  ];
}

function optionWords({ card, words }: ShellCommand, role: Role): readonly ShellWord[] {
  const values = card === null ? [] : givenWords(card.table, words).values;
  return values.flatMap((value) => (value.role === role ? [value.word] : []));
}

function namedBy(
  command: ShellCommand,
  paths: readonly PathAction[],
  folders: readonly (string | null)[],
): readonly PathAction[] {
  const { card, words, kind } = command;
  const read = { kind: 'read', folders, below: null, isSure: true, command } as const;
  if (card?.runs === 'tests' || kind === 'syntax')
    return testedFiles(words).map((word) => ({ ...read, path: [word.value], word }));
  if (card === null || card.wraps !== undefined) return [];
  const { operands, flags } = givenWords(card.table, words);
  const isPattern = /^(?:pattern|code)$/.test(card.slots[0]?.role ?? '');
  const first =
    isPattern && card.gives?.some((option) => flags.has(option)) !== true ? operands.slice(0, 1) : [];
  const globs = first.filter((word) => alternatives(word).some((one) => globOf(one) !== null));
  return [...optionWords(command, 'read'), ...globs]
    .filter((word) => !paths.some((path) => path.word === word && path.kind === 'read'))
    .map((word) => ({ ...read, path: [word.value], word }));
}

function testedFiles(words: readonly ShellWord[]): readonly ShellWord[] {
  const compares = /^-(?:nt|ot|ef)$/;
  return words.filter((_, at) => {
    const before = words[at - 1]?.value ?? '';
    return (
      /^-[a-hkprsuwxGLNOS]$/.test(before) ||
      compares.test(before) ||
      compares.test(words[at + 1]?.value ?? '')
    );
  });
}

/** A symbolic link's target counts from the link, and can be read and written through it. */
function linked(command: ShellCommand, paths: readonly PathAction[]): readonly PathAction[] {
  const { card, words } = command;
  if (card?.does !== 'links') return paths;
  const { flags } = givenWords(card.table, words);
  const made = paths.filter(({ copied }) => copied !== undefined);
  const targets = made.flatMap(({ copied }) => copied ?? []);
  const isSaid = (flags.has('-s') || flags.has('--symbolic')) && !flags.has('-r') && !flags.has('--relative');
  const isTarget = ({ path }: PathAction): boolean =>
    targets.some((target) => wholeText(target) === wholeText(path));
  const others = isSaid ? paths.filter((path) => made.includes(path) || !isTarget(path)) : paths;
  const through = made.flatMap((link) =>
    targets.flatMap((target) => {
      const text = wholeText(target);
      const place = wholeText(link.path);
      if (text === null || place === null) throw new UnjudgeablePath('a link that is only known at run time');
      const starts = isAbsolute(text) || /^~(?:\/|$)/.test(text) ? [''] : [`${place}/`, `${dirname(place)}/`];
      return starts.flatMap((start) =>
        (['read', 'write'] as const).map(
          (kind): PathAction => ({ ...link, copied: undefined, kind, path: [start + text] }),
        ),
      );
    }),
  );
  return [...others, ...through];
}

/** One command may prepare what another then meets. */
function checkTogether(commands: readonly ShellCommand[], uses: readonly PathUse[]): void {
  const written = uses
    .filter(({ access, isGuess }) => access === 'write' && !isGuess)
    .map(({ path }) => path);
  const option = written.find((path) => basename(path).startsWith('-'));
  if (option !== undefined)
    throw new UnjudgeablePath(`${option}, a name that another command may take for an option`);
  const odd = written.find((path) => /[\s'"\\*?[]/.test(path));
  if (
    odd !== undefined &&
    (commands.some(takesApart) || uses.some(({ action }) => action.among?.some(({ splits }) => splits)))
  )
    throw new UnjudgeablePath(`${odd}, a name that another command may take apart`);
  for (const { action, path, folder } of uses) {
    const copies = uses.some(
      ({ action: other }) => other.command === action.command && other.copied !== undefined,
    );
    if (!copies || action.kind === 'write') continue;
    const full = isAbsolute(path) ? path : `${folder}/${path}`;
    refuseMoved(full);
    if (action.moves !== true) continue;
    const real = followLinks(full, { keepLast: true });
    if (action.folders.some((place) => place === null || isWithin(followLinks(place), real)))
      throw new UnjudgeablePath('a move of the folder that the command is in');
  }
}

function takesApart({ words }: ShellCommand): boolean {
  return words
    .flatMap(alternatives)
    .some(({ splits, pieces }) => splits && pieces.some((piece) => piece.kind === 'glob' && piece.isMatch));
}
