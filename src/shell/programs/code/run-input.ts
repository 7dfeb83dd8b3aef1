import type { ShellWord } from '../../reading.ts';
import type { Dialect, Frame } from '../../state/frame.ts';
import type { Call } from '../../walk/call.ts';

/** Runs what a shell reads from its input. */
export function runInput(
  { name, frame, reader, command }: Call,
  inner: Frame,
  dialect: Dialect,
  positional: readonly ShellWord[] = [],
): void {
  const { input } = frame;
  // `bash < script` runs a file, as `bash script` does: one that the line itself has written is known.
  if (input.kind === 'file') {
    for (const text of reader.files.textsIn(input.path)) {
      if (text === null) reader.doubt('command', `${input.path}, which the line itself writes`, command.span);
      else
        reader.read(text, () => command.span, {
          ...inner,
          dialect,
          shell: { state: inner.shell.state.child() },
        });
    }
    return;
  }
  const isKnown = input.kind === 'text' && !input.isShared;
  if (!isKnown) reader.doubt('command', `${name} runs what it reads from its input`, command.span);
  if (input.kind !== 'text') return;
  const state = inner.shell.state.child();
  state.positional = positional.some(({ splits }) => splits) ? null : positional.map(({ pieces }) => pieces);
  // The commands themselves read on in the same text.
  const own: Frame = { ...inner, dialect, shell: { state }, input: { ...input, isShared: true } };
  reader.read(input.text, () => command.span, isKnown ? own : { ...own, isGuess: true });
}
