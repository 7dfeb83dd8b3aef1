import { deny, type EffectType, levels, notify, type Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { WireCall } from '../../protocols/protocol.ts';
import { commandHandler } from '../command/command.ts';
import type { HandlerSetting } from '../handler.ts';
import { type ArmaSpan, type ArmaWord, literalText, variablesOf } from './hook.ts';
import type { ArmaValues } from './values.ts';

/** What the handler of a script line gets. */
export interface ArmaSetting extends HandlerSetting {
  /** The granted permissions. Asked every time, so that a reload counts at once. */
  readonly permissions: () => ReadonlySet<string>;
}

/** What a command may do at the point of its line. */
export interface ArmaPlace {
  /** The point as the script calls it. */
  readonly name: string;
  readonly rights: readonly EffectType[];
  /** What `/set` can replace there, by each of its names. */
  readonly subjects: readonly string[];
}

/** A problem with an argument, or with the command itself. */
export interface ArmaFault {
  readonly word?: ArmaSpan;
  readonly message: string;
  /** The code of a warning; without one it is an error. */
  readonly code?: 'shell-variable';
}

type Words = readonly ArmaWord[];
export type ArmaRun = (values: ArmaValues, call: WireCall) => Reply | Promise<Reply>;

/** A row of the table of commands. */
export interface ArmaCommand {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** How many arguments it takes. */
  readonly minWords: number;
  readonly maxWords: number;
  /** What is wrong with arguments of the right number. */
  check(words: Words, place: ArmaPlace): readonly ArmaFault[];
  create(words: Words, setting: ArmaSetting): ArmaRun;
  /** The time to clean up after the timeout. */
  graceMs?(setting: ArmaSetting): number | undefined;
}

const log: ArmaCommand = {
  name: '/log',
  usage: '/log LEVEL "text"',
  summary: `Tells whoever watches. LEVEL is ${levels.slice(0, -1).join(', ')} or ${levels.at(-1)}.`,
  minWords: 2,
  maxWords: 2,
  check: ([level]) => oneOf(level, levels, 'the level of /log'),
  create([levelWord, text]) {
    const level = levels.find((candidate) => candidate === wordAt(levelWord)) ?? 'info';
    return (values) => notify(text === undefined ? '' : values.shown(text), level);
  },
};

const notice: ArmaCommand = {
  name: '/notify',
  usage: '/notify "text"',
  summary: 'Tells the person, as `/log info` does.',
  minWords: 1,
  maxWords: 1,
  check: () => [],
  create:
    ([text]) =>
    (values) =>
      notify(text === undefined ? '' : values.shown(text)),
};

const perms: ArmaCommand = {
  name: '/perms',
  usage: '/perms check NAME',
  summary: 'Aborts the action unless the permission NAME is granted.',
  minWords: 2,
  maxWords: 2,
  check: ([verb, name], place) => [
    ...oneOf(verb, ['check'], 'what /perms does'),
    ...literal(name, 'the name of a permission'),
    ...abortable(place, '/perms check'),
  ],
  create([, nameWord], { permissions }) {
    const name = wordAt(nameWord);
    return () => (isGranted(name, permissions) ? undefined : deny(`the permission "${name}" is not granted`));
  },
};

const abort: ArmaCommand = {
  name: '/abort',
  usage: '/abort "reason"',
  summary: 'Aborts the action.',
  minWords: 1,
  maxWords: 1,
  check: (_words, place) => abortable(place, '/abort'),
  create:
    ([reason]) =>
    (values) =>
      deny(reason === undefined ? undefined : values.shown(reason)),
};

const set: ArmaCommand = {
  name: '/set',
  usage: '/set FIELD VALUE',
  summary: "Replaces the point's subject by a text, or by the value of one variable as it is.",
  minWords: 2,
  maxWords: 2,
  check: ([field], { name, subjects }) => {
    const given = literal(field, 'the field of /set');
    if (given.length > 0) return given;
    const [subject] = subjects;
    if (subject === undefined)
      return [{ message: `nothing can be modified at ${name}, so /set has no use there` }];
    if (subjects.includes(wordAt(field))) return [];
    const message = `only "${subject}" can be set at ${name}, not "${wordAt(field)}"${didYouMean(wordAt(field), subjects)}`;
    return [{ ...at(field), message }];
  },
  create([field, word], { protocol }) {
    const name = wordAt(field);
    return (values, call) =>
      protocol.readValue({ modify: { [name]: word === undefined ? '' : values.value(word) } }, call);
  },
};

const run: ArmaCommand = {
  name: '/run',
  usage: '/run PROGRAM ARGUMENT…',
  summary:
    'Runs a program, without a shell; it reads the context from stdin and may answer. Exit code 2 aborts.',
  minWords: 1,
  maxWords: Number.POSITIVE_INFINITY,
  check: ([program, ...words]) => {
    const faults = literal(program, 'the program');
    if (faults.length > 0) return faults;
    if (wordAt(program).trim() !== '') return shellVariables(wordAt(program), words);
    return [{ ...at(program), message: 'the program of /run is empty; write its name or its path' }];
  },
  create([program, ...words], setting) {
    const command = wordAt(program);
    return (values, { input, context }) => {
      const args = words.map((word) => argument(values.text(word)));
      return commandHandler.create({ command, args }, setting)(input, context);
    };
  },
  graceMs: (setting) => commandHandler.create({ command: 'true', args: [] }, setting).graceMs,
};

/** Every command that a script can use, by its name. */
export const armaCommands: ReadonlyMap<string, ArmaCommand> = new Map(
  [log, notice, perms, abort, set, run].map((command) => [command.name, command]),
);

function wordAt(word: ArmaWord | undefined): string {
  return (word && literalText(word)) ?? '';
}

function at(word: ArmaWord | undefined): Pick<ArmaFault, 'word'> {
  return word === undefined ? {} : { word };
}

/** Must be literal: an agent must not choose it through its context. */
function literal(word: ArmaWord | undefined, what: string): readonly ArmaFault[] {
  if (word === undefined || literalText(word) !== undefined) return [];
  return [{ word, message: `${what} has to be written out; a variable cannot stand for it` }];
}

function oneOf(word: ArmaWord | undefined, choices: readonly string[], what: string): readonly ArmaFault[] {
  const faults = literal(word, what);
  if (faults.length > 0 || choices.includes(wordAt(word))) return faults;
  const hint = choices.length > 1 ? didYouMean(wordAt(word), choices) : '';
  const expected = choices.length === 1 ? `"${choices[0]}"` : `one of ${choices.join(', ')}`;
  return [{ ...at(word), message: `${what} is ${expected}, not "${wordAt(word)}"${hint}` }];
}

function abortable({ name, rights }: ArmaPlace, what: string): readonly ArmaFault[] {
  return rights.includes('deny')
    ? []
    : [{ message: `${name} cannot be aborted, so ${what} has no use there` }];
}

const shells = /(?:^|\/)(?:ba|da|k|z|fi|a)?sh$/;

/** `/run` uses no shell, but the program can be one. Then it reads what a variable puts into its command. */
function shellVariables(program: string, words: Words): readonly ArmaFault[] {
  const option = words.findIndex((word) => /^-\w*c/.test(wordAt(word)));
  if (!shells.test(program) || option === -1) return [];
  const script = words.slice(option + 1).find((word) => !/^[-+]/.test(wordAt(word)));
  return (script === undefined ? [] : variablesOf(script)).map(({ path, column, endColumn }) => ({
    word: { column, endColumn },
    code: 'shell-variable',
    message: `a shell reads what $${path.join('.')} holds, and runs it; give it as an argument of its own: -c '… "$1"' sh $${path.join('.')}`,
  }));
}

/** What cannot be asked for is not granted. */
function isGranted(name: string, permissions: ArmaSetting['permissions']): boolean {
  try {
    return permissions().has(name);
  } catch {
    return false;
  }
}

/** No program takes a NUL. The check then counts as missing, and the action does not go ahead. */
function argument(text: string): string {
  if (text.includes('\0'))
    throw new HookFailure('missing', 'an argument holds a NUL, which no program can be given');
  return text;
}
