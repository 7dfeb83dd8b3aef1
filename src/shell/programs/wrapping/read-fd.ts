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
  const started: (readonly ShellWord[])[] = [];
  let rest = words;
  for (let [word] = rest; word !== undefined; [word] = rest) {
    if (word.value === '--') break;
    const [start, letters = '-'] = startForm.exec(knownStart(word)) ?? [];
    rest = rest.slice(1);
    if (start === undefined) {
      own.push(word);
      continue;
    }
    if (letters !== '-') own.push(textWord(letters, word));
    const end = rest.findIndex(({ value }) => value === ';');
    const behind = end < 0 ? rest : rest.slice(0, end);
    started.push(word.value === start ? behind : [withoutStart(word, start.length), ...behind]);
    rest = end < 0 ? [] : rest.slice(end + 1);
  }
  return { own: [...own, ...rest], started };
}
