import { givenWords, OptionTable } from '../../../shell/options.ts';
import { hasFlag, pipeNeighbours, spelling, writes } from '../../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts';
import { isRebuilt } from '../rebuilt.ts';
import { type NamedPath, namedBy, type Target, targetsOf } from '../removed-paths.ts';
import {
  calls,
  type DangerRule,
  either,
  type Finding,
  type LinePlace,
  sourceOf,
  type Test,
} from '../rule.ts';
import { foundBy, isSearch } from '../searches.ts';

const removeOptions = new OptionTable(
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

const remove: Test = (command, place) => {
  if (!/^(?:rm|grm|rmdir|unlink|shred|srm|wipe|trash-empty|rimraf|del-cli)$/.test(command.name)) return null;
  const isRecursive = /^(?:rimraf|del-cli)$/.test(command.name) || isRecursiveCall(command);
  const { operands } = givenWords(removeOptions, command.words);
  const listed = operands.filter((word) => isListed(word, command));
  const named = operands.filter((word) => !listed.includes(word));
  const own = worst(namedBy(named, command, place), isRecursive, command, place);
  if (own?.severity === 'deny' || listed.length === 0) return own;
  // A list that something else makes is as good as a folder.
  return worst(listedBy(command, place).map(asNamed), true, command, place) ?? own;
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

function listedBy(command: ShellCommand, place: LinePlace): readonly Target[] {
  const { reading } = place;
  const around = reading.commands.filter(
    (one) => isSearch(one) && one.span.start <= command.span.start && one.span.end >= command.span.end,
  );
  const before = pipeNeighbours(reading, command).before;
  const searches = around.length > 0 ? around : before.filter(isSearch);
  if (searches.length > 0) return searches.flatMap((search) => foundBy(search, place));
  // `ls *.log | xargs rm`
  const [listing] = before;
  const names = listing?.words.filter((word) => !/^-/.test(spelling(word))) ?? [];
  const isListing = before.length === 1 && listing?.name === 'ls' && names.length > 0;
  return isListing ? targetsOf(names, command, place) : ['unknown'];
}

/** The commands of another system, whose paths a shell reads otherwise. */
const removeElsewhere: Test = (command, place) => {
  if (!/^(?:del|erase|rd|rmdir|remove-item|ri)$/i.test(command.name)) return null;
  const words = command.words.map(spelling);
  const isRecursive = words.some((word) => /^(?:\/s|-r(?:e(?:c(?:u(?:r(?:se?)?)?)?)?)?)$/i.test(word));
  const operands = words.filter((word) => !/^(?:\/[a-z]$|-)/i.test(word));
  const isBad = operands.some((word) => !isRebuilt(word.replace(/^\.[\\/]/, '').replace(/[\\/*]{1,2}$/, '')));
  return isRecursive && isBad ? { about: sourceOf(command, place.reading) } : null;
};

const find: Test = (command, place) => {
  if (!isSearch(command)) return null;
  const words = command.words.map(spelling);
  if (!words.includes('-delete')) return null;
  return worst(foundBy(command, place).map(asNamed), true, command, place);
};

const empty: ShellWord = {
  value: '',
  pieces: [],
  splits: false,
  choices: [],
  source: '',
  span: { start: 0, end: 0 },
};

/** Moving away, or writing over, what cannot be made anew. */
const lose: Test = (command, place) => {
  if (command.name === 'mv') {
    const { operands } = givenWords(removeOptions, command.words);
    const isLost = spelling(operands.at(-1) ?? empty) === '/dev/null';
    const targets = targetsOf(operands.slice(0, -1), command, place);
    const bad = targets.find((target) => ['project', 'home', 'system'].includes(target));
    // Where the line is by then may be anywhere, the project included.
    const isHere =
      targets.includes('unknown') && operands.some((word) => /^\.{1,2}\/?$|^\*$/.test(spelling(word)));
    if (isLost || isHere || bad !== undefined)
      return {
        about: sourceOf(command, place.reading),
        ...(bad !== undefined && { severity: 'deny' as const }),
      };
  }
  const written = writes(command).flatMap((word) =>
    targetsOf([word], command, place).map((target) => [target, spelling(word)] as const),
  );
  const system = written.find(
    ([target, text]) => target === 'system' && !/^\/dev\/|^\/(?:proc|sys)\//.test(text),
  );
  if (system !== undefined) return { about: sourceOf(command, place.reading), severity: 'deny' };
  const byWords = writtenBy(command).flatMap((word) =>
    targetsOf([word], command, place).map((target) => [target, spelling(word)] as const),
  );
  const isHome = [...written, ...byWords].some(
    ([target, text]) => target === 'outside' && /\/\.\w+rc$|\/\.\w*profile$/.test(text),
  );
  return isHome || writtenBy(command).some((word) => isKept(word, command, place))
    ? { about: sourceOf(command, place.reading) }
    : null;
};

/** The files that a command writes over, by its words. */
function writtenBy(command: ShellCommand): readonly ShellWord[] {
  const { name, words } = command;
  const operands = words.filter((word) => !/^-/.test(spelling(word)));
  if (/^(?:cp|mv|install|ln|rsync|gcp|gmv)$/.test(name))
    return operands.length > 1 ? operands.slice(operands.at(-1)?.value === null ? 1 : -1) : [];
  if (/^(?:tee|sponge)$/.test(name)) return operands;
  if (name === 'truncate') return operands;
  if (/^(?:sort|curl|wget|gcc|cc|clang|go|openssl|jq|yq|pandoc)$/.test(name))
    return words.filter((_, at) =>
      /^(?:-[a-zA-Z]*[oO]|-out|--output|--output-document)$/.test(spelling(words[at - 1] ?? empty)),
    );
  if (/^g?sed$/.test(name)) return hasFlag(command, '-i', '--in-place') === 'yes' ? operands.slice(1) : [];
  if (isSearch(command))
    return words.filter((_, at) => /^-f(?:print|printf|print0|ls)$/.test(spelling(words[at - 1] ?? empty)));
  return [];
}

/** Whether a word names a file that the system needs as it is. */
function isKept(word: ShellWord, command: ShellCommand, place: LinePlace): boolean {
  const path = spelling(word);
  return (
    targetsOf([word], command, place).includes('system') &&
    /^\/(?:etc|boot|bin|sbin|lib|usr|var\/(?:log|lib|spool))(?:\/|$)/.test(path) &&
    !/^\/usr\/local\//.test(path)
  );
}

/** `tar --remove-files` puts away what it has packed. */
const packed: Test = (command, place) => {
  if (!/^(?:g|bsd)?tar$/.test(command.name) || hasFlag(command, '--remove-files') !== 'yes') return null;
  const isBad = targetsOf(
    command.words.filter((word) => !/^-/.test(spelling(word))),
    command,
    place,
  ).some((target) => !/^(?:rebuilt|temporary|single|system)$/.test(target));
  return isBad ? { about: sourceOf(command, place.reading) } : null;
};

/** Unpacking over the folders of the system. */
const unpacked: Test = (command, { reading }) => {
  const words = command.words.map(spelling);
  const isTar = /^(?:g|bsd)?tar$/.test(command.name);
  const extracts =
    isTar && (hasFlag(command, '-x', '--extract', '--get') === 'yes' || /^[a-zA-Z]*x/.test(words[0] ?? ''));
  if (!extracts && command.name !== 'unzip') return null;
  const option = isTar ? /^(?:-C|--directory(?:=|$))/ : /^-d/;
  const isOver = words.some((word, at) => {
    if (!option.test(word)) return false;
    const folder = word.replace(option, '') || (words[at + 1] ?? '');
    return /^\/+\.?$|^\/(?:etc|boot|bin|sbin|lib|usr(?!\/local)|var\/(?:log|lib|spool))(?:\/|$)/.test(folder);
  });
  return isOver ? { about: sourceOf(command, reading) } : null;
};

/** What one place gets from another, and loses what the other does not have. */
const mirror: Test = (command, place) => {
  if (
    command.name !== 'rsync' ||
    hasFlag(command, '--delete', '--delete-after', '--delete-before', '--delete-excluded') !== 'yes'
  )
    return null;
  const to = command.words.filter((word) => !/^-/.test(spelling(word))).slice(-1);
  const isBad = targetsOf(to, command, place).some(
    (target) => !/^(?:rebuilt|temporary|single|file)$/.test(target),
  );
  return isBad && !/^[\w.@-]+:/.test(spelling(to[0] ?? empty))
    ? { about: sourceOf(command, place.reading) }
    : null;
};

const recursiveMode: Test = (command, place) => {
  if (!/^(?:chmod|chown|chgrp|setfacl|chattr)$/.test(command.name)) return null;
  const operands = command.words.filter((word) => !/^-/.test(spelling(word))).slice(1);
  if (hasFlag(command, '-R', '--recursive') !== 'yes')
    return operands.some((word) => isKept(word, command, place))
      ? { about: sourceOf(command, place.reading), severity: 'ask' }
      : null;
  const bad = targetsOf(operands, command, place).find((target) =>
    ['home', 'system', 'outside'].includes(target),
  );
  const isOpen = /(?:^|\s)(?:0?777|0{1,4}|a-[rwx]{1,3}|a[+=]rwx|ugo[+=]rwx|a[+=]w|o[+=]w)(?:\s|$)/.test(
    command.words.map(spelling).join(' '),
  );
  const isProject = targetsOf(operands, command, place).some((target) =>
    /^(?:project|unknown)$/.test(target),
  );
  if (bad === undefined && !(isOpen && isProject)) return null;
  return { about: sourceOf(command, place.reading), ...(bad === undefined && { severity: 'ask' as const }) };
};

export const filesystem: readonly DangerRule[] = [
  {
    id: 'filesystem.remove',
    severity: 'deny',
    catches:
      'Removing the project, its history, a home, a system folder or anything outside the project; asks for other folders.',
    why: 'what it removes is gone for good',
    instead: 'Remove single files, or a folder that can be rebuilt, by name within the project.',
    test: either(remove, removeElsewhere),
    stops: [
      'rm -rf /',
      'rm -rf ~',
      'rm -rf .',
      'rm -rf .git',
      'rm -rf src',
      'rm /etc/hosts',
      'rm -rf "$DIR"',
    ],
    passes: ['rm -rf node_modules', 'rm -rf dist build', 'rm a.txt', 'rm -rf /tmp/scratch', 'rm -f *.log'],
  },
  {
    id: 'filesystem.find-delete',
    severity: 'deny',
    catches: 'find -delete outside the project, or of what cannot be rebuilt.',
    why: 'it removes whatever the search finds',
    instead: 'Search within the project by name, look at the list, then remove the files.',
    test: find,
    stops: [
      'find / -name "*.log" -delete',
      'find . -delete',
      'find . -name "*.ts" -delete',
      'find src -type f -delete',
    ],
    passes: [
      'find . -name "*.pyc" -delete',
      'find . -name "*.log" -not -path "./a/*" -delete',
      'find dist -type f -delete',
      'find . -name "*.ts"',
    ],
  },
  {
    id: 'filesystem.lose',
    severity: 'ask',
    catches:
      'Moving files to /dev/null, moving the project away, writing or unpacking over files of the system, and mirroring onto other folders.',
    why: 'what was there before is lost',
    instead: 'Move it to a folder with a name, or copy it first.',
    test: either(lose, mirror, packed, unpacked),
    stops: [
      'mv src /dev/null',
      'mv . /tmp/gone',
      'echo x > /etc/hosts',
      'sudo cp a.conf /etc/hosts',
      'rsync -a --delete a/ ~/',
      'tar -xzf a.tgz -C /',
    ],
    passes: ['mv a.txt b.txt', 'echo x > a.txt', 'npm test > /dev/null 2>&1'],
  },
  {
    id: 'filesystem.permissions',
    severity: 'deny',
    catches:
      'Changing owner or mode of everything below a folder outside the project, or opening the project to everyone or to nobody; asks for files of the system.',
    why: 'who may read and change what cannot be restored',
    instead: 'Change the mode of the files that need it: chmod +x FILE.',
    test: recursiveMode,
    stops: ['chmod -R 777 /', 'chown -R me /usr', 'chmod -R 777 .', 'chmod 777 /etc/shadow'],
    passes: ['chmod +x run.sh', 'chmod -R u+w dist', 'chown me a.txt'],
  },
  {
    id: 'filesystem.truncate',
    severity: 'ask',
    catches: 'Emptying files by pattern.',
    why: 'what was in them is lost',
    instead: 'Empty single files by name.',
    test: calls({ program: 'truncate', flags: ['-s', '--size'], word: /[*?]/ }),
    stops: ['truncate -s 0 *.db'],
    passes: ['truncate -s 0 debug.log'],
  },
];
