import { escapeRegExp } from '../../../../engine/values/text.ts';
import type { Piece, ShellWord } from '../../reading.ts';
import {
  type Call,
  type Frame,
  inputText,
  type ProgramReader,
  subshell,
  through,
} from '../../state/frame.ts';
import {
  fillPlaceholder,
  joinedWords,
  knownStart,
  oneOf,
  replaceMark,
  shellQuoted,
  textWord,
  unknownMark,
  unknownWord,
  withoutStart,
} from '../../words.ts';
import { runInput } from '../code/run-file.ts';
import { type CommandStart, commandStart } from './command-start.ts';
import { runsNothing } from './wrapped.ts';

/** `find … -exec command ;`: each `{}` in it is a path that it finds. */
export const find: ProgramReader = (call) => {
  const { words } = call;
  for (const [at, { value }] of words.entries()) {
    if (value === null || !/^-(?:exec|execdir|ok|okdir)$/.test(value)) continue;
    const rest = words.slice(at + 1);
    const end = rest.findIndex(
      (word, index) => word.value === ';' || (word.value === '+' && rest[index - 1]?.value === '{}'),
    );
    const isMany = rest[end]?.value === '+';
    const placed = (end < 0 ? rest : rest.slice(0, end)).map((word) => {
      const filled = fillPlaceholder(word, /\{\}/g, 'found');
      return isMany && filled !== word ? { ...filled, splits: true } : filled;
    });
    runFound(call, placed, value.endsWith('dir'));
  }
};

const partOfFound: Piece = { kind: 'unknown', from: 'found', name: '', source: '', isPart: true };

/** `fd … -x command`: `{}` and its like are what it finds, or that comes at the end. */
export const fd: ProgramReader = (call) => {
  for (const started of readFd(call.words).started) {
    const placed = started.map((word) =>
      replaceMark(fillPlaceholder(word, /\{\/?\}/g, 'found'), /\{(?:\/\/|\/?\.)\}/g, partOfFound),
    );
    const isPlaced = placed.some((word, index) => word !== started[index]);
    const added = isPlaced ? [] : [unknownWord('found', call.command.span, true)];
    runFound(call, [...placed, ...added], false);
  }
};

function runFound({ name, frame, command }: Call, words: readonly ShellWord[], isElsewhere: boolean): void {
  command.wraps = 'words';
  const inner = through(subshell(frame), name, 'words');
  if (isElsewhere) inner.shell.state.folders = [null];
  frame.reader.run(words, inner);
}

export interface FdWords {
  readonly own: readonly ShellWord[];
  readonly started: readonly (readonly ShellWord[])[];
}

/** `-x`, `--exec`; also behind letters that want no value, `-Hx`, or before the program: `-xrm`, `--exec=rm`. */
const startForm = /^(?:(-[HIuUsigaFLpl01q]*)[xX]=?|--exec(?:-batch)?(?:=|$))/;

/** Separates the words of `fd` from those of the commands behind `-x`. Such a command ends with `;`; options may follow. */
export function readFd(words: readonly ShellWord[]): FdWords {
  const own: ShellWord[] = [];
  const started: ShellWord[][] = [];
  let command: ShellWord[] | null = null;
  for (const [at, word] of words.entries()) {
    if (command !== null) {
      if (word.value === ';') command = null;
      else command.push(word);
      continue;
    }
    if (word.value === '--') return { own: [...own, ...words.slice(at)], started };
    const [start, letters = '-'] = startForm.exec(knownStart(word)) ?? [];
    if (start === undefined) {
      own.push(word);
      continue;
    }
    if (letters !== '-') own.push(textWord(letters, word));
    command = word.value === start ? [] : [withoutStart(word, start.length)];
    started.push(command);
  }
  return { own, started };
}

