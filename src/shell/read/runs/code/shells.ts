import type { ShellWord } from '../../reading.ts';
import type { Dialect, Frame } from '../../state/frame.ts';
import type { ProgramReader } from '../../state/program-call.ts';
import { knownStart, textWord } from '../words.ts';
import { runFile, runInput } from './run-file.ts';

/** What the options of a shell say that it reads. */
interface ShellWords {
  readonly hasCode: boolean;
  readonly readsInput: boolean;
  readonly isIdle: boolean;
  readonly operands: readonly ShellWord[];
  /** Code in options of their own: `fish -C code`. */
  readonly codes: readonly ShellWord[];
  /** Files that it runs first: `bash --rcfile file`. */
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
    if (text === null || !/^[-+]./.test(text)) break;
    if (text === '--' || text === '-') {
      at += 1;
      break;
    }
    if (text.startsWith('--')) {
      isIdle ||= text === '--version' || text === '--help';
      const equals = text.indexOf('=');
      const file = /^--(?:rcfile|init-file)$/.test(text) ? words[at + 1] : undefined;
      if (file !== undefined) startFiles.push(file);
      if (longWithCode.test(text)) {
        const value = words[at + 1];
        if (equals >= 0) codes.push(textWord(text.slice(equals + 1), word));
        else if (value !== undefined) codes.push(value);
        if (equals < 0) at += 1;
      } else if (longWithValue.test(text)) at += 1;
      continue;
    }
    if (text.startsWith('-')) {
      hasCode ||= text.includes('c');
      readsInput ||= text.includes('s');
    }
    // `fish -C code`.
    const next = words[at + 1];
    if (dialect === 'other' && /^-[a-z]*C$/.test(text) && next !== undefined) {
      codes.push(next);
      at += 1;
      continue;
    }
    // `-o` and `-O` take the next word, each.
    at += [...text.matchAll(/[oO]/g)].length;
  }
  return { hasCode, readsInput, isIdle, operands: words.slice(at), codes, startFiles, isSure };
}

export const runShellProgram: ProgramReader = (call) => {
  const { name, card, words, frame, reader, command } = call;
  const { dialect = 'posix' } = card;
  const { hasCode, readsInput, isIdle, operands, codes, startFiles, isSure } = shellWords(words, dialect);
  if (isIdle && !hasCode) return undefined;
  command.wraps = 'shell';
  const inner: Frame = { ...frame, via: [...frame.via, { name, wraps: 'shell' }] };
  if (!isSure) reader.doubt('command', `${name} with words that are only known at run time`, command.span);
  for (const file of startFiles) runFile(call, inner, file, { dialect, positional: [] });
  for (const code of codes) reader.runCode(code, inner, { dialect, isSame: false });
  const [first, ...rest] = operands;
  if (hasCode) {
    // `bash -c code name argument…`
    const [zero, ...positional] = rest;
    if (first !== undefined) reader.runCode(first, inner, { dialect, isSame: false, positional, zero });
  } else if (codes.length > 0 && first === undefined) return undefined;
  else if (first === undefined || readsInput) runInput(call, inner, { dialect, positional: operands });
  else runFile(call, inner, first, { dialect, positional: rest });
  // A word that is only known at run time may be `-c`, and the next one the code.
  const [next] = rest;
  const isOption = first !== undefined && first.value === null && knownStart(first) === '';
  if (!hasCode && isOption && next !== undefined) reader.runCode(next, inner, { dialect, isSame: false });
  return undefined;
};

/** `capsh -- words…` gives the words to bash. */
export const capsh: ProgramReader = (call) => {
  const { words, frame, reader, command } = call;
  const at = words.findIndex(({ value }) => value === '--' || value === '==');
  if (at < 0) return undefined;
  command.wraps = 'user';
  const bash = textWord('bash', call.program);
  reader.run([bash, ...words.slice(at + 1)], {
    ...frame,
    via: [...frame.via, { name: 'capsh', wraps: 'user' }],
  });
  return undefined;
};
