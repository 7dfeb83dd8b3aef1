import { optionValues, withoutStart } from '../../options.ts';
import type { InterpreterCode, ShellWord } from '../../reading.ts';
import type { Call, ProgramReader } from '../../state/program-call.ts';
import { type Interpreter, interpreterOf } from '../../tables/interpreters.ts';
import { knownStart, textWord, unknownWord } from '../words.ts';
import { noteEarlier } from './written-files.ts';

/** Modules of python that run the code in their words. */
const running = /^(?:timeit|pdb|trace|profile|cProfile)$/;

/** Notes the code that an interpreter is given. It is not read further here. */
export const noteCode: ProgramReader = (call) => {
  const interpreter = interpreterOf(call.name);
  if (interpreter === undefined) return undefined;
  const { codes, operands, isQuestion } = sortWords(interpreter, call.words);
  const [first, ...rest] = operands;
  const code: ShellWord[] = [...codes];
  if (interpreter.operand === 'database') code.push(...rest);
  else if (
    interpreter.operand === 'code' &&
    codes.length === 0 &&
    !isFromFile(call.words) &&
    first !== undefined
  )
    code.push(first);
  const isInput = first === undefined || interpreter.operand === 'data' || isStandardInput(first.value);
  for (const file of codeFiles(interpreter, call.words)) code.push(...fileCode(call, file));
  if (interpreter.readsInput && codes.length === 0 && isInput && !isQuestion) code.push(...inputCode(call));
  if (interpreter.operand === 'file' && first !== undefined && !isStandardInput(first.value)) {
    code.push(...fileCode(call, first));
    noteEarlier(call, first);
  }
  // `require("./a.js")`, where the line has written that file.
  for (const { value } of [...code])
    for (const text of value === null ? [] : call.reader.files.textsNamedIn(value))
      code.push(textWord(text, call.program));
  const { language } = interpreter;
  call.command.code = [...call.command.code, ...code.map((text): InterpreterCode => ({ language, text }))];
  return undefined;
};

/** The files of code that options name: `awk -f file`. */
function codeFiles({ files }: Interpreter, words: readonly ShellWord[]): readonly ShellWord[] {
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
  { letters, long, operand, values, language }: Interpreter,
  words: readonly ShellWord[],
): {
  readonly codes: readonly ShellWord[];
  readonly operands: readonly ShellWord[];
  readonly isQuestion: boolean;
} {
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
      if (text.length === 2 && values.includes(text.slice(1))) at += 1;
      // `python -m timeit code`: the words of a module may be code.
      if (text === '-m' && language === 'python' && running.test(next?.value ?? ''))
        codes.push(...words.slice(at + 2));
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
