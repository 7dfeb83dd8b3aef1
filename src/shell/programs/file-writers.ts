import { optionValues } from '../options.ts';
import type { ShellWord } from '../reading.ts';
import { fileName } from '../state/line-files.ts';
import type { Handler } from '../walk/call.ts';
import { startOf } from './words.ts';

/** `cp`, `mv`, `ln`: what runs under the new name is the old program. */
const copy: Handler = ({ words, reader }) => {
  const operands = words.filter((word) => !startOf(word).startsWith('-'));
  const sources = operands.slice(0, -1);
  const target = operands.at(-1)?.value ?? null;
  for (const source of sources) {
    if (source.value === null || target === null) continue;
    const names = new Set([fileName(target), fileName(source.value)]);
    for (const name of names) reader.files.copy(source, name);
  }
  return undefined;
};

const tee: Handler = ({ words, frame: { input }, reader }) => {
  const text = input.kind === 'text' && !input.isShared ? input.text : null;
  for (const { value } of words)
    if (value !== null && !value.startsWith('-')) reader.files.write(value, text, true);
  return undefined;
};

/** `curl -o file`: what is in the file only the net knows. */
const fetch: Handler = ({ words, reader }) => {
  const named = optionValues(words, /^(?:-o|-O|--output|--output-document)$/);
  const addresses = words.filter(({ value }) => /^[a-z]+:\/\//.test(value ?? ''));
  const note = ({ value }: ShellWord): void => {
    if (value !== null) reader.files.write(value, null);
  };
  for (const word of [...named, ...addresses]) note(word);
  return undefined;
};

export const fileWriterHandlers: readonly (readonly [string, Handler])[] = [
  ['cp', copy],
  ['mv', copy],
  ['ln', copy],
  ['install', copy],
  ['tee', tee],
  ['curl', fetch],
  ['wget', fetch],
];
