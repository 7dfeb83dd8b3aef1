import { basename } from 'node:path';
import { type GivenWords, givenWords, OptionTable } from '../../../shell/options.ts';
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts';
import type { Access } from '../path-use.ts';
import { gitUses } from './git-uses.ts';
import { type Program, programs } from './programs.ts';

/** What a command does to what one of its words names. */
export interface WordUse {
  readonly access: Access;
  readonly word: ShellWord;
  /** Everything below it too. */
  readonly deep?: boolean;
  /** It is no more than looked for: whether it exists, and what kind of file it is. */
  readonly looks?: boolean;
  /** The program is not known: the word may be no path at all. */
  readonly guessed?: boolean;
}

/** Programs that take no paths, or only look at them: what they are given is text. */
const withoutPaths: ReadonlySet<string> = new Set(
  (
    ': true false echo printf export declare typeset local readonly unset set shift return exit break continue wait jobs kill sleep ' +
    'date whoami id uname hostname pwd basename dirname seq expr let read type which whence hash ulimit umask getopts printenv nproc ' +
    'uptime ps free tput clear history alias unalias shopt trap fg bg disown times yes tty stty locale getconf arch groups logname ' +
    'users who w cal bc dc factor numfmt tr eval exec command builtin env nohup time nice timeout setsid stdbuf ionice xargs ' +
    'sudo doas su ssh docker podman kubectl apt apt-get dpkg brew systemctl service pkill killall pgrep lsof netstat ss ping dig ' +
    'nslookup host ifconfig ip route'
  ).split(' '),
);

const tests: ReadonlySet<string> = new Set(['test', '[', '[[']);
const copyOptions = new OptionTable(
  '-rRafinpuvxPdTbHLsl -t> -S: --recursive --archive --force --interactive --no-clobber --preserve? --no-preserve? --update? ' +
    '--verbose --one-file-system --no-dereference --dereference --no-target-directory --target-directory> --backup? --suffix: ' +
    '--reflink? --sparse: --parents --strip-trailing-slashes --symbolic --relative -m: -o: -g: --mode: --owner: --group: -D -e: ' +
    '--exclude: --include: --rsh: --delete --progress --partial -z -c -h -W',
);

/** What a command does to paths: what it names in its words, not what it may do besides. */
export function commandUses(command: ShellCommand): readonly WordUse[] {
  const { name, words } = command;
  if (command.kind !== 'program') return command.kind === 'unknown' ? guesses(words) : [];
  if (tests.has(name)) return words.map((word) => ({ access: 'read', word, looks: true }));
  if (withoutPaths.has(name)) return [];
  if (name === 'git') return gitUses(words);
  const program = programs.get(name);
  if (program !== undefined) return knownUses(program, givenWords(program.options, words), words);
  const special = specials.get(name);
  return special === undefined ? guesses(words) : special(words);
}

function knownUses(program: Program, given: GivenWords, words: readonly ShellWord[]): readonly WordUse[] {
  const { flags, operands } = given;
  const has = (wanted: readonly string[] | 'always' | undefined): boolean =>
    wanted === 'always' || (wanted?.some((flag) => flags.has(flag)) ?? false);
  const paths = program.pattern === undefined || has(program.pattern) ? operands : operands.slice(1);
  const deep = has(program.deep);
  const does: readonly Access[] = has(program.writesWith) ? ['read', 'write'] : [program.does];
  const own = does.flatMap((access) => uses(access, paths, deep));
  const here = paths.length === 0 && (program.here === true || (deep && program.does === 'read'));
  return [
    ...own,
    ...uses('read', given.reads),
    ...uses('write', given.writes),
    ...(program.writesSecond === true ? uses('write', paths.slice(1)) : []),
    ...(here ? uses('read', [thisFolder], true) : []),
    // What an option wants that is not known could be a path.
    ...(given.unknown.length > 0 ? guesses(words) : []),
  ];
}

type Special = (words: readonly ShellWord[]) => readonly WordUse[];

/** Of the last operand, or of the value of `-t`, what is written; of the others, what is read. */
function copies(source: Access, deep: boolean): Special {
  return (words) => {
    const { operands, writes } = givenWords(copyOptions, words);
    const sources = writes.length > 0 ? operands : operands.slice(0, -1);
    const targets = writes.length > 0 ? writes : operands.slice(-1);
    return [
      ...uses(source, sources, deep),
      ...(source === 'delete' ? uses('read', sources, deep) : []),
      ...uses('write', targets),
      // Into a folder, what is written is a file in it.
      ...targets.flatMap((target) =>
        uses(
          'write',
          sources.flatMap((from) => inFolder(target, from)),
        ),
      ),
    ];
  };
}

