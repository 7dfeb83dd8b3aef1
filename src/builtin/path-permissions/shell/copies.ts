import { basename, dirname, isAbsolute } from 'node:path';
import { followLinks, UnjudgeablePath } from '../../../files/follow-links.ts';
import { isWithin } from '../../../files/within.ts';
import { type GivenWords, OptionTable, withoutStart } from '../../../shell/options.ts';
import { knownStart } from '../../../shell/programs/words.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import type { JudgedCommand } from './call.ts';
import { knownWords } from './known-program.ts';
import { shown } from './words.ts';

const copyOptions = new OptionTable(
  '-rRafinpuvxPdTb -t> -S: --recursive --archive --force --interactive --no-clobber --preserve? --no-preserve? --update? ' +
    '--verbose --one-file-system --no-dereference --no-target-directory --target-directory> --backup? --suffix: --reflink? --sparse: ' +
    '--parents',
);
const moveOptions = new OptionTable(
  '-finuvTb -t> -S: --force --interactive --no-clobber --update? --verbose --no-target-directory --target-directory> --backup? --suffix:',
);
const linkOptions = new OptionTable(
  '-sfnrvTiP -t> --symbolic --force --no-dereference --relative --verbose --no-target-directory --target-directory> --interactive',
);
const syncOptions = new OptionTable(
  '-avrzhnPtupogcqW --archive --recursive --verbose --dry-run --delete --progress --stats --exclude: --include: --checksum ' +
    '--times --perms --update --human-readable --quiet --ignore-existing --size-only --prune-empty-dirs',
);

/** Programs that make a file or a link in another place. */
export const copiers: ReadonlyMap<string, (call: JudgedCommand) => void> = new Map([
  ['cp', (call) => copy(call, knownWords(call, copyOptions), 'read', true)],
  ['mv', (call) => copy(call, knownWords(call, moveOptions), 'delete', false)],
  ['ln', link],
  ['rsync', sync],
  ['dd', copyBytes],
]);

function copy(call: JudgedCommand, given: GivenWords, source: 'read' | 'delete', shows: boolean): void {
  const { operands, writes, flags } = given;
  const sources = writes.length > 0 || operands.length < 2 ? operands : operands.slice(0, -1);
  const targets = writes.length > 0 ? writes : operands.slice(-1);
  // What BSD makes of `cp -r` are the files that links lead to.
  const follows = process.platform !== 'linux' && flags.has('-r');
  const isMove = source === 'delete';
  const movedTo = isMove ? targets.flatMap((word) => call.places(word).map(({ path }) => path)) : undefined;
  call.add(source, sources, { deep: true, loses: false, follows, movedTo });
  call.add('read', given.texts);
  call.add('write', targets, { shows });
  for (const word of sources) intoFolder(call, word, targets, shows);
  noteMoved(call, sources, isMove);
}

/** Into a folder, what is written is a file in it, which may be a link. */
function intoFolder(
  call: JudgedCommand,
  word: ShellWord,
  targets: readonly ShellWord[],
  shows: boolean,
): void {
  const names = call.places(word);
  for (const target of targets) {
    for (const { path, folder } of call.places(target)) {
      if (names.some(({ listing }) => listing !== null))
        call.addPath('write', path, folder, { deep: true, follows: true });
      for (const name of new Set(names.map((own) => basename(own.path))))
        call.addPath('write', `${path}/${name}`, folder, { shows });
    }
  }
}

function noteMoved(call: JudgedCommand, sources: readonly ShellWord[], isGone: boolean): void {
  for (const { path, folder } of sources.flatMap((word) => call.places(word))) {
    const full = isAbsolute(path) ? path : `${folder}/${path}`;
    call.findings.moved.push(full);
    const real = followLinks(full, { keepLast: true });
    if (isGone && call.folders.some((place) => place === null || isWithin(followLinks(place), real)))
      throw new UnjudgeablePath('a move of the folder that the command is in');
  }
}

function link(call: JudgedCommand): void {
  const { operands, writes, flags } = knownWords(call, linkOptions);
  const has = (...names: readonly string[]): boolean => names.some((name) => flags.has(name));
  // What a symbolic link says counts from the link, not from here.
  const isSaid = has('-s', '--symbolic') && !has('-r', '--relative');
  // What a link says is read from where the link is, and that need not be here.
  const targets = writes.length > 0 ? operands : operands.slice(0, -1);
  const places = writes.length > 0 ? writes : operands.slice(-1);
  call.add('write', isSaid && operands.length > 1 ? places : [...operands, ...writes]);
  for (const place of places.flatMap((word) => call.places(word))) {
    for (const { path, listing } of targets.flatMap((word) => call.places(word))) {
      if (listing !== null) throw new UnjudgeablePath('links to names that are found');
      if (isAbsolute(path) || /^~(?:\/|$)/.test(path)) {
        call.addPath('write', path, place.folder);
        continue;
      }
      for (const folder of [place.path, dirname(place.path)])
        call.addPath('write', `${folder}/${path}`, place.folder);
    }
  }
}

function sync(call: JudgedCommand): void {
  const given = knownWords(call, syncOptions);
  const target = given.operands.slice(-1);
  if (
    given.operands.some((word) =>
      word.pieces.some((piece) => piece.kind === 'text' && piece.text.includes(':')),
    )
  )
    throw new UnjudgeablePath('rsync with another machine');
  copy(call, given, 'read', false);
  if (given.flags.has('--delete')) call.add('delete', target, { deep: true });
  call.add('write', target, { deep: true });
}

function copyBytes(call: JudgedCommand): void {
  for (const word of call.words) {
    const [whole, key] =
      /^(if|of|bs|ibs|obs|count|skip|seek|status|conv|iflag|oflag)=/.exec(knownStart(word)) ?? [];
    if (whole === undefined || key === undefined || word.splits)
      throw new UnjudgeablePath(`dd with ${shown(word.source)}`);
    if (key === 'if' || key === 'of')
      call.add(key === 'if' ? 'read' : 'write', [withoutStart(word, whole.length)]);
  }
}
