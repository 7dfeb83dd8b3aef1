import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { refuseDecisive } from './variables.ts';
import type { ShellWord } from './words.ts';

/** Checks the words of a command to which hardly any word is a path; gives those that it looks at. */
type Check = (words: readonly ShellWord[], name: string) => readonly ShellWord[];

/** Whatever the words are, they are only printed or compared. */
const free: Check = () => [];

/** Every word is as it stands here, and of this form. */
const only =
  (form: RegExp): Check =>
  (words, name) => {
    for (const { text, dynamic } of words) {
      if (dynamic !== null || !form.test(text)) throw new UnjudgeablePath(`${name} with ${shown(text)}`);
    }
    return [];
  };

/** A number, also one that the shell puts there. */
const number: Check = (words, name) => {
  for (const { text, dynamic } of words) {
    if (dynamic === null && !/^[\d.]+[smhd]?$/.test(text))
      throw new UnjudgeablePath(`${name} with ${shown(text)}`);
  }
  return [];
};

const variables: Check = (words, name) => {
  for (const word of words) {
    if (/^-[rsxgp]+$/.test(word.text) && word.dynamic === null) continue;
    const isAssigning = name !== 'read' && name !== 'unset';
    const form = isAssigning ? /^[A-Za-z_]\w*(?:\+?=|$)/ : /^[A-Za-z_]\w*$/;
    if (!form.test(word.text) || word.splits || (!isAssigning && word.dynamic !== null))
      throw new UnjudgeablePath(`${name} with ${shown(word.text)}`);
    refuseDecisive([word]);
  }
  return [];
};

const print: Check = ([first], name) => {
  if (first === undefined) return [];
  if (first.dynamic !== null || first.text.startsWith('-'))
    throw new UnjudgeablePath(`${name} with ${shown(first.text)} as its format`);
  return [];
};

const settings: Check = (words, name) => {
  const end = words.findIndex(({ text }) => text === '--');
  const form = /^(?:[-+][euxvfC]*o?|pipefail|errexit|nounset|xtrace|verbose|noglob|noclobber)$/;
  return only(form)(end < 0 ? words : words.slice(0, end), name);
};

const date: Check = (words, name) => {
  const form = /^(?:\+.*|-u|-R|-I\w*|--utc|--iso-8601(?:=\w+)?|--rfc-\d+(?:=\w+)?|--date=.*)$/s;
  const isValue = (at: number): boolean => words[at - 1]?.text === '-d' && words[at]?.dynamic === null;
  return only(form)(
    words.filter((word, at) => !isValue(at) && !(word.text === '-d' && word.dynamic === null)),
    name,
  );
};

const fileTests = /^-[bcdefghkprsuwxGLNOS]$/;
const textOperators = /^(?:==?|!=|[<>]|=~)$/;
const numberOperators = /^-(?:eq|ne|lt|le|gt|ge)$/;
const fileOperators = /^-(?:nt|ot|ef)$/;

/**
 * The files that a test looks at. An operator must be seen as such: one that only turns up when the shell runs could
 * be `-v`, which runs the commands in the subscript of an array; and `[[` does that with the numbers that it compares.
 */
function testedFiles(words: readonly ShellWord[], isExtended: boolean): readonly ShellWord[] {
  const files: ShellWord[] = [];
  const plain = (at: number): string => (words[at]?.dynamic === null ? (words[at]?.text ?? '') : '');
  const operand = (at: number): ShellWord => {
    const word = words[at];
    if (word === undefined || (word.splits && !isExtended))
      throw new UnjudgeablePath('a test with a variable that is not quoted, or without an operand');
    return word;
  };
  let at = 0;
  while (at < words.length) {
    const sign = plain(at);
    const operator = plain(at + 1);
    if (/^(?:!|\(|\)|-a|-o)$/.test(sign)) at += 1;
    else if (textOperators.test(operator) || (numberOperators.test(operator) && !isExtended)) {
      operand(at);
      operand(at + 2);
      at += 3;
    } else if (fileOperators.test(operator)) {
      files.push(operand(at), operand(at + 2));
      at += 3;
    } else if (fileTests.test(sign)) {
      files.push(operand(at + 1));
      at += 2;
    } else if (/^-[zn]$/.test(sign)) {
      operand(at + 1);
      at += 2;
    } else {
      const next = words[at + 1];
      const isAlone = next === undefined || /^-[ao]$/.test(operator);
      if (!isAlone || /^-/.test(operand(at).text))
        throw new UnjudgeablePath(`a test with ${shown(operand(at).text)}`);
      at += 1;
    }
  }
  return files;
}

const closed =
  (end: string): Check =>
  (words) => {
    if (words.at(-1)?.text !== end) throw new UnjudgeablePath(`a test without its ${end}`);
    return testedFiles(words.slice(0, -1), end === ']]');
  };

const checks: readonly (readonly [names: string, check: Check])[] = [
  ['echo true false : which type basename dirname seq expr tr yes kill', free],
  ['sleep exit return break continue shift', number],
  ['pwd', only(/^-[LP]$/)],
  ['jobs', only(/^-[lprs]+$/)],
  ['hash', only(/^-r$/)],
  [
    'wait',
    (words, name) =>
      only(/^(?:\d+|%\w+)$/)(
        words.filter(({ text }) => text !== '$!'),
        name,
      ),
  ],
  ['umask ulimit', only(/^-?\w+$/)],
  ['whoami id uname hostname', only(/^-[a-zA-EG-Z]$/)],
  ['nproc uptime free ps', only(/^[\w,=+-]*$/)],
  ['clear times', only(/^(?!)/)],
  ['tput', only(/^\w+$/)],
  ['date', date],
  ['printf', print],
  ['set', settings],
  ['export declare local readonly typeset read unset', variables],
  ['test', (words) => testedFiles(words, false)],
  ['[', closed(']')],
  ['[[', closed(']]')],
];

/** Commands to which hardly any word is a path. */
export const builtinChecks: ReadonlyMap<string, Check> = new Map(
  checks.flatMap(([names, check]) => names.split(' ').map((name): [string, Check] => [name, check])),
);

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
