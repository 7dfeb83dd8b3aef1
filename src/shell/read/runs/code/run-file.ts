import { spelling } from '../../queries.ts';
import type { Piece, ShellWord } from '../../reading.ts';
import type { Dialect, Frame } from '../../state/frame.ts';
import type { Call } from '../../state/program-call.ts';
import { textWord } from '../words.ts';
import { noteEarlier, runText } from './written-files.ts';

const inputPath = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/(?:self|\$\$|\d+)\/fd\/0)$/;
const openPath = /^\/(?:dev\/fd|proc\/[^/]+\/fd)\//;

interface FileOptions {
  readonly dialect: Dialect;
  readonly positional: readonly ShellWord[];
  /** Whether the shell that is asked reads the file itself, as `source` does. */
  readonly isSame?: boolean;
}

/** Runs a file: what is in it can be told only where the line itself says so. */
export function runFile(
  call: Call,
  inner: Frame,
  file: ShellWord,
  { dialect, positional, isSame = false }: FileOptions,
): void {
  const { name, reader } = call;
  const [piece, ...others] = file.pieces;
  const isProcess = piece?.kind === 'unknown' && piece.from === 'process' && others.length === 0;
  if (file.value !== null && inputPath.test(file.value))
    runInput(call, inner, { dialect, positional, isSame });
  else if (isProcess) {
    const { output } = piece;
    if (output === undefined) reader.doubt('command', `${name} runs what another command prints`, file.span);
    else reader.runCode(textWord(output, file), inner, { dialect, isSame, positional });
  } else if (file.value !== null && openPath.test(file.value))
    reader.doubt('command', `${name} runs what it reads from ${file.value}`, file.span);
  else runWrittenFile(call, file, { dialect, isSame, positional });
}

/** A file that the line itself may have written. */
function runWrittenFile(call: Call, file: ShellWord, options: Parameters<typeof runText>[2]): void {
  const { reader, command } = call;
  for (const path of file.choices.length > 0 ? file.choices : [file]) {
    reader.files.run(path);
    noteEarlier(call, path);
    const texts = reader.files.textsIn(path);
    for (const text of texts) {
      if (text === null)
        reader.doubt('command', `${spelling(path)}, which the line itself writes`, command.span);
      else runText(call, text, options);
    }
    const isUnknown = path.pieces.every(({ kind }) => kind === 'unknown');
    // It may be any of the files, but most likely is none of them.
    if (texts.length === 0 && isUnknown)
      for (const text of reader.files.knownTexts)
        runText({ ...call, frame: { ...call.frame, isGuess: true } }, text, options);
  }
}

/** Runs what a shell reads from its input. */
export function runInput(
  call: Call,
  inner: Frame,
  { dialect, positional, isSame = false }: FileOptions,
): void {
  const { name, frame, reader, command } = call;
  const { input } = frame;
  // `bash < script` runs a file, as `bash script` does.
  if (input.kind === 'file') {
    runWrittenFile(call, input.path, { dialect, isSame, positional });
    return;
  }
  const isKnown = input.kind === 'text' && !input.isShared;
  if (!isKnown) reader.doubt('command', `${name} runs what it reads from its input`, command.span);
  if (input.kind !== 'text') return;
  const shell = isSame ? inner.shell : { state: inner.shell.state.child() };
  if (!isSame) shell.state.positional = positionalOf(positional);
  // The commands themselves read on in the same text.
  const own: Frame = { ...inner, dialect, shell, input: { ...input, isShared: true } };
  reader.read(input.text, () => command.span, isKnown ? own : { ...own, isGuess: true });
}

/** What `$1` and those behind it are; null when only run time tells. */
export function positionalOf(words: readonly ShellWord[]): readonly (readonly Piece[])[] | null {
  return words.some(({ splits }) => splits) ? null : words.map(({ pieces }) => pieces);
}
