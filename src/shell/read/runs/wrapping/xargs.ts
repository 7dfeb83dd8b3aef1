import { escapeRegExp } from '../../../../engine/values/text.ts';
import { oneOf } from '../../expand/expand-word.ts';
import type { ShellWord } from '../../reading.ts';
import type { Input } from '../../state/frame.ts';
import type { ProgramReader } from '../../state/program-call.ts';
import { textWord, unknownWord } from '../words.ts';
import { commandStart } from './command-start.ts';
import { fillPlaceholder } from './placeholders.ts';
import { runsNothing } from './wrapped.ts';

/** Options with which the input is read otherwise than as words between blanks. */
const otherInput = ['-a', '-d', '-0', '-E', '--arg-file', '--delimiter', '--null', '--eof'];
/** Options with which it runs the command several times, each with some of the words. */
const parting = ['-n', '-L', '-l', '-s', '--max-args', '--max-lines', '--max-chars'];
const maxWords = 64;

/** `xargs command`: what it reads follows the command's words, or is put in for a mark. */
export const xargs: ProgramReader = ({ name, card, words, frame, reader, command }) => {
  const { starts, isSure, flags, values } = commandStart(card, words);
  if (runsNothing(card, flags)) return undefined;
  command.wraps = 'words';
  const mark = markOf(flags, values);
  if (!isSure || mark === null)
    reader.doubt('command', `${name} with words that are only known at run time`, command.span);
  const texts = otherInput.some((flag) => flags.has(flag))
    ? null
    : inputWords(frame.input, mark !== undefined);
  const inner = {
    ...frame,
    input: { kind: 'unknown' } as const,
    via: [...frame.via, { name, wraps: 'words' as const }],
  };
  for (const start of starts) {
    const own = words.slice(start);
    const known = (texts ?? []).map((text) => textWord(text, { source: text, span: command.span }));
    const isParted = parting.some((flag) => flags.has(flag)) && known.length > 1;
    const added = isParted ? [{ ...oneOf(known, { source: '', span: command.span }), splits: true }] : known;
    const unknown = unknownWord('input', command.span, true);
    if (typeof mark === 'string' && mark !== '')
      reader.run(
        own.map((word) => fillPlaceholder(word, new RegExp(escapeRegExp(mark), 'g'), 'input', texts ?? [])),
        inner,
      );
    else reader.run([...own, ...(texts === null ? [unknown] : added)], inner);
  }
  return undefined;
};

/** What `-I` replaces; undefined when nothing is, null when that is only known at run time. */
function markOf(
  flags: ReadonlySet<string>,
  values: ReadonlyMap<string, ShellWord>,
): string | null | undefined {
  const given = values.get('-I') ?? values.get('-J');
  if (given !== undefined) return given.value;
  return flags.has('-i') || flags.has('--replace') ? '{}' : undefined;
}

/** The words, or the lines, of an input that is written in the line; null where that cannot be told. */
function inputWords(input: Input, areLines: boolean): readonly string[] | null {
  if (input.kind !== 'text' || input.isShared || /["'\\]/.test(input.text)) return null;
  const words = input.text.split(areLines ? '\n' : /\s+/).filter((word) => word.trim() !== '');
  return words.length > maxWords ? null : words.map((word) => word.trimStart());
}
