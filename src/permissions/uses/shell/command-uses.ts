import { basename } from 'node:path';
import { type GivenWords, givenWords, OptionTable } from '../../../shell/options.ts';
import { readFd } from '../../../shell/programs/wrapping/read-fd.ts';
import { spelling } from '../../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts';
import type { Access } from '../path-use.ts';
import { plainNames } from '../search-pattern.ts';
import { cluster, container, fromElsewhere } from './container-uses.ts';
import { fdExtensions, fdWords, foundName } from './fd-words.ts';
import { gitUses } from './git-uses.ts';
import { argumentFile } from './given-files.ts';
import { type Program, programs } from './programs.ts';
import { behind, guesses, inFolder, startOf, thisFolder, uses, type WordUse } from './word-uses.ts';

/** Programs that take no paths, or only look at them: what they are given is text. */
const withoutPaths: ReadonlySet<string> = new Set(
  (
    ': true false echo printf export declare typeset local readonly unset set shift return exit break continue wait jobs kill sleep ' +
    'date whoami id uname hostname pwd basename dirname seq expr let read type which whence hash ulimit umask getopts printenv nproc ' +
    'uptime ps free tput clear history alias unalias shopt trap fg bg disown times yes tty stty locale getconf arch groups logname ' +
    'users who w cal bc dc factor numfmt tr eval exec command builtin env nohup time nice timeout setsid stdbuf ionice ' +
    'sudo doas su ssh apt apt-get dpkg brew systemctl service pkill killall pgrep lsof netstat ss ping dig ' +
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
  if (command.kind !== 'program') return command.kind === 'unknown' ? guesses(command.words) : [];
  return usesOf(command.name, command.words);
}

function usesOf(name: string, words: readonly ShellWord[]): readonly WordUse[] {
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
  const lists = program.lists !== undefined;
  const deep = has(program.deep) || has(program.lists);
  const does: readonly Access[] = has(program.writesWith) ? ['read', 'write'] : [program.does];
  const own = does.flatMap((access) => uses(access, paths, deep));
  const here = paths.length === 0 && (program.here === true || (deep && program.does === 'read'));
  const only = namesWanted(words);
  return [
    ...own.map((use) => ({ ...use, lists, ...only, ...(program.keepsContent && { keepsContent: true }) })),
    ...uses('read', given.reads),
    ...uses('write', given.writes),
    ...(program.writesSecond === true ? uses('write', paths.slice(1)) : []),
    ...(here ? uses('read', [thisFolder], deep).map((use) => ({ ...use, lists, ...only })) : []),
    // What an option wants that is not known could be a path.
    ...(given.unknown.length > 0 ? guesses(words) : []),
  ];
}

/** The word with its patterns as they are written. */
function writtenText({ value, pieces }: ShellWord): string {
  return value ?? pieces.map((piece) => ('text' in piece ? piece.text : '$')).join('');
}

/** `grep --include='*.ts'`: of several, each counts. */
function namesWanted(words: readonly ShellWord[]): Pick<WordUse, 'only'> {
  const included = words.filter((word) => startOf(word).startsWith('--include'));
  const globs = included.map((word) => plainNames(/^--include=(.+)$/.exec(writtenText(word))?.[1] ?? ''));
  return globs.length > 0 && globs.every((names) => names !== null) ? { only: globs.flat() } : {};
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
      ...uses('write', targets).map((use) => ({ ...use, copied: sources })),
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

/** The same, where sources may be on other machines. */
function copiesFromElsewhere(words: readonly ShellWord[]): readonly WordUse[] {
  const { operands } = givenWords(copyOptions, words);
  const target = operands.at(-1);
  const isWhole = words.some(({ value }) => /^-[a-zA-Z]*[ar]|^--(?:archive|recursive)$/.test(value ?? ''));
  const whole = target === undefined || !isWhole ? [] : fromElsewhere(operands.slice(0, -1), target);
  return [...copies('read', true)(words), ...whole];
}

function find(words: readonly ShellWord[]): readonly WordUse[] {
  const first = words.findIndex(
    ({ value }) => value !== null && /^[-(!,)]/.test(value) && !/^-[HLPD]/.test(value),
  );
  const starts = (first < 0 ? words : words.slice(0, first)).filter(({ value }) => !value?.startsWith('-'));
  const places = starts.length === 0 ? [thisFolder] : starts;
  const deletes = words.some(({ value }) => value === '-delete');
  const written = words.filter((_, at) => /^-f(?:print0?|printf|ls)$/.test(words[at - 1]?.value ?? ''));
  const runs = words.some(({ value }) => value === null || /^-(?:exec|ok)/.test(value));
  return [
    ...uses('read', places, true).map((use) => ({ ...use, lists: !runs && !deletes, ...namesFound(words) })),
    ...[...(deletes ? ['delete' as const] : []), ...accessesOfFound(words)].flatMap((access) =>
      uses(access, places, true).map((use) => ({ ...use, ...namesFound(words) })),
    ),
    ...uses('write', written),
  ];
}

/** What the programs that `find` starts do to what it finds, besides reading it. */
function accessesOfFound(words: readonly ShellWord[]): readonly Access[] {
  const found = words.flatMap(({ value }, at) => {
    const [program, ...rest] = /^-(?:exec|ok)(?:dir)?$/.test(value ?? '') ? words.slice(at + 1) : [];
    const end = rest.findIndex((word) => word.value === ';' || word.value === '+');
    return program === undefined
      ? []
      : usesOf(basename(program.value ?? ''), rest.slice(0, Math.max(end, 0)));
  });
  return found.flatMap(({ access, word, guessed }) =>
    access !== 'read' && guessed !== true && spelling(word).includes('{}') ? [access] : [],
  );
}

/** `find . -name '*.ts'`, where nothing else says what is found. */
function namesFound(words: readonly ShellWord[]): Pick<WordUse, 'only'> {
  if (words.some(({ value }) => value === null || /^(?:-o|-or|,|\(|\\\()$/.test(value))) return {};
  const at = words.findIndex(
    ({ value }, index) =>
      /^-i?name$/.test(value ?? '') && !/^(?:!|-not)$/.test(words[index - 1]?.value ?? ''),
  );
  const only = at < 0 ? null : plainNames(words[at + 1]?.value ?? '');
  return only === null ? {} : { only };
}

/** `fd pattern folder`: names what is below. */
function fd(words: readonly ShellWord[]): readonly WordUse[] {
  const { operands, reads } = fdWords(words);
  const named = [...operands.slice(1), ...reads];
  const places = named.length > 0 ? named : [thisFolder];
  const endings = fdExtensions(words) ?? [];
  const only = endings.length > 0 ? { only: endings.map((ending) => `*.${ending.replace(/^\./, '')}`) } : {};
  const { started } = readFd(words);
  const does = started
    .flatMap(([program, ...rest]) => usesOf(basename(program?.value ?? ''), [...rest, foundName]))
    .filter(({ access, guessed }) => access !== 'read' && guessed !== true);
  return (['read', ...does.map(({ access }) => access)] as const).flatMap((access) =>
    uses(access, places, true).map((use) => ({
      ...use,
      lists: access === 'read' && started.length === 0,
      ...only,
    })),
  );
}

function copyBytes(words: readonly ShellWord[]): readonly WordUse[] {
  return words.flatMap((word) => {
    const [, key] = /^(if|of)=/.exec(startOf(word)) ?? [];
    return key === undefined ? [] : uses(key === 'if' ? 'read' : 'write', [behind(word, 3)]);
  });
}

/** An archive: what is packed is read, where it is unpacked is written. */
function tar(words: readonly ShellWord[]): readonly WordUse[] {
  const isUnpacking = words.some(
    ({ value }, at) =>
      value !== null && /^--(?:extract|get)$|^-?\w*x/.test(value) && (at === 0 || value.startsWith('-')),
  );
  const named = words.filter(
    ({ value }, at) => (value !== null && !value.startsWith('-') && at > 0) || value === null,
  );
  if (!isUnpacking) return [...uses('read', named, true), ...uses('write', named)];
  const folders = unpackedTo(words, /^(?:-C|--directory)$/, /^(?:-C|--directory=)(?=.)/);
  const targets = folders.length > 0 && !isBundled(words) ? folders : [...named, thisFolder];
  const unpacks = { archives: archivesOfTar(words), strip: strippedByTar(words) };
  return [...uses('read', named), ...uses('write', targets, true).map((use) => ({ ...use, unpacks }))];
}

/** Behind a cluster of letters that ends with `f`, or behind `--file`. */
function archivesOfTar(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1]?.value ?? '';
    if (/^-\w*f$|^--file$/.test(before) || (at === 1 && /^\w*f$/.test(before))) return [word];
    const [option] = /^--file=(?=.)/.exec(startOf(word)) ?? [];
    return option === undefined ? [] : [behind(word, option.length)];
  });
}

/** Null where names may become others. */
function strippedByTar(words: readonly ShellWord[]): number | null {
  const isOther = words.some(
    ({ value }) =>
      value === null || /^-(?:s|-(?:trans|xf|one-t|use-c|to-c|backup|suffix|files-from))|^-T/.test(value),
  );
  if (isOther) return null;
  const given = words.flatMap(({ value }, at) => {
    const [, count] = /^--strip(?:-components)?=(\d{1,3})$/.exec(value ?? '') ?? [];
    const isAlone = /^--strip(?:-components)?$/.test(words[at - 1]?.value ?? '');
    return count !== undefined ? [Number(count)] : isAlone ? [Number(value)] : [];
  });
  return given.at(-1) ?? 0;
}

/** `tar xfC archive folder`: the letters at the start take their values in turn. */
function isBundled([first]: readonly ShellWord[]): boolean {
  return /^-?\w+C|^\w*C/.test(first?.value ?? '');
}

function unzip(words: readonly ShellWord[]): readonly WordUse[] {
  if (words.some(({ value }) => /^-\w*[lptvzZ]/.test(value ?? ''))) return uses('read', words);
  const folders = unpackedTo(words, /^-\w*d$/, /^-d(?=.)/);
  const archives = words.filter(({ value }) => !value?.startsWith('-')).slice(0, 1);
  const isFlat = words.some(({ value }) => /^-\w*j/.test(value ?? ''));
  const unpacks = { archives, strip: isFlat ? Number.POSITIVE_INFINITY : 0 };
  const targets = folders.length > 0 ? folders : [thisFolder];
  return [...uses('read', words), ...uses('write', targets, true).map((use) => ({ ...use, unpacks }))];
}

/** `7z x archive -ofolder`: its names cannot be told. */
function sevenZip(words: readonly ShellWord[]): readonly WordUse[] {
  if (!/^[xe]$/.test(words[0]?.value ?? '')) return guesses(words);
  const folders = unpackedTo(words, /(?!)/, /^-o(?=.)/);
  const unpacks = { archives: [], strip: null };
  const targets = folders.length > 0 ? folders : [thisFolder];
  return [
    ...uses('read', words.slice(1)),
    ...uses('write', targets, true).map((use) => ({ ...use, unpacks })),
  ];
}

/** `cpio -id < archive`, and `find … | cpio -pd folder`: its names cannot be told. */
function cpio(words: readonly ShellWord[]): readonly WordUse[] {
  const has = (letter: string, name: string): boolean =>
    words.some(({ value }) => value === name || new RegExp(`^-\\w*${letter}`).test(value ?? ''));
  const isPassing = has('p', '--pass-through');
  const isWriting = isPassing || (has('i', '--extract') && !has('t', '--list'));
  if (!isWriting) return guesses(words);
  const named = isPassing ? words.filter(({ value }) => !value?.startsWith('-')).slice(-1) : [];
  const folders = [...unpackedTo(words, /^(?:-D|--directory)$/, /^--directory=(?=.)/), ...named];
  return unpacking(folders, []);
}

/** `jar xf archive`, `jar --extract --file=archive --dir=folder` */
function jar(words: readonly ShellWord[]): readonly WordUse[] {
  const isUnpacking = words.some(
    ({ value }, at) => value === '--extract' || (at === 0 && /^-?\w*x/.test(value ?? '')),
  );
  if (!isUnpacking) return guesses(words);
  const folders = unpackedTo(words, /^(?:-C|--dir)$/, /^--dir=(?=.)/);
  return [...uses('read', archivesOfTar(words)), ...unpacking(folders, archivesOfTar(words))];
}

/** Into these folders, or the current one. */
function unpacking(folders: readonly ShellWord[], archives: readonly ShellWord[]): readonly WordUse[] {
  const unpacks = { archives, strip: archives.length === 0 ? null : 0 };
  const targets = folders.length > 0 ? folders : [thisFolder];
  return uses('write', targets, true).map((use) => ({ ...use, unpacks }));
}

const mountOptions = new OptionTable(
  '-aBcfFhilMnrRsvVw -t: -o: -O: -L: -U: -T: -N: --all --bind --rbind --move --fake --verbose --read-only --rw --types: --options: ' +
    '--label: --uuid: --source: --target> --target-prefix: --fstab: --namespace: --make-shared --make-private --make-rprivate',
);

/** Something is put over the last folder that is named. */
function mount(words: readonly ShellWord[]): readonly WordUse[] {
  const { operands, writes } = givenWords(mountOptions, words);
  const targets = writes.length > 0 ? writes : operands.slice(-1);
  return [
    ...uses('read', operands.slice(0, -1)),
    ...uses('write', targets, true).map((use) => ({ ...use, hides: true })),
  ];
}

/** `patch -d folder`: what it changes there is in the patch. */
function patch(words: readonly ShellWord[]): readonly WordUse[] {
  const folders = unpackedTo(words, /^(?:-d|--directory)$/, /^(?:-d|--directory=)(?=.)/);
  return [...guesses(words), ...uses('write', folders).map((use) => ({ ...use, copied: [] }))];
}

/** `sh script words`: the script is read; what it does with its words is not known. */
function script(words: readonly ShellWord[]): readonly WordUse[] {
  const at = words.findIndex((word) => !/^--[\w-]+/.test(startOf(word)));
  const first = words[at];
  if (first === undefined || startOf(first).startsWith('-')) return guesses(words);
  return [...uses('read', [first]), ...guesses([...words.slice(0, at), ...words.slice(at + 1)])];
}

const scriptPrograms = 'sh bash dash zsh ksh node nodejs python python3'.split(' ');

/** `perl -pi -e code file` writes what its code prints into the file. */
function editingScript(words: readonly ShellWord[]): readonly WordUse[] {
  const isInPlace = words.some((word) => /^-[\dacdlnpsuvwxSTUWX]*i/.test(startOf(word)));
  const files = isInPlace ? words.filter((word) => !startOf(word).startsWith('-')) : [];
  return [...script(words), ...uses('write', files)];
}

/** The values of an option, behind it or in the same word. */
function unpackedTo(words: readonly ShellWord[], alone: RegExp, joined: RegExp): readonly ShellWord[] {
  return words.flatMap((word, at) => {
    if (alone.test(words[at - 1]?.value ?? '')) return [word];
    const [option] = joined.exec(startOf(word)) ?? [];
    return option === undefined ? [] : [behind(word, option.length)];
  });
}

const specials: ReadonlyMap<string, Special> = new Map<string, Special>([
  ['cp', copies('read', true)],
  ['install', copies('read', false)],
  ['scp', copiesFromElsewhere],
  ['rsync', copiesFromElsewhere],
  ['mv', copies('delete', true)],
  // Through the link, what it leads to can be read and written.
  [
    'ln',
    (words) => [...copies('read', true)(words), ...uses('write', givenWords(copyOptions, words).operands)],
  ],
  ['find', find],
  ['dd', copyBytes],
  ['tar', tar],
  ['bsdtar', tar],
  ['gtar', tar],
  ['7z', sevenZip],
  ['7za', sevenZip],
  ['7zz', sevenZip],
  ['mount', mount],
  ['bindfs', mount],
  ['patch', patch],
  ...scriptPrograms.map((name): [string, Special] => [name, script]),
  ['perl', editingScript],
  ['ruby', editingScript],
  ['unzip', unzip],
  ['.', (words) => uses('read', words.slice(0, 1))],
  ['xargs', argumentFile],
  ['docker', container],
  ['podman', container],
  ['nerdctl', container],
  ['docker-compose', container],
  ['podman-compose', container],
  ['kubectl', cluster],
  ['oc', cluster],
  ['cpio', cpio],
  ['bsdcpio', cpio],
  ['jar', jar],
  ['fd', fd],
  ['fdfind', fd],
  ['source', (words) => uses('read', words.slice(0, 1))],
]);
