import type { Card } from '../../../programs/card.ts';
import { optionValues, withoutStart } from '../../options.ts';
import { spelling } from '../../queries.ts';
import type { InterpreterCode, ShellWord } from '../../reading.ts';
import type { Call, ProgramReader } from '../../state/program-call.ts';
import { knownStart, textWord, unknownWord } from '../words.ts';
import { noteEarlier } from './written-files.ts';

/** Modules of python that run the code in their words. */
const running = /^(?:timeit|pdb|trace|profile|cProfile)$/;

/** Notes the code that an interpreter is given. It is not read further here. */
export const noteCode: ProgramReader = (call) => {
  const { card } = call;
  const { language } = card;
  if (language === undefined) return undefined;
  const operand = operandOf(card);
  const { codes, operands, isQuestion } = sortWords(card, operand, call.words);
  const [first, ...rest] = operands;
  const code: ShellWord[] = [...codes];
  if (operand === 'database') code.push(...rest);
  else if (operand === 'code' && codes.length === 0 && !isFromFile(call.words) && first !== undefined) {
    code.push(first);
    // Behind `-i`, an empty word is the script to one sed and the ending of backups to another.
    if (first.value === '' && language === 'sed') code.push(...rest.slice(0, 1));
  }
  const isInput =
    first === undefined ||
    operand === 'data' ||
    (operand === 'database' && rest.length === 0) ||
    isStandardInput(first.value);
  for (const file of codeFiles(card, call.words)) code.push(...fileCode(call, file));
  if (card.readsInput === true && codes.length === 0 && isInput && !isQuestion) code.push(...inputCode(call));
  const line = windowsLine(card, call.words, codes, first);
  if (line !== null) code.splice(0, code.length, textWord(line, call.program));
  else if (operand === 'file' && first !== undefined && !isStandardInput(first.value)) {
    code.push(...fileCode(call, first));
    noteEarlier(call, first);
  }
  // `require("./a.js")`, where the line has written that file.
  for (const { value } of [...code])
    for (const text of value === null ? [] : call.reader.files.textsNamedIn(value))
      code.push(textWord(text, call.program));
  call.command.code = [...call.command.code, ...code.map((text): InterpreterCode => ({ language, text }))];
  return undefined;
};

/** A shell of Windows takes its words for a line, where they name no script. */
function windowsLine(
  { language }: Card,
  words: readonly ShellWord[],
  codes: readonly ShellWord[],
  first: ShellWord | undefined,
): string | null {
  const texts = words.map(spelling);
  const at = language === 'cmd' ? texts.findIndex((text) => /^\/{1,2}[ck]$/i.test(text)) : -1;
  if (at >= 0) return texts.slice(at + 1).join(' ');
  const isScript = first === undefined || /\.(?:ps1|bat|cmd)$/i.test(knownStart(first));
  if (language !== 'powershell' || isScript || codes.length > 0) return null;
  return texts.slice(words.indexOf(first)).join(' ');
}

/** What the first operand is: a file of code, code itself, a file that is no code, or the code behind such a file. */
function operandOf({ slots }: Card): 'file' | 'code' | 'data' | 'database' {
  const [first, second] = slots;
  if (first?.role === 'script') return 'file';
  if (first?.role === 'code') return 'code';
  return second?.role === 'code' ? 'database' : 'data';
}

/** The files of code that options name: `awk -f file`. */
function codeFiles({ table }: Card, words: readonly ShellWord[]): readonly ShellWord[] {
  const files = table.named('script');
  return files.length === 0 ? [] : optionValues(words, new RegExp(`^(?:${files.join('|')})$`));
}

/** The code that a file holds, where the line says so. */
function fileCode(call: Call, file: ShellWord): readonly ShellWord[] {
  call.reader.files.run(file);
  if (isStandardInput(file.value)) return inputCode(call);
  if (file.value?.startsWith('data:') === true) return [file];
  const [piece, ...others] = file.pieces;
  const isProcess = piece?.kind === 'unknown' && piece.from === 'process' && others.length === 0;
  const texts = isProcess ? [piece.output ?? null] : call.reader.files.textsIn(file);
  return texts.map((text) => (text === null ? unknownWord('input', file.span, false) : textWord(text, file)));
}

function isStandardInput(path: string | null): boolean {
  return /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(path ?? '');
}

/** `awk -f file` and `sed -f file`. */
function isFromFile(words: readonly ShellWord[]): boolean {
  return words.some((word) => /^(?:-[a-zA-Z]*f|--(?:from-)?file(?:=|$))/.test(knownStart(word)));
}

function sortWords(
  { table, language }: Card,
  operand: ReturnType<typeof operandOf>,
  words: readonly ShellWord[],
): {
  readonly codes: readonly ShellWord[];
  readonly operands: readonly ShellWord[];
  readonly isQuestion: boolean;
} {
  const options = table.named('code');
  const letters = options.filter((name) => /^-.$/.test(name)).map((name) => name.slice(1));
  const long = options.filter((name) => !/^-.$/.test(name));
  const values = table.named('text');
  const codes: ShellWord[] = [];
  const operands: ShellWord[] = [];
  let isQuestion = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = knownStart(word);
    const next = words[at + 1];
    const name = long.find((option) => text === option || text.startsWith(`${option}=`));
    if (name !== undefined) {
      const value = text === name ? next : withoutStart(word, name.length + 1);
      if (value !== undefined) codes.push(value);
      if (text === name) at += 1;
    } else if (/^-[^-]/.test(text)) {
      const letter = [...text].findIndex((own, index) => index > 0 && letters.includes(own));
      isQuestion ||= /^-[vVhm]$/.test(text);
      // `python -m timeit code`: the words of a module may be code.
      if (text === '-m' && language === 'python') {
        if (running.test(next?.value ?? '')) codes.push(...words.slice(at + 2));
        if (next !== undefined) operands.push(next);
        break;
      }
      if (text.length === 2 && values.includes(text)) at += 1;
      if (letter < 0) continue;
      const rest = [...text.slice(letter + 1)];
      const isAttached = rest.length > 0 || word.value === null;
      // Behind the letter stands the code itself, or other such letters and the code is the next word.
      if (isAttached && !(rest.every((own) => letters.includes(own)) && word.value !== null))
        codes.push(withoutStart(word, letter + 1));
      else {
        if (next !== undefined) codes.push(next);
        at += 1;
      }
    } else if (text.startsWith('--')) isQuestion ||= /^--(?:version|help)$/.test(text);
    else if (operand === 'data' && text.startsWith('+')) codes.push(withoutStart(word, 1));
    else {
      operands.push(word);
      // What stands behind a script are the script's own words.
      if (operand === 'file') break;
    }
  }
  return { codes, operands, isQuestion };
}

function inputCode({ frame: { input }, command }: Call): readonly ShellWord[] {
  const unknown = unknownWord('input', command.span, false);
  if (input.kind === 'text' && !input.isShared)
    return [{ ...unknown, value: input.text, pieces: [{ kind: 'text', text: input.text }] }];
  const isGiven =
    command.inside.some((surrounding) => surrounding.kind === 'pipe' && surrounding.position > 0) ||
    command.redirections.some(({ operator }) => operator.startsWith('<'));
  return isGiven ? [unknown] : [];
}
