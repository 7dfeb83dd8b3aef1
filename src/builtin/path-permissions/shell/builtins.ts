import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { knownStart } from '../../../shell/programs/words.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import { assignmentIn, isDecisive, refuseDecisive } from './variables.ts';
import { shown, textsOf, unknownReason } from './words.ts';

/** Checks the words of a command to which hardly any word is a path; gives those that it looks at. */
type Check = (words: readonly ShellWord[], name: string) => readonly ShellWord[];

function refuse(name: string, word: ShellWord | undefined): never {
  throw new UnjudgeablePath(`${name} with ${shown(word?.value ?? word?.source ?? 'nothing')}`);
}

/** Whatever the words are, they are only printed or compared. */
const free: Check = () => [];

/** Every word is known, and of this form. */
const only =
  (form: RegExp): Check =>
  (words, name) => {
    for (const word of words) {
      if (unknownReason(word) !== null || !textsOf(word).every((text) => form.test(text))) refuse(name, word);
    }
    return [];
  };

/** A number, also one that the shell puts there. */
const number: Check = (words, name) => {
  for (const word of words) {
    if (unknownReason(word) === null && !textsOf(word).every((text) => /^[\d.]+[smhd]?$/.test(text)))
      refuse(name, word);
  }
  return [];
};

/** Names of variables that are set, and what they are set to. */
const declared: Check = (words, name) => {
  for (const word of words) {
    if (/^-[rxgaAp]+$/.test(word.value ?? '')) continue;
    const assignment = assignmentIn(word);
    if (assignment !== null && !word.splits) refuseDecisive(assignment, name);
    else if (assignment !== null || !isName(word)) refuse(name, word);
  }
  return [];
};

/** Names of variables, and options with a value that is text. */
const named =
  (flags: RegExp, withText: RegExp): Check =>
  (words, name) => {
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at];
      if (word === undefined) break;
      if (withText.test(word.value ?? '')) at += 1;
      else if (!flags.test(word.value ?? '') && !isName(word)) refuse(name, word);
    }
    return [];
  };

function isName({ value }: ShellWord): boolean {
  return value !== null && /^[A-Za-z_]\w*$/.test(value) && !isDecisive(value);
}

const print: Check = ([first], name) => {
  const isFormat =
    first === undefined ||
    first.value === '' ||
    (!first.splits && first.choices.length === 0 && /^[^-]|^--?$/.test(knownStart(first)));
  if (!isFormat) throw new UnjudgeablePath(`${name} with ${shown(first?.source ?? '')} as its format`);
  return [];
};

const settings: Check = (words, name) => {
  const end = words.findIndex(({ value }) => value === '--');
  const form = /^(?:[-+][euxvfC]*o?|pipefail|errexit|nounset|xtrace|verbose|noglob|noclobber)$/;
  return only(form)(end < 0 ? words : words.slice(0, end), name);
};

const date: Check = (words, name) => {
  const form =
    /^(?:\+[\s\S]*|-u|-R|-j|-I\w*|--utc|--iso-8601(?:=\w+)?|--rfc-\d+(?:=\w+)?|--date=[\s\S]*|-v[+-]?\w+)$/;
  const isValue = (at: number): boolean => words[at - 1]?.value === '-d' && words[at]?.splits === false;
  return only(form)(
    words.filter(({ value }, at) => !isValue(at) && value !== '-d'),
    name,
  );
};

const fileTests = /^-[bcdefghkprsuwxGLNOS]$/;
const textOperators = /^(?:==?|!=|[<>]|=~)$/;
const numberOperators = /^-(?:eq|ne|lt|le|gt|ge)$/;
const fileOperators = /^-(?:nt|ot|ef)$/;

/**
 * The files that a test looks at. An operator must be seen as such: one that only turns up when the shell runs could
 * be `-v`, which runs the commands in the subscript of an array.
 */
function testedFiles(words: readonly ShellWord[], isExtended: boolean): readonly ShellWord[] {
  const files: ShellWord[] = [];
  const plain = (at: number): string => words[at]?.value ?? '';
  const operand = (at: number): ShellWord => {
    const word = words[at];
    if (word === undefined || (word.splits && !isExtended && !isNumber(word)))
      throw new UnjudgeablePath('a test with a variable that is not quoted, or without an operand');
    return word;
  };
  let at = 0;
  while (at < words.length) {
    const sign = plain(at);
    const operator = plain(at + 1);
    if (/^(?:!|\(|\)|-a|-o|&&|\|\|)$/.test(sign)) at += 1;
    else if (textOperators.test(operator) || numberOperators.test(operator)) {
      operand(at);
      operand(at + 2);
      at += 3;
    } else if (fileOperators.test(operator)) {
      files.push(operand(at), operand(at + 2));
      at += 3;
    } else if (fileTests.test(sign)) {
      files.push(operand(at + 1));
      at += 2;
    } else if (/^-[znt]$/.test(sign)) {
      operand(at + 1);
      at += 2;
    } else {
      const next = words[at + 1];
      const isAlone = next === undefined || /^(?:-[ao]|&&|\|\||\))$/.test(operator);
      if (!isAlone || /^-/.test(knownStart(operand(at)))) refuse('a test', words[at]);
      at += 1;
    }
  }
  return files;
}

/** A number is one word, whatever it is. */
function isNumber({ pieces }: ShellWord): boolean {
  return pieces.every((piece) => piece.kind === 'unknown' && piece.from === 'number');
}

const bracket: Check = (words) => {
  if (words.at(-1)?.value !== ']') throw new UnjudgeablePath('a test without its ]');
  return testedFiles(words.slice(0, -1), false);
};

const checks: readonly (readonly [names: string, check: Check])[] = [
  ['echo true false : which type basename dirname seq expr tr yes kill', free],
  ['sleep exit return break continue shift', number],
  ['pwd', only(/^-[LP]$/)],
  ['jobs', only(/^-[lprs]+$/)],
  ['hash', only(/^-r$/)],
  ['wait', only(/^(?:\d+|%\w+|-n)$/)],
  ['umask ulimit', only(/^-?\w+$/)],
  ['whoami id uname hostname arch groups logname tty', only(/^-[a-zA-EG-Z]+$/)],
  ['nproc uptime free ps', only(/^[\w,=+-]*$/)],
  ['pgrep pkill killall', only(/^(?!-\w*F|--pid|--ns)/)],
  ['clear times', only(/^(?!)/)],
  ['tput', only(/^\w+$/)],
  ['mktemp', only(/^-[dqu]$/)],
  ['date', date],
  ['printf', print],
  ['set', settings],
  ['export declare local readonly typeset', declared],
  ['read', named(/^-[rsa]+$/, /^-[rs]*[dnNtup]$/)],
  ['mapfile readarray', named(/^-t$/, /^-[dnsu]$/)],
  ['unset', named(/^-v$/, /^(?!)/)],
  ['test', (words) => testedFiles(words, false)],
  ['[', bracket],
  ['[[', (words) => testedFiles(words, true)],
];

/** Commands to which hardly any word is a path. */
export const builtinChecks: ReadonlyMap<string, Check> = new Map(
  checks.flatMap(([names, check]) => names.split(' ').map((name): [string, Check] => [name, check])),
);
