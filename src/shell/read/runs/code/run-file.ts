import { spelling } from '../../queries.ts';
import type { Piece, ShellWord } from '../../reading.ts';
import { type Call, type CodeOptions, type Frame, inputText } from '../../state/frame.ts';
import { choicesOf, processOutput, textWord } from '../../words.ts';
import { noteEarlier, runText } from './written-files.ts';

const inputPath = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/(?:self|\$\$|\d+)\/fd\/0)$/;
const openPath = /^\/(?:dev\/fd|proc\/[^/]+\/fd)\//;

export function runFile(call: Call, inner: Frame, file: ShellWord, options: CodeOptions = {}): void {
  const { reader } = call.frame;
  const output = processOutput(file);
  if (file.value !== null && inputPath.test(file.value)) runInput(call, inner, options);
  else if (output === null)
    reader.doubt('command', `${call.name} runs what another command prints`, file.span);
  else if (output !== undefined) reader.runCode(textWord(output, file), inner, options);
  else if (file.value !== null && openPath.test(file.value))
    reader.doubt('command', `${call.name} runs what it reads from ${file.value}`, file.span);
  else runWrittenFile(call, file, options);
}

function runWrittenFile(call: Call, file: ShellWord, options: CodeOptions): void {
  const { command, frame } = call;
  const { reader } = frame;
  for (const path of choicesOf(file)) {
    reader.files.run(path);
    noteEarlier(call, path);
    const texts = reader.files.textsIn(path);
    for (const text of texts) {
      if (text === null)
        reader.doubt('command', `${spelling(path)}, which the line itself writes`, command.span);
      else runText(call, text, options);
    }
    // It may be any of the files, but most likely is none of them.
    if (texts.length === 0 && path.pieces.every(({ kind }) => kind === 'unknown'))
      for (const text of reader.files.knownTexts)
        runText({ ...call, frame: { ...frame, isGuess: true } }, text, options);
  }
}

export function runInput(call: Call, inner: Frame, options: CodeOptions = {}): void {
  const { name, frame, command } = call;
  const { input, reader } = frame;
  // `bash < script` runs a file, as `bash script` does.
  if (input.kind === 'file') {
    runWrittenFile(call, input.path, options);
    return;
  }
  const isKnown = inputText(frame) !== null;
  if (!isKnown) reader.doubt('command', `${name} runs what it reads from its input`, command.span);
  if (input.kind !== 'text') return;
  const { dialect = 'posix', isSame = false, positional = [] } = options;
  const shell = isSame ? inner.shell : { state: inner.shell.state.child() };
  if (!isSame) shell.state.positional = positionalOf(positional);
  // The commands themselves read on in the same text.
  const shared: Frame = { ...inner, dialect, shell, input: { ...input, isShared: true } };
  reader.read(input.text, () => command.span, isKnown ? shared : { ...shared, isGuess: true });
}

export function positionalOf(words: readonly ShellWord[]): readonly (readonly Piece[])[] | null {
  return words.some(({ splits }) => splits) ? null : words.map(({ pieces }) => pieces);
}
