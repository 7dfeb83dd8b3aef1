import { isHarmlessCommand } from '../../../programs/variables.ts';
import type { ShellWord } from '../../reading.ts';
import { type Call, type Dialect, type ProgramReader, through } from '../../state/frame.ts';
import { knownStart, optionValues, optionWords, textWord, withoutStart } from '../../words.ts';
import { runWrapped } from '../wrapping/wrapped.ts';
import { runFile, runInput } from './run-file.ts';

interface ShellWords {
  readonly hasCode: boolean;
  readonly readsInput: boolean;
  readonly isIdle: boolean;
  readonly operands: readonly ShellWord[];
  /** Code in other options than `-c`: `fish -C code`. */
  readonly codes: readonly ShellWord[];
  readonly startFiles: readonly ShellWord[];
  readonly isSure: boolean;
}

const longWithValue = /^--(?:rcfile|init-file|emulate|init-command|features|debug-output|profile)$/;
const longWithCode = /^--(?:command|init-command|commands)(?:=|$)/;

function shellWords(words: readonly ShellWord[], dialect: Dialect): ShellWords {
  let hasCode = false;
  let readsInput = false;
  let isIdle = false;
  let isSure = true;
  const codes: ShellWord[] = [];
  const startFiles: ShellWord[] = [];
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    const text = word?.value ?? null;
    if (word === undefined) break;
    if (word.splits) {
      // It may hold the options, the code, or nothing at all.
      isSure = false;
      codes.push(word);
      continue;
    }
    // No shell has an option with a blank: behind `-c` it can only be code.
    if (text === null || !/^[-+]./.test(text) || (hasCode && /\s/.test(text))) break;
    if (text === '--' || text === '-') {
      at += 1;
      break;
    }
    const next = words.slice(at + 1, at + 2);
    if (text.startsWith('--')) {
      isIdle ||= text === '--version' || text === '--help';
      const equals = text.indexOf('=');
      if (/^--(?:rcfile|init-file)$/.test(text)) startFiles.push(...next);
      if (longWithCode.test(text)) codes.push(...(equals < 0 ? next : [withoutStart(word, equals + 1)]));
      if (longWithValue.test(text) || (longWithCode.test(text) && equals < 0)) at += 1;
      continue;
    }
    if (text.startsWith('-')) {
      hasCode ||= text.includes('c');
      readsInput ||= text.includes('s');
    }
    if (dialect === 'other' && /^-[a-z]*C$/.test(text) && next.length > 0) {
      codes.push(...next);
      at += 1;
      continue;
    }
    // `-o` and `-O` take the next word, each.
    at += [...text.matchAll(/[oO]/g)].length;
  }
  return { hasCode, readsInput, isIdle, operands: words.slice(at), codes, startFiles, isSure };
}

export const runShellProgram: ProgramReader = (call) => {
  const { name, card, words, frame, command } = call;
  const { reader } = frame;
  const { dialect = 'posix' } = card;
  const { hasCode, readsInput, isIdle, operands, codes, startFiles, isSure } = shellWords(words, dialect);
  if (isIdle && !hasCode) return;
  command.wraps = 'shell';
  const inner = through(frame, name);
  const run = (code: ShellWord): void => reader.runCode(code, inner, { dialect });
  if (!isSure) reader.doubt('command', `${name} with words that are only known at run time`, command.span);
  for (const file of startFiles) runFile(call, inner, file, { dialect });
  codes.forEach(run);
  const [first, ...rest] = operands;
  if (hasCode) {
    const [zero, ...positional] = rest;
    if (first !== undefined) reader.runCode(first, inner, { dialect, positional, zero });
  } else if (codes.length > 0 && first === undefined) return;
  else if (first === undefined || readsInput) runInput(call, inner, { dialect, positional: operands });
  else runFile(call, inner, first, { dialect, positional: rest });
  // A word that only run time knows may be `-c`, and the next one the code.
  const [next] = rest;
  const isOption = first !== undefined && first.value === null && knownStart(first) === '';
  if (!hasCode && isOption && next !== undefined) run(next);
};

export const capsh: ProgramReader = ({ name, program, words, frame, command }) => {
  const at = words.findIndex(({ value }) => value === '--' || value === '==');
  if (at < 0) return;
  command.wraps = 'user';
  frame.reader.run([textWord('bash', program), ...words.slice(at + 1)], through(frame, name, 'user'));
};

/** `su` and `runuser` take their options before and behind the user. */
export const su: ProgramReader = (call) => {
  const { name, words, frame, command } = call;
  const codes = optionValues(words, /^(?:-[a-z]*c|--command|--session-command)$/);
  const isCommand = words.some(({ value }) => /^(?:-u|--user)/.test(value ?? ''));
  if (isCommand) runWrapped(call);
  command.wraps = 'user';
  const inner = through(frame, name, 'user');
  for (const code of codes) frame.reader.runCode(code, inner);
  const isQuestion = words.some(({ value }) => /^--(?:help|version)$/.test(value ?? ''));
  if (!isCommand && codes.length === 0 && !isQuestion) runInput(call, inner);
};

export function runCodeOptions({ name, card, words, frame, command }: Call): void {
  const options = card.table.named('shell');
  // A wrapper's own options are read with its command.
  const isRead = options.length === 0 || card.wraps !== undefined;
  const codes = isRead
    ? []
    : optionWords(
        words.map((word) => unshortened(word, options)),
        options,
      );
  const carried = words.flatMap((word) => {
    const [start] = card.carries?.exec(knownStart(word)) ?? [];
    return start === undefined ? [] : [withoutStart(word, start.length)];
  });
  for (const code of [...codes, ...carried]) {
    if (isHarmlessCommand(code.value ?? '-?')) continue;
    command.wraps ??= 'shell';
    const isList = options.includes('-wrapper') && code.value !== null;
    const line = isList ? textWord(code.value.replaceAll(',', ' '), code) : code;
    frame.reader.runCode(line, through(frame, name));
  }
}

/** Programs take the beginning of a long option for the option. */
function unshortened(word: ShellWord, options: readonly string[]): ShellWord {
  const [given = ''] = /^--[a-z][a-z-]*/.exec(knownStart(word)) ?? [];
  const whole = given === '' ? undefined : options.find((option) => option.startsWith(given));
  if (whole === undefined || whole === given) return word;
  const rest = withoutStart(word, given.length);
  const [first, ...others] = rest.pieces;
  const text = whole + (first?.kind === 'text' ? first.text : '');
  const value = rest.value === null ? null : whole + rest.value;
  return { ...word, value, pieces: [{ kind: 'text', text }, ...others] };
}
