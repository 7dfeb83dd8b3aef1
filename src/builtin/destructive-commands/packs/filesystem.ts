import { givenWords, OptionTable } from '../../../shell/options.ts';
import { hasFlag, spelling, writes } from '../../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts';
import { type Target, targetsOf } from '../removed-paths.ts';
import { calls, type DangerRule, type Finding, type LinePlace, sourceOf, type Test } from '../rule.ts';

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
  words: readonly ShellWord[],
  isRecursive: boolean,
  command: ShellCommand,
  { cwd, reading }: LinePlace,
): Finding | null {
  const found = targetsOf(words, command, cwd)
    .map((target) => verdict(target, isRecursive))
    .filter((one) => one !== null);
  const one = found.find(({ severity }) => severity === 'deny') ?? found[0];
  return one === undefined ? null : { ...one, about: sourceOf(command, reading) };
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
  const isRecursive = command.name === 'rimraf' || isRecursiveCall(command);
  const { operands } = givenWords(removeOptions, command.words);
  return worst(operands, isRecursive, command, place);
};

const find: Test = (command, place) => {
  if (!/^(?:find|gfind|fd|fdfind|bfs)$/.test(command.name)) return null;
  const words = command.words.map(spelling);
  const runs = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir|x|X)$/.test(word));
  const removes =
    words.includes('-delete') ||
    (runs >= 0 && /^(?:.*\/)?(?:rm|rmdir|unlink|shred)$/.test(words[runs + 1] ?? ''));
  if (!removes) return null;
  const first = words.findIndex((word) => /^[-(!]/.test(word) && !/^-[HLPD]$/.test(word));
  const starts = (first < 0 ? command.words : command.words.slice(0, first)).filter(
    (word) => !/^-/.test(spelling(word)),
  );
  const isNarrow = words.some((word) => /^-(?:i?name|i?path|i?regex|empty|size|mtime|mmin|newer)/.test(word));
  const found = targetsOf(starts, command, place.cwd).map((target) =>
    // What a search for a name removes within the project are single files.
    verdict(
      target === 'project' && isNarrow && starts.length <= 1 && /^\.\/?$/.test(spelling(starts[0] ?? empty))
        ? 'rebuilt'
        : target,
      !isNarrow,
    ),
  );
  const one = found.find((each) => each?.severity === 'deny') ?? found.find((each) => each !== null);
  if (starts.length === 0 && !isNarrow) return { about: sourceOf(command, place.reading), severity: 'deny' };
  return one === undefined || one === null ? null : { ...one, about: sourceOf(command, place.reading) };
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
    const targets = targetsOf(operands.slice(0, -1), command, place.cwd);
    const bad = targets.find((target) => ['project', 'home', 'system'].includes(target));
    if (isLost || bad !== undefined)
      return {
        about: sourceOf(command, place.reading),
        ...(bad !== undefined && { severity: 'deny' as const }),
      };
  }
  const written = targetsOf(writes(command), command, place.cwd).map(
    (target, index) => [target, spelling(writes(command)[index] ?? empty)] as const,
  );
  const system = written.find(
    ([target, text]) => target === 'system' && !/^\/dev\/|^\/(?:proc|sys)\//.test(text),
  );
  return system === undefined ? null : { about: sourceOf(command, place.reading), severity: 'deny' };
};

const recursiveMode: Test = (command, place) => {
  if (!/^(?:chmod|chown|chgrp|setfacl|chattr)$/.test(command.name)) return null;
  if (hasFlag(command, '-R', '--recursive') !== 'yes') return null;
  const operands = command.words.filter((word) => !/^-/.test(spelling(word))).slice(1);
  const bad = targetsOf(operands, command, place.cwd).find((target) =>
    ['home', 'system', 'outside'].includes(target),
  );
  const isOpen = /(?:^|\s)(?:0?777|a[+=]rwx|ugo[+=]rwx|a[+=]w|o[+=]w)(?:\s|$)/.test(
    command.words.map(spelling).join(' '),
  );
  const isProject = targetsOf(operands, command, place.cwd).includes('project');
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
    test: remove,
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
    catches: 'find -delete, or find -exec rm, outside the project or over all of it.',
    why: 'it removes whatever the search finds',
    instead: 'Search within the project by name, look at the list, then remove the files.',
    test: find,
    stops: [
      'find / -name "*.log" -delete',
      'find . -delete',
      'find ~ -type f -exec rm {} +',
      'find src -type f -delete',
    ],
    passes: ['find . -name "*.pyc" -delete', 'find dist -type f -delete', 'find . -name "*.ts"'],
  },
  {
    id: 'filesystem.lose',
    severity: 'ask',
    catches: 'Moving files to /dev/null, moving the project away, and writing over files of the system.',
    why: 'what was there before is lost',
    instead: 'Move it to a folder with a name, or copy it first.',
    test: lose,
    stops: ['mv src /dev/null', 'mv . /tmp/gone', 'echo x > /etc/passwd'],
    passes: ['mv a.txt b.txt', 'echo x > a.txt', 'npm test > /dev/null 2>&1'],
  },
  {
    id: 'filesystem.permissions',
    severity: 'deny',
    catches:
      'Changing owner or mode of everything below a folder outside the project, or opening the project to everyone.',
    why: 'who may read and change what cannot be restored',
    instead: 'Change the mode of the files that need it: chmod +x FILE.',
    test: recursiveMode,
    stops: ['chmod -R 777 /', 'chown -R me /usr', 'chmod -R 777 .'],
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
