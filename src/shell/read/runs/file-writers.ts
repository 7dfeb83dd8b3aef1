import { optionValues, withoutStart } from '../options.ts';
import type { ShellWord } from '../reading.ts';
import type { LineFileText } from '../state/line-files.ts';
import type { Call } from '../state/program-call.ts';
import { noteFile } from '../walk/written.ts';
import { knownStart, textWord } from './words.ts';

const inputPath = /^(?:-|\/dev\/(?:stdin|fd\/0))$/;

/** What a command that copies its input writes; null where that cannot be told. */
function inputText({ frame: { input } }: Call): LineFileText {
  return input.kind === 'text' && !input.isShared ? input.text : null;
}

/** Notes that one file becomes another: what runs under the new name is the old program, or the text that it was. */
function noteCopy(call: Call, source: ShellWord, target: ShellWord): void {
  const { frame, reader } = call;
  const [piece, ...others] = source.pieces;
  if (inputPath.test(source.value ?? '')) noteFile(target, inputText(call), { frame, reader });
  else if (piece?.kind === 'unknown' && piece.from === 'process' && others.length === 0)
    noteFile(target, piece.output ?? null, { frame, reader });
  else reader.files.copy(source, target);
}

/** Of copies, moves and links, what is copied is there under the new name. */
function noteCopies(call: Call, operands: readonly ShellWord[]): void {
  const target = operands.at(-1);
  for (const source of operands.slice(0, -1)) {
    if (target !== undefined) noteCopy(call, source, target);
    // The target may be a folder.
    if (source.value !== null) noteCopy(call, source, source);
  }
}

function noteBytes(call: Call): void {
  const valueBehind = (start: string): ShellWord | undefined => {
    const word = call.words.find((own) => knownStart(own).startsWith(start));
    return word === undefined ? undefined : withoutStart(word, start.length);
  };
  const target = valueBehind('of=');
  if (target !== undefined) noteCopy(call, valueBehind('if=') ?? textWord('-', target), target);
}

/** Remembers the files that a program writes by its words: a later command of the line may run them. */
export function noteFiles(call: Call): void {
  const { card, words, frame, reader } = call;
  const outputs = card.table.named('write');
  if (outputs.length > 0)
    for (const word of optionValues(words, new RegExp(`^(?:${outputs.join('|')})$`)))
      noteFile(word, null, { frame, reader });
  const operands = words.filter((word) => !knownStart(word).startsWith('-'));
  if (card.does === 'copies' || card.does === 'links') noteCopies(call, operands);
  else if (card.does === 'bytes') noteBytes(call);
  else if (card.does === 'transfers')
    for (const word of operands)
      if (/^[a-z]+:\/\//.test(word.value ?? '')) noteFile(word, null, { frame, reader });
  // What it shows, it writes.
  if (card.shows === true && card.slots[0]?.role === 'write')
    for (const word of operands) noteFile(word, inputText(call), { frame, reader, isAppended: true });
}
