import type { Card } from '../../../programs/card.ts';
import { cardOf } from '../../../programs/cards.ts';
import { spelling } from '../../queries.ts';
import type { ShellWord } from '../../reading.ts';
import type { Dialect, Frame } from '../../state/frame.ts';
import { fileName } from '../../state/line-files.ts';
import type { Call } from '../../state/program-call.ts';
import { textWord, unknownWord } from '../words.ts';

/** Runs a program that is a file which the line itself has written: where that lies in PATH, by its bare name. */
export function runWritten(call: Call): void {
  const { program, words, reader, command } = call;
  reader.files.run(program);
  if (program.value?.includes('/') === true) noteEarlier(call, program);
  for (const text of reader.files.textsIn(program)) {
    if (text === null) {
      reader.doubt('command', `${program.source}, which the line itself writes`, program.span);
      continue;
    }
    const name = interpreterName(text);
    const language = cardOf(name)?.language;
    if (language !== undefined) command.code = [...command.code, { language, text: textWord(text, program) }];
    else
      runText(call, text, { dialect: name === 'bash' ? 'bash' : 'posix', isSame: false, positional: words });
  }
}

/** Whether a program may write what its words say into files. */
function mayWrite(card: Card | null): boolean {
  return (
    card?.language !== undefined ||
    card?.changes === 'packages' ||
    card?.does === 'finds' ||
    card?.patches === true
  );
}

/**
 * Notes what earlier commands of the line may have written into the file that is run now: those that run code of their own
 * and name the file, as `sed -i` does.
 */
export function noteEarlier({ reader, command }: Call, file: ShellWord): void {
  const name = fileName(spelling(file));
  if (name === '') return;
  for (const earlier of reader.commands) {
    const { card, words, input } = earlier;
    if (earlier === command || !mayWrite(card)) continue;
    const text = [...words.map(spelling), input ?? ''].join('\n');
    if (text.includes(name))
      command.code = [...command.code, { language: 'file', text: textWord(text, file) }];
  }
}

/** Notes what the line has written into the files that a program runs by itself, such as a Makefile. */
export function noteStartFiles({ card, program, reader, command }: Call): void {
  const form = card.startFiles;
  if (form === undefined) return;
  for (const text of reader.files.textsLike(form))
    command.code = [
      ...command.code,
      {
        language: 'file',
        text: text === null ? unknownWord('input', program.span, false) : textWord(text, program),
      },
    ];
}

/** The interpreter that the first line of a script names: `#!/usr/bin/env python3`. */
function interpreterName(text: string): string {
  if (!text.startsWith('#!')) return 'sh';
  const [line = ''] = text.slice(2).split('\n', 1);
  const names = line
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith('-'))
    .map(fileName);
  return (names[0] === 'env' ? names[1] : names[0]) ?? 'sh';
}

/** Runs text that the line has written, in the place of the file that it was written into. */
export function runText(
  { name, program, frame, reader, command }: Call,
  text: string,
  options: { readonly dialect: Dialect; readonly isSame: boolean; readonly positional: Call['words'] },
): void {
  command.wraps = 'shell';
  const inner: Frame = { ...frame, via: [...frame.via, { name, wraps: 'shell' }] };
  reader.runCode(textWord(text, program), inner, options);
}
