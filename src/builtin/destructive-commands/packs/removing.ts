import { givenWords, OptionTable } from '../../../shell/options.ts';
import { hasFlag, pipeNeighbours, spelling } from '../../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts';
import { canBeRebuilt } from '../rebuildable.ts';
import { type NamedPath, namedBy, type Target, targetsOf } from '../removed-paths.ts';
import { type Finding, type LinePlace, sourceOf, type Test } from '../rule.ts';
import { foundBy, isSearch } from '../searches.ts';

export const removeOptions = new OptionTable(
  '-rRfivdI --recursive --force --verbose --dir --interactive? --one-file-system --preserve-root? --no-preserve-root -n: --iterations: --remove? -u -z -s: --size:',
);

/** What a removal says of each kind of place; null where nothing is to be said. */
function verdict(target: Target, isRecursive: boolean): Omit<Finding, 'about'> | null {
  switch (target) {
    case 'rebuilt':
    case 'single':
    case 'temporary':
      return null;
    case 'file':
      return isRecursive
        ? { severity: 'ask', why: 'it removes a folder of the project with all that is in it' }
        : null;
    case 'folder':
      return { severity: 'ask', why: 'it removes all that is in a folder of the project' };
    case 'unknown':
      return isRecursive ? { severity: 'ask', why: 'what it removes is only known at run time' } : null;
    case 'project':
      return { severity: 'deny', why: 'it removes the project itself, its history, or a folder above it' };
    case 'home':
      return { severity: 'deny', why: 'it removes a home folder' };
    case 'system':
      return { severity: 'deny', why: 'it removes what belongs to the system' };
    case 'outside':
      return { severity: 'deny', why: 'it removes what lies outside the project' };
  }
}

function worst(
  named: readonly NamedPath[],
  isRecursive: boolean,
  command: ShellCommand,
  { reading }: LinePlace,
): Finding | null {
  const found = named.flatMap((one) => {
    const own = verdict(one.target, isRecursive);
    return own === null ? [] : [{ own, path: one.path }];
  });
  const one = found.find(({ own }) => own.severity === 'deny') ?? found[0];
  if (one === undefined) return null;
  const paths = found.flatMap(({ path }) => path ?? []);
  return { ...one.own, about: sourceOf(command, reading), ...(paths.length === found.length && { paths }) };
}

/** A variable that is not quoted may bring the option along; names that a search finds do not. */
function isRecursiveCall(command: ShellCommand): boolean {
  if (hasFlag(command, '-r', '-R', '--recursive') === 'yes') return true;
  return command.words.some(
    ({ value, splits, pieces }) =>
      value === null &&
      splits &&
      pieces.every((piece) => piece.kind === 'unknown' && piece.from === 'variable'),
  );
}

export const remove: Test = (command, place) => {
  if (!/^(?:rm|grm|rmdir|unlink|shred|srm|wipe|trash-empty|rimraf|del-cli)$/.test(command.name)) return null;
  const isRecursive = /^(?:rimraf|del-cli)$/.test(command.name) || isRecursiveCall(command);
  const { operands } = givenWords(removeOptions, command.words);
  const listed = operands.filter((word) => isListed(word, command));
  const named = operands.filter((word) => !listed.includes(word));
  const own = worst(namedBy(named, command, place), isRecursive, command, place);
  if (own?.severity === 'deny' || listed.length === 0) return own;
  // A list that something else makes is as good as a folder.
  const areAsFound = listed.every(isAsFound);
  return worst(listedBy(command, place, areAsFound).map(asNamed), true, command, place) ?? own;
};

/** Where a list leads is not known. */
function asNamed(target: Target): NamedPath {
  return { target, path: null };
}

/** Whether a word is one of a list that a search, a pipe or a loop hands on. */
function isListed({ pieces, choices }: ShellWord, { inside, via }: ShellCommand): boolean {
  if (choices.length > 0) return false;
  return pieces.some((piece) => {
    if (piece.kind !== 'unknown') return false;
    const isRead = inside.some((one) => one.kind === 'loop' && one.variable === null);
    const isHandedOn = via.some(({ name }) => /^(?:find|gfind|fd|fdfind|xargs|parallel)$/.test(name));
    return /^(?:found|input)$/.test(piece.from) || (piece.from === 'variable' && (isRead || isHandedOn));
  });
}

/** Whether a word names what was found, or what is in it: `{}`, `./{}/a`; not `{}/..`, nor `fd`'s `{//}` and `{.}`. */
function isAsFound({ pieces }: ShellWord): boolean {
  const at = pieces.findIndex((piece) => piece.kind === 'unknown' && /^(?:found|input)$/.test(piece.from));
  if (at < 0) return true;
  const found = pieces[at];
  const [before = '', behind = ''] = [pieces.slice(0, at), pieces.slice(at + 1)].map((some) =>
    some.map((piece) => (piece.kind === 'text' ? piece.text : '?')).join(''),
  );
  const isPart = found?.kind === 'unknown' && found.isPart === true;
  return !isPart && /^(?:(?:\.|\?)\/)?$/.test(before) && /^(?:\/(?!\.\.(?:\/|$))[^/?]*)*$/.test(behind);
}

function listedBy(command: ShellCommand, place: LinePlace, areAsFound: boolean): readonly Target[] {
  const { reading } = place;
  const around = reading.commands.filter(
    (one) => isSearch(one) && one.span.start <= command.span.start && one.span.end >= command.span.end,
  );
  const before = pipeNeighbours(reading, command).before;
  const searches = around.length > 0 ? around : before.filter(isSearch);
  if (searches.length > 0) return searches.flatMap((search) => foundBy(search, place, areAsFound));
  // `ls *.log | xargs rm`
  const [listing] = before;
  const names = listing?.words.filter((word) => !/^-/.test(spelling(word))) ?? [];
  const isListing = before.length === 1 && listing?.name === 'ls' && names.length > 0;
  return isListing ? targetsOf(names, command, place) : ['unknown'];
}

/** The commands of another system, whose paths a shell reads otherwise. */
export const removeElsewhere: Test = (command, place) => {
  if (!/^(?:del|erase|rd|rmdir|remove-item|ri)$/i.test(command.name)) return null;
  const words = command.words.map(spelling);
  const isRecursive = words.some((word) => /^(?:\/s|-r(?:e(?:c(?:u(?:r(?:se?)?)?)?)?)?)$/i.test(word));
  const operands = words.filter((word) => !/^(?:\/[a-z]$|-)/i.test(word));
  const isBad = operands.some(
    (word) => !canBeRebuilt(word.replace(/^\.[\\/]/, '').replace(/[\\/*]{1,2}$/, '')),
  );
  return isRecursive && isBad ? { about: sourceOf(command, place.reading) } : null;
};

export const find: Test = (command, place) => {
  if (!isSearch(command)) return null;
  const words = command.words.map(spelling);
  if (!words.includes('-delete')) return null;
  return worst(foundBy(command, place).map(asNamed), true, command, place);
};
