import type { Piece, ShellWord } from '../../reading.ts';
import type { Call, ProgramReader } from '../../state/program-call.ts';
import { unknownWord } from '../words.ts';
import { fillPlaceholder, replaceMark } from './placeholders.ts';
import { readFd } from './read-fd.ts';

/** `find … -exec command ;`: each `{}` in it is a path that was found. */
export const find: ProgramReader = (call) => {
  const { words } = call;
  for (const [at, { value }] of words.entries()) {
    if (value === null || !/^-(?:exec|execdir|ok|okdir)$/.test(value)) continue;
    const rest = words.slice(at + 1);
    const end = rest.findIndex(
      (word, index) => word.value === ';' || (word.value === '+' && rest[index - 1]?.value === '{}'),
    );
    const isMany = rest[end]?.value === '+';
    const own = (end < 0 ? rest : rest.slice(0, end)).map((word) => {
      const filled = fillPlaceholder(word, /\{\}/g, 'found');
      return isMany && filled !== word ? { ...filled, splits: true } : filled;
    });
    runFound(call, own, value.endsWith('dir'));
  }
  return undefined;
};

const partOfFound: Piece = { kind: 'unknown', from: 'found', name: '', source: '', isPart: true };

/** `fd … -x command`: `{}` and its like are what was found, or it is added at the end. */
export const fd: ProgramReader = (call) => {
  for (const own of readFd(call.words).started) {
    const placed = own.map((word) =>
      replaceMark(fillPlaceholder(word, /\{\/?\}/g, 'found'), /\{(?:\/\/|\/?\.)\}/g, partOfFound),
    );
    const isPlaced = placed.some((word, index) => word !== own[index]);
    runFound(call, isPlaced ? placed : [...own, unknownWord('found', call.command.span, true)], false);
  }
  return undefined;
};

function runFound(
  { name, frame, reader, command }: Call,
  words: readonly ShellWord[],
  isElsewhere: boolean,
): void {
  command.wraps = 'words';
  const state = frame.shell.state.fork();
  if (isElsewhere) state.folders = [null];
  reader.run(words, { ...frame, shell: { state }, via: [...frame.via, { name, wraps: 'words' }] });
}