/** Options with which the input isn't read as words between blanks. */
const otherInput = ['-a', '-d', '-0', '-E', '--arg-file', '--delimiter', '--null', '--eof'];
/** Options with which it runs the command several times, each with some of the words. */
const parting = ['-n', '-L', '-l', '-s', '--max-args', '--max-lines', '--max-chars'];
const maxWords = 64;

/** `xargs command`: what it reads follows the command's words, or replaces a mark. */
export const xargs: ProgramReader = ({ name, card, words, frame, command }) => {
  const { reader } = frame;
  const { span } = command;
  const { starts, isSure, flags, values } = commandStart(card, words);
  if (runsNothing(card, flags)) return;
  command.wraps = 'words';
  const mark = markOf(flags, values);
  if (!isSure || mark === null)
    reader.doubt('command', `${name} with words that are only known at run time`, span);
  const texts = otherInput.some((flag) => flags.has(flag)) ? null : inputWords(frame, mark !== undefined);
  const known = (texts ?? []).map((text) => textWord(text, { source: text, span }));
  const isParted = parting.some((flag) => flags.has(flag)) && known.length > 1;
  const added = isParted ? [{ ...oneOf(known, { source: '', span }), splits: true }] : known;
  const inner: Frame = { ...through(frame, name, 'words'), input: { kind: 'unknown' } };
  for (const start of starts) {
    const behind = words.slice(start);
    if (typeof mark === 'string' && mark !== '') {
      const form = new RegExp(escapeRegExp(mark), 'g');
      const filled = behind.map((word) => fillPlaceholder(word, form, 'input', texts ?? []));
      reader.run(filled, inner);
    } else reader.run([...behind, ...(texts === null ? [unknownWord('input', span, true)] : added)], inner);
  }
};

function markOf(flags: CommandStart['flags'], values: CommandStart['values']): string | null | undefined {
  const given = values.get('-I') ?? values.get('-J');
  if (given !== undefined) return given.value;
  return flags.has('-i') || flags.has('--replace') ? '{}' : undefined;
}

function inputWords(frame: Frame, areLines: boolean): readonly string[] | null {
  const text = inputText(frame);
  if (text === null || /["'\\]/.test(text)) return null;
  const words = text.split(areLines ? '\n' : /\s+/).filter((word) => word.trim() !== '');
  return words.length > maxWords ? null : words.map((word) => word.trimStart());
}

const marks = /\{(?:|[./#%]|\/\/|\/\.|[+-]?\d+[./]*)\}/g;
const lists = /^:::+\+?$/;

/** `parallel command ::: a b`: the command once for each word, quoted for the shell that reads the command. */
export const parallel: ProgramReader = (call) => {
  const { name, card, words, frame, command } = call;
  const { reader } = frame;
  const end = words.findIndex(({ value }) => lists.test(value ?? ''));
  const before = end < 0 ? words : words.slice(0, end);
  const { starts, isSure, flags } = commandStart(card, before);
  if (runsNothing(card, flags)) return;
  command.wraps = 'words';
  if (!isSure) reader.doubt('command', `${name} with words that are only known at run time`, command.span);
  const inner = through(frame, name, 'words');
  const given = end < 0 ? [] : words.slice(end + 1).filter(({ value }) => !lists.test(value ?? ''));
  const areFiles = words[end]?.value?.startsWith('::::') === true;
  const values = given.length === 0 || areFiles ? [null] : given.map(({ value }) => value);
  const run = (code: ShellWord): void => reader.runCode(code, inner);
  for (const start of starts) {
    const code = joinedWords(before.slice(start));
    const text = code.value;
    if (text === null) run(code);
    else for (const value of new Set(values)) run(textWord(filledLine(text, value), code));
  }
  if (starts.length === 0 && given.length > 0 && !areFiles) given.forEach(run);
  else if (starts.length === 0) runInput(call, inner);
};

function filledLine(code: string, value: string | null): string {
  const quoted = shellQuoted(value ?? unknownMark);
  const text = code.replaceAll(marks, () => quoted);
  return text === code ? `${code} ${quoted}` : text;
}
