import type { Card } from '../../../programs/card.ts';
import { spelling } from '../../queries.ts';
import type { ShellWord } from '../../reading.ts';
import { type Call, inputText } from '../../state/frame.ts';
import { knownStart, optionWords, processOutput, textWord, unknownWord, withoutStart } from '../../words.ts';
import { addCode, lineFileWord, noteEarlier } from './written-files.ts';

/** Notes the code that an interpreter is given, without reading it. */
export function noteCode(call: Call): void {
  const { card, program, words, frame } = call;
  const { language } = card;
  if (language === undefined) return;
  const operand = operandOf(card);
  const { codes, operands, isQuestion } = sortWords(card, operand, words);
  const [first, ...rest] = operands;
  const code: ShellWord[] = [...codes];
  if (operand === 'database') code.push(...rest);
  else if (operand === 'code' && codes.length === 0 && !isFromFile(words) && first !== undefined) {
    code.push(first);
    // Behind `-i`, an empty word is the script to one sed and the ending of backups to another.
    if (first.value === '' && language === 'sed') code.push(...rest.slice(0, 1));
  }
  const isInput =
    first === undefined ||
    operand === 'data' ||
    (operand === 'database' && rest.length === 0) ||
    isStandardInput(first.value);
  for (const file of optionWords(words, card.table.named('script'))) code.push(...fileCode(call, file));
  if (card.readsInput === true && codes.length === 0 && isInput && !isQuestion) code.push(...inputCode(call));
  const line = windowsLine(card, words, codes, first);
  if (line !== null) code.splice(0, code.length, textWord(line, program));
  else if (operand === 'file' && first !== undefined && !isStandardInput(first.value)) {
    code.push(...fileCode(call, first));
    noteEarlier(call, first);
  }
  // `require("./a.js")`, where the line has written that file.
  const named = code.flatMap(({ value }) => (value === null ? [] : frame.reader.files.textsNamedIn(value)));
  addCode(call, language, ...code, ...named.map((text) => textWord(text, program)));
}

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

type FirstOperand = 'file' | 'code' | 'data' | 'database';

/** What the first operand is: a file of code, code itself, another file, or a database with code behind it. */
function operandOf({ slots: [first, second] }: Card): FirstOperand {
  if (first?.role === 'script') return 'file';
  if (first?.role === 'code') return 'code';
  return second?.role === 'code' ? 'database' : 'data';
}

function fileCode(call: Call, file: ShellWord): readonly ShellWord[] {
  const { files } = call.frame.reader;
  files.run(file);
  if (isStandardInput(file.value)) return inputCode(call);
  if (file.value?.startsWith('data:') === true) return [file];
  const output = processOutput(file);
  const texts = output === undefined ? files.textsIn(file) : [output];
  return texts.map((text) => lineFileWord(text, file));
}

function isStandardInput(path: string | null): boolean {
  return /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(path ?? '');
}

function isFromFile(words: readonly ShellWord[]): boolean {
  return words.some((word) => /^(?:-[a-zA-Z]*f|--(?:from-)?file(?:=|$))/.test(knownStart(word)));
}

interface SortedWords {
  readonly codes: readonly ShellWord[];
  readonly operands: readonly ShellWord[];
  readonly isQuestion: boolean;
}

function sortWords(
  { table, modules }: Card,
  operand: FirstOperand,
  words: readonly ShellWord[],
): SortedWords {
  const options = table.named('code');
  const letters = options.filter((name) => /^-.$/.test(name)).map((name) => name.slice(1));
  const long = options.filter((name) => !/^-.$/.test(name));
  const values = table.named('text', 'script', 'read', 'write', 'folder', 'host', 'variable');
  const codes: ShellWord[] = [];
  const operands: ShellWord[] = [];
  let isQuestion = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = knownStart(word);
    const next = words.slice(at + 1, at + 2);
    const name = long.find((option) => text === option || text.startsWith(`${option}=`));
    if (name !== undefined) {
      codes.push(...(text === name ? next : [withoutStart(word, name.length + 1)]));
      if (text === name) at += 1;
    } else if (/^-[^-]/.test(text)) {
      const letter = [...text].findIndex((sign, index) => index > 0 && letters.includes(sign));
      isQuestion ||= /^-[vVhm]$/.test(text);
      // `python -m timeit code`: the words of a module may be code.
      if (text === '-m' && modules !== undefined) {
        if (modules.test(next[0]?.value ?? '')) codes.push(...words.slice(at + 2));
        operands.push(...next);
        break;
      }
      if (values.includes(text)) at += 1;
      if (letter < 0) continue;
      const rest = [...text.slice(letter + 1)];
      const isAttached = rest.length > 0 || word.value === null;
      // Behind the letter stands the code itself, or other such letters and the code is the next word.
      if (isAttached && !(rest.every((sign) => letters.includes(sign)) && word.value !== null))
        codes.push(withoutStart(word, letter + 1));
      else {
        codes.push(...next);
        at += 1;
      }
    } else if (text.startsWith('--')) {
      isQuestion ||= /^--(?:version|help)$/.test(text);
      if (values.includes(text)) at += table.takesName(text) ? 2 : 1;
    } else if (operand === 'data' && text.startsWith('+')) codes.push(withoutStart(word, 1));
    else {
      operands.push(word);
      // The words behind a script are for the script.
      if (operand === 'file') break;
    }
  }
  return { codes, operands, isQuestion };
}

function inputCode({ frame, command }: Call): readonly ShellWord[] {
  const { inside, redirections, span } = command;
  const text = inputText(frame);
  if (text !== null) return [textWord(text, { source: '', span })];
  const isGiven =
    inside.some((surrounding) => surrounding.kind === 'pipe' && surrounding.position > 0) ||
    redirections.some(({ operator }) => operator.startsWith('<'));
  return isGiven ? [unknownWord('input', span, false)] : [];
}
