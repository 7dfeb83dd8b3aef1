import { unknownMark } from '../../expand/expand-word.ts';
import type { ShellWord } from '../../reading.ts';
import { shellQuoted } from '../../shell-quoted.ts';
import type { ProgramReader } from '../../state/program-call.ts';
import { runInput } from '../code/run-file.ts';
import { joinedWords, textWord } from '../words.ts';
import { commandStart } from './command-start.ts';
import { runsNothing } from './wrapped.ts';

const marks = /\{(?:|[./#%]|\/\/|\/\.|[+-]?\d+[./]*)\}/g;
const lists = /^:::+\+?$/;

/** `parallel command ::: a b`: the command once for each word, which it quotes for the shell that reads the command. */
export const parallel: ProgramReader = (call) => {
  const { name, card, words, frame, reader, command } = call;
  const end = words.findIndex(({ value }) => lists.test(value ?? ''));
  const before = end < 0 ? words : words.slice(0, end);
  const { starts, isSure, flags } = commandStart(card, before);
  if (runsNothing(card, flags)) return undefined;
  command.wraps = 'words';
  if (!isSure) reader.doubt('command', `${name} with words that are only known at run time`, command.span);
  const inner = { ...frame, via: [...frame.via, { name, wraps: 'words' as const }] };
  const given = end < 0 ? [] : words.slice(end + 1).filter(({ value }) => !lists.test(value ?? ''));
  const areFiles = words[end]?.value?.startsWith('::::') === true;
  const values = given.length === 0 || areFiles ? [null] : given.map(({ value }) => value);
  const run = (code: ShellWord): void => reader.runCode(code, inner, { dialect: 'posix', isSame: false });
  for (const start of starts) {
    const code = joinedWords(before.slice(start));
    if (code.value === null) run(code);
    else for (const value of new Set(values)) run(textWord(filled(code.value, value), code));
  }
  if (starts.length === 0 && given.length > 0 && !areFiles) for (const word of given) run(word);
  else if (starts.length === 0) runInput(call, inner, { dialect: 'posix', positional: [] });
  return undefined;
};

function filled(code: string, value: string | null): string {
  const quoted = shellQuoted(value ?? unknownMark);
  const text = code.replaceAll(marks, () => quoted);
  return text === code ? `${code} ${quoted}` : text;
}
