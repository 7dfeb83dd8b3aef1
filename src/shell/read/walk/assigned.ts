import { isCommandVariable, isLoadingVariable, optionVariables } from '../../programs/variables.ts';
import { scalar, type Value } from '../expand/value.ts';
import type { ShellAssignment, ShellWord, Span } from '../reading.ts';
import { type Frame, through } from '../state/frame.ts';
import { withoutStart } from '../words.ts';

const naming = /^(?:BASH_ALIASES|BASH_CMDS|BASH_FUNC_.*|functions|aliases|commands|galiases|saliases)$/;

/** Doubts the line where it sets a variable that changes which program a name means. */
export function checkNaming(name: string, span: Span, { reader }: Frame): void {
  if (naming.test(name)) reader.doubt('line', `${name}, which changes what the names of commands mean`, span);
}

export function noteVariable({ name, value, span }: ShellAssignment, frame: Frame): void {
  const { reader } = frame;
  const text = value?.value ?? null;
  if (isLoadingVariable(name, text))
    reader.doubt('command', `${name}, through which other code is run`, span);
  // A prompt is expanded when it is shown; `set -x` shows one for every command.
  if (/^PS\d$/.test(name) && (text === null || /[$`]/.test(text)))
    reader.doubt('command', `${name}, in which commands are run`, span);
  if (value === null || !isCommandVariable(name, text)) return;
  // To `less`, a bar before a command means a pipe.
  const plain = (text ?? '').replace(/^\|+-?\s*/, '');
  const program = optionVariables.get(name);
  const line = program === undefined ? plain : `${program} ${plain}`;
  reader.runCode(text === null ? value : { ...value, value: line }, through(frame, name));
}

export function splitAssignment(
  word: ShellWord,
): { readonly name: string; readonly value: Value | null; readonly shown: ShellAssignment } | null {
  const [first] = word.pieces;
  const [whole, name, plus] =
    first?.kind === 'text' ? (/^([A-Za-z_][\w%()]*)(\+?)=/.exec(first.text) ?? []) : [];
  if (whole === undefined || name === undefined) return null;
  const value = withoutStart(word, whole.length);
  const isArray = value.pieces[0]?.kind === 'text' && value.pieces[0].text.startsWith('(');
  const isKnown = plus === '' && !isArray && word.choices.length === 0;
  const shown = { name, index: null, elements: [], isAppending: plus !== '', span: word.span };
  return {
    name,
    value: isKnown ? [scalar(value.pieces)] : null,
    shown: { ...shown, value: isArray ? null : value },
  };
}