function inFolder(folder: ShellWord, from: ShellWord): readonly ShellWord[] {
  if (folder.value === null || from.value === null) return [];
  const value = `${folder.value}/${basename(from.value)}`;
  return [{ ...folder, value, pieces: [{ kind: 'text', text: value }] }];
}

function find(words: readonly ShellWord[]): readonly WordUse[] {
  const first = words.findIndex(
    ({ value }) => value !== null && /^[-(!,)]/.test(value) && !/^-[HLPD]/.test(value),
  );
  const starts = (first < 0 ? words : words.slice(0, first)).filter(({ value }) => !value?.startsWith('-'));
  const places = starts.length === 0 ? [thisFolder] : starts;
  const deletes = words.some(({ value }) => value === '-delete');
  const written = words.filter((_, at) => /^-f(?:print0?|printf|ls)$/.test(words[at - 1]?.value ?? ''));
  return [
    ...uses('read', places, true),
    ...(deletes ? uses('delete', places, true) : []),
    ...uses('write', written),
  ];
}

function copyBytes(words: readonly ShellWord[]): readonly WordUse[] {
  return words.flatMap((word) => {
    const [, key] = /^(if|of)=/.exec(startOf(word)) ?? [];
    return key === undefined ? [] : uses(key === 'if' ? 'read' : 'write', [behind(word, 3)]);
  });
}

/** An archive: what is packed is read, where it is unpacked is written. */
function tar(words: readonly ShellWord[]): readonly WordUse[] {
  const unpacks = words.some(
    ({ value }, at) =>
      value !== null && /^--(?:extract|get)$|^-?\w*x/.test(value) && (at === 0 || value.startsWith('-')),
  );
  const named = words.filter(
    ({ value }, at) => (value !== null && !value.startsWith('-') && at > 0) || value === null,
  );
  return unpacks
    ? [...uses('read', named), ...uses('write', [...named, thisFolder], true)]
    : [...uses('read', named, true), ...uses('write', named)];
}

const specials: ReadonlyMap<string, Special> = new Map<string, Special>([
  ['cp', copies('read', true)],
  ['install', copies('read', false)],
  ['scp', copies('read', true)],
  ['rsync', copies('read', true)],
  ['mv', copies('delete', true)],
  ['ln', (words) => uses('write', givenWords(copyOptions, words).operands)],
  ['find', find],
  ['dd', copyBytes],
  ['tar', tar],
  ['.', (words) => uses('read', words.slice(0, 1))],
  ['source', (words) => uses('read', words.slice(0, 1))],
]);

/** A program that nobody knows may read and write whatever it is given: `x`, `--file=x`, `-fx`, `@x`. */
function guesses(words: readonly ShellWord[]): readonly WordUse[] {
  return words.flatMap(valuesIn).flatMap((word) => [
    { access: 'read', word, guessed: true },
    { access: 'write', word, guessed: true },
  ]);
}

function valuesIn(word: ShellWord): readonly ShellWord[] {
  const text = startOf(word);
  const starts = [
    0,
    ...[...text.slice(0, 4096).matchAll(/[=:@,]/g)].slice(0, 20).map(({ index }) => index + 1),
  ];
  if (/^-[A-Za-z]./.test(text)) starts.push(2);
  return starts
    .filter((start) => start < text.length || word.value === null)
    .map((start) => behind(word, start));
}

function uses(access: Access, words: readonly ShellWord[], deep = false): readonly WordUse[] {
  return words.map((word) => ({ access, word, ...(deep && { deep }) }));
}

function startOf({ value, pieces: [first] }: ShellWord): string {
  return value ?? (first?.kind === 'text' ? first.text : '');
}

function behind(word: ShellWord, length: number): ShellWord {
  const [first, ...rest] = word.pieces;
  if (length === 0 || first?.kind !== 'text') return word;
  return {
    ...word,
    value: word.value?.slice(length) ?? null,
    pieces: [{ kind: 'text', text: first.text.slice(length) }, ...rest],
  };
}

const thisFolder: ShellWord = {
  value: '.',
  pieces: [{ kind: 'text', text: '.' }],
  splits: false,
  choices: [],
  source: '.',
  span: { start: 0, end: 0 },
};
