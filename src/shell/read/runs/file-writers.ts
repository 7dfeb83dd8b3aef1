import type { ShellWord } from '../reading.ts';
import { type Call, inputText } from '../state/frame.ts';
import { noteFile } from '../walk/written.ts';
import { knownStart, optionWords, processOutput, textWord, withoutStart } from '../words.ts';

const inputPath = /^(?:-|\/dev\/(?:stdin|fd\/0))$/;

/** Notes that one file becomes another: under the new name runs the old program, or the text that it was. */
function noteCopy({ frame }: Call, from: ShellWord, to: ShellWord): void {
  const output = processOutput(from);
  if (inputPath.test(from.value ?? '')) noteFile(to, inputText(frame), frame);
  else if (output !== undefined) noteFile(to, output, frame);
  else frame.reader.files.copy(from, to);
}

function noteCopies(call: Call, operands: readonly ShellWord[]): void {
  const target = operands.at(-1);
  for (const from of operands.slice(0, -1)) {
    if (target !== undefined) noteCopy(call, from, target);
    if (from.value !== null) noteCopy(call, from, from);
  }
}

function noteBytes(call: Call): void {
  const valueBehind = (start: string): ShellWord | undefined => {
    const word = call.words.find((given) => knownStart(given).startsWith(start));
    return word === undefined ? undefined : withoutStart(word, start.length);
  };
  const target = valueBehind('of=');
  if (target !== undefined) noteCopy(call, valueBehind('if=') ?? textWord('-', target), target);
}

/** Remembers the files that a program writes by its words: a later command of the line may run them. */
export function noteFiles(call: Call): void {
  const { card, words, frame } = call;
  for (const word of optionWords(words, card.table.named('write'))) noteFile(word, null, frame);
  const operands = words.filter((word) => !knownStart(word).startsWith('-'));
  if (card.does === 'copies' || card.does === 'links') noteCopies(call, operands);
  else if (card.does === 'bytes') noteBytes(call);
  else if (card.does === 'transfers')
    for (const word of operands) if (/^[a-z]+:\/\//.test(word.value ?? '')) noteFile(word, null, frame);
  // What it shows, it writes.
  if (card.shows === true && card.slots[0]?.role === 'write')
    for (const word of operands) noteFile(word, inputText(frame), frame, true);
}
