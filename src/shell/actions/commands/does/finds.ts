import { cardOf } from '../../../programs/cards.ts';
import { type GivenWords, givenWords } from '../../../read/options.ts';
import type { ShellWord } from '../../../read/reading.ts';
import { readFd } from '../../../read/runs/wrapping/adding.ts';
import type { Below } from '../../action.ts';
import { plainNames } from '../../search-pattern.ts';
import { type CardCall, cardCall, has, placed, reach, valuesOf } from '../card-call.ts';
import { type CommandUse, thisFolder, uses } from '../word-uses.ts';

/** `find`: names what is below. What it runs with the names are commands of their own. */
export function finds({ words }: CardCall): readonly CommandUse[] {
  const first = words.findIndex(
    ({ value }) => value !== null && /^[-(!,)]/.test(value) && !/^-[HLPDO]/.test(value),
  );
  const starts = (first < 0 ? words : words.slice(0, first)).filter(({ value }) => !value?.startsWith('-'));
  const places = starts.length === 0 ? [thisFolder] : starts;
  const behind = (form: RegExp): readonly ShellWord[] =>
    words.filter((_, at) => form.test(words[at - 1]?.value ?? ''));
  const below = foundBelow(words);
  return [
    ...uses('list', places, below),
    ...(ownWords(words).some(({ value }) => value === '-delete') ? uses('delete', places, below) : []),
    ...uses('write', behind(/^-f(?:print0?|printf|ls)$/)),
    ...uses('read', behind(/^-files0-from$/)),
    ...uses('list', behind(/^-(?:newer|anewer|cnewer|samefile|newer[aBcm][aBcmt])$/)),
  ];
}

/** Without the commands that it runs: `-exec echo -delete \\;` prints. After `-name`, `-exec` may be a word to look for. */
function ownWords(words: readonly ShellWord[]): readonly ShellWord[] {
  let isInner = false;
  return words.filter(({ value }, at) => {
    const [before, last] = [words[at - 2]?.value, words[at - 1]?.value];
    const isOperand =
      last === null || before === '-fprintf' || (/^-/.test(last ?? '') && !alone.test(last ?? ''));
    if (/^-(?:exec|ok)(?:dir)?$/.test(value ?? '') && !isOperand) isInner = true;
    else if (value === ';' || value === '+') isInner = false;
    return !isInner;
  });
}

/** Options of `find` without an operand. */
const alone =
  /^-(?:print0?|depth|d|xdev|mount|empty|prune|not|o|a|or|and|follow|daystart|readable|writable|executable|true|false)$/;

/** What the tests say of the names, where they say it of all that is found. */
function foundBelow(words: readonly ShellWord[]): Below {
  const values = words.map(({ value }) => value);
  const depth = values[values.indexOf('-maxdepth') + 1] ?? '';
  const maxDepth = values.includes('-maxdepth') && /^\d{1,3}$/.test(depth) ? { maxDepth: Number(depth) } : {};
  if (values.some((value) => /^(?:-o|-or)$/.test(value ?? ''))) return { ...maxDepth, ...anyName(values) };
  // A quoted word where it starts is a place, and behind `-exec` one of the program's.
  const tests = words.slice(words.findIndex(({ value }) => value?.startsWith('-') === true));
  const end = tests.findIndex(({ value }) => /^-(?:exec|ok)(?:dir)?$/.test(value ?? ''));
  const isOpen = (end < 0 ? tests : tests.slice(0, end)).some(
    ({ value }) => value === null || /^(?:,|\(|\\\()$/.test(value),
  );
  if (isOpen || words.some(({ value, splits }) => value === null && splits)) return maxDepth;
  const behind = (form: RegExp, isNot: boolean): readonly string[] =>
    values.flatMap((value, at) =>
      form.test(values[at - 1] ?? '') && isNot === /^(?:!|-not)$/.test(values[at - 2] ?? '') && value !== null
        ? [value]
        : [],
    );
  const [name] = behind(/^-i?name$/, false);
  const only = name === undefined ? null : plainNames(name);
  const except = behind(/^-i?name$/, true);
  const paths = behind(/^-i?(?:path|wholename)$/, false);
  const [type] = behind(/^-type$/, false);
  return {
    ...maxDepth,
    ...(only !== null && { only }),
    ...(except.length > 0 && { except }),
    ...(paths.length > 0 && { paths }),
    ...(type === 'd' && { onlyFolders: true }),
    ...(values.includes('-empty') &&
      !values.includes('!') &&
      !values.includes('-not') && { onlyEmpty: true }),
  };
}

/** `-name a -o -name b`, where it asks for nothing else. */
function anyName(values: readonly (string | null)[]): Below {
  const isPlain = values.every(
    (value) => value !== null && !/^(?:!|-not|,|-i?(?:path|wholename|regex))$/.test(value),
  );
  const names = values.flatMap((value, at) =>
    /^-i?name$/.test(values[at - 1] ?? '') && value !== null ? [plainNames(value)] : [],
  );
  const parts = values.filter((value) => value === '-o' || value === '-or').length + 1;
  return isPlain && names.length >= parts && names.every((own) => own !== null) ? { only: names.flat() } : {};
}

/** `fd pattern folder`: the same, with a pattern first. */
export function findsByPattern({ name, card, words }: CardCall): readonly CommandUse[] {
  const { own } = readFd(words);
  const call = cardCall(name, card, own);
  const [pattern, ...operands] = call.given.operands;
  const named = [...valuesOf(call, 'read'), ...operands];
  const places = (named.length > 0 ? named : [thisFolder]).map((word) => placed(call, word));
  const sought = patternNames(call, pattern);
  const types = call.given.values.flatMap(({ option, word }) =>
    option === '-t' || option === '--type' ? [word.value ?? ''] : [],
  );
  const onlyFolders = types.length > 0 && types.every((type) => /^=?(?:d|dir|directory)$/.test(type));
  // A word that is unknown may be one more option: `-e ts`.
  const isKnown = own.every(({ value, pieces: [first] }) => value !== null || first?.kind === 'tilde');
  const below = !isKnown
    ? {}
    : {
        ...(sought !== null && { only: sought }),
        ...reach(call),
        ...(onlyFolders && { onlyFolders }),
      };
  return uses('list', places, below);
}

/** `'\.pyc$'`, `^dist$`, `-g '*.pyc'`. Other expressions may find any name. */
function patternNames(call: CardCall, word: ShellWord | undefined): readonly string[] | null {
  const pattern = word?.value ?? null;
  if (pattern === null || pattern === '' || has(call, ['-p', '--full-path'])) return null;
  if (has(call, ['-g', '--glob'])) return has(call, ['--regex']) ? null : plainNames(pattern);
  const [, start, text = '', end] = /^(\^?)((?:[\w-]|\\\.)+)(\$?)$/.exec(pattern) ?? [];
  if (text === '') return null;
  return [`${start === '^' ? '' : '*'}${text.replaceAll('\\.', '.')}${end === '$' ? '' : '*'}`];
}

/** The words of `fd` itself, without the commands that it starts. */
function fdWords(words: readonly ShellWord[]): GivenWords | null {
  const card = cardOf('fd');
  return card && givenWords(card.table, readFd(words).own);
}

/** Whether `fd` looks at whole paths, not at names. */
export function isFdOfPaths(words: readonly ShellWord[]): boolean {
  const flags = fdWords(words)?.flags;
  return flags?.has('-p') === true || flags?.has('--full-path') === true;
}

export function fdPattern(words: readonly ShellWord[]): string {
  return fdWords(words)?.operands[0]?.value ?? '';
}
