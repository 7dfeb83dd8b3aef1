import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { deny, type EffectType, levels, notify, type Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { cutEndCounted } from '../../engine/values/cut-text.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { type Fields, valueAt } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe } from '../../engine/values/text.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { commandHandler } from '../command/command.ts';
import { type HandlerSetting, type HookFunction, traitsOf } from '../handler.ts';
import {
  type ArmaHook,
  type ArmaSpan,
  type ArmaVariable,
  type ArmaWord,
  literalText,
  variablesOf,
} from './hook.ts';

const maxShown = 10_000;

class ArmaValues {
  readonly #context: Fields;

  constructor(protocol: Protocol, call: WireCall) {
    const own = call.point.fields.map((field) => field.replace(/\?$/, ''));
    const event = own.filter((field) => Object.hasOwn(call.input, field));
    this.#context = {
      ...Object.fromEntries(event.map((field) => [field, call.input[field]])),
      ...protocol.encode(call),
    };
  }

  text(word: ArmaWord): string {
    return this.#join(word, (text) => text);
  }

  shown(word: ArmaWord): string {
    return this.#join(word, (text) => cutEndCounted(text, maxShown));
  }

  value(word: ArmaWord): unknown {
    const [only, ...others] = word.parts;
    const isVariable = only?.kind === 'variable' && !only.quoted && others.length === 0;
    const value = isVariable ? this.#look(only) : undefined;
    return value === undefined ? this.text(word) : value;
  }

  #join({ parts }: ArmaWord, prepare: (text: string) => string): string {
    return parts
      .map((part) => (part.kind === 'text' ? part.text : prepare(asText(this.#look(part)))))
      .join('');
  }

  #look({ path }: ArmaVariable): unknown {
    return valueAt(this.#context, path);
  }
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return describe(value);
  }
}

export interface ArmaSetting extends HandlerSetting {
  /** The granted permissions. Asked every time, so a reload counts at once. */
  readonly permissions: () => ReadonlySet<string>;
}

export interface ArmaPlace {
  readonly name: string;
  readonly rights: readonly EffectType[];
  readonly subjects: readonly string[];
}

export interface ArmaFault {
  readonly word?: ArmaSpan;
  readonly message: string;
  readonly code?: 'shell-variable';
}

type Words = readonly ArmaWord[];
export type ArmaRun = (values: ArmaValues, call: WireCall) => Reply | Promise<Reply>;

export interface ArmaCommand {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly minWords: number;
  readonly maxWords: number;
  check(words: Words, place: ArmaPlace): readonly ArmaFault[];
  create(words: Words, setting: ArmaSetting): ArmaRun;
  graceMs?(setting: ArmaSetting): number | undefined;
}

const log: ArmaCommand = {
  name: '/log',
  usage: '/log LEVEL "text"',
  summary: `Writes to the log. LEVEL is ${levels.slice(0, -1).join(', ')} or ${levels.at(-1)}.`,
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

export function createArma(hook: ArmaHook, setting: ArmaSetting): HookFunction {
  const command = armaCommands.get(hook.command);
  if (command === undefined) {
    throw new HooklineError(
      'handler-unknown',
      `unknown command "${hook.command}"${didYouMean(hook.command, armaCommands.keys())}`,
    );
  }
  const { protocol } = setting;
  const run = command.create(hook.arguments, setting);
  const handler = async (input: Fields, context: HookContext): Promise<Reply<never>> => {
    const call = { point: pointNamed(context.point), input, context };
    return (await run(new ArmaValues(protocol, call), call)) as Reply<never>;
  };
  const graceMs = command.graceMs?.(setting);
  return Object.assign(handler, traitsOf(protocol), graceMs === undefined ? {} : { graceMs });
}
