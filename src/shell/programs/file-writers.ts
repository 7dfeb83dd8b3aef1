import { optionValues, withoutStart } from '../options.ts';
import type { ShellWord } from '../reading.ts';
import type { LineFileText } from '../state/line-files.ts';
import type { Call, ProgramReader } from '../state/program-call.ts';
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

/** `cp`, `mv`, `ln`, `install`. */
const copy: ProgramReader = (call) => {
  const operands = call.words.filter((word) => !knownStart(word).startsWith('-'));
  const target = operands.at(-1);
  for (const source of operands.slice(0, -1)) {
    if (target !== undefined) noteCopy(call, source, target);
    // The target may be a folder.
    if (source.value !== null) noteCopy(call, source, source);
  }
  return undefined;
};

const dd: ProgramReader = (call) => {
  const valueBehind = (start: string): ShellWord | undefined => {
    const word = call.words.find((own) => knownStart(own).startsWith(start));
    return word === undefined ? undefined : withoutStart(word, start.length);
  };
  const target = valueBehind('of=');
  if (target !== undefined) noteCopy(call, valueBehind('if=') ?? textWord('-', target), target);
  return undefined;
};

const tee: ProgramReader = (call) => {
  const { words, frame, reader } = call;
  for (const word of words)
    if (!knownStart(word).startsWith('-'))
      noteFile(word, inputText(call), { frame, reader, isAppended: true });
  return undefined;
};

/** Programs that write what cannot be told into the files of an option: `curl -o file`. */
const output =
  (option: RegExp): ProgramReader =>
  ({ words, frame, reader }) => {
    for (const word of optionValues(words, option)) noteFile(word, null, { frame, reader });
    return undefined;
  };

/** What is in the file only the net knows. */
const fetch: ProgramReader = (call) => {
  const { words, frame, reader } = call;
  output(/^(?:-o|-O|--output|--output-document)$/)(call);
  for (const word of words.filter(({ value }) => /^[a-z]+:\/\//.test(value ?? '')))
    noteFile(word, null, { frame, reader });
  return undefined;
};

export const fileWriterHandlers: readonly (readonly [string, ProgramReader])[] = [
  ['cp', copy],
  ['mv', copy],
  ['ln', copy],
  ['install', copy],
  ['tee', tee],
  ['dd', dd],
  ['sort', output(/^(?:-o|--output)$/)],
  ['curl', fetch],
  ['wget', fetch],
];
