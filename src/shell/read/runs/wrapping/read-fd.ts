import { withoutStart } from '../../options.ts';
import type { ShellWord } from '../../reading.ts';
import { knownStart, textWord } from '../words.ts';

/** The words of a call of `fd`. */
export interface FdWords {
  /** Its own options and operands. */
  readonly own: readonly ShellWord[];
  /** The commands that it starts for what it finds. */
  readonly started: readonly (readonly ShellWord[])[];
}

/** `-x`, `--exec`; also behind letters that want no value, `-Hx`, or before the program: `-xrm`, `--exec=rm`. */
const startForm = /^(?:(-[HIuUsigaFLpl01q]*)[xX]=?|--exec(?:-batch)?(?:=|$))/;

/** Tells the words of `fd` from those of the commands behind `-x`. Such a command ends with `;`, and options may follow. */
export function readFd(words: readonly ShellWord[]): FdWords {
  const own: ShellWord[] = [];
  const started: ShellWord[][] = [];
  let command: ShellWord[] | null = null;
  for (const [at, word] of words.entries()) {
    if (command !== null) {
      if (word.value === ';') command = null;
      else command.push(word);
      continue;
    }
    if (word.value === '--') return { own: [...own, ...words.slice(at)], started };
    const [start, letters = '-'] = startForm.exec(knownStart(word)) ?? [];
    if (start === undefined) {
      own.push(word);
      continue;
    }
    if (letters !== '-') own.push(textWord(letters, word));
    command = word.value === start ? [] : [withoutStart(word, start.length)];
    started.push(command);
  }
  return { own, started };
}
