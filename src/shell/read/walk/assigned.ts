import { isCommandVariable, isLoadingVariable, optionVariables } from '../../programs/variables.ts';
import type { ShellAssignment, Span } from '../reading.ts';
import type { Frame } from '../state/frame.ts';
import type { Reader } from '../state/reader.ts';

/** Variables through which shells name commands. */
const naming = /^(?:BASH_ALIASES|BASH_CMDS|BASH_FUNC_.*|functions|aliases|commands|galiases|saliases)$/;

/** Says so where a variable is set that changes which program a name stands for. */
export function checkNaming(name: string, span: Span, reader: Reader): void {
  if (naming.test(name)) reader.doubt('line', `${name}, which changes what the names of commands mean`, span);
}

/** Reads the commands that programs will run because of what a variable is set to. */
export function noteVariable({ name, value, span }: ShellAssignment, frame: Frame, reader: Reader): void {
  const text = value?.value ?? null;
  if (isLoadingVariable(name, text))
    reader.doubt('command', `${name}, through which other code is run`, span);
  // A prompt is expanded when it is shown, and the one of `set -x` is shown for every command.
  if (/^PS\d$/.test(name) && (text === null || /[$`]/.test(text)))
    reader.doubt('command', `${name}, in which commands are run`, span);
  if (value === null || !isCommandVariable(name, text)) return;
  const inner: Frame = { ...frame, via: [...frame.via, { name, wraps: 'shell' }] };
  // `less` is told by a bar that it is given a command.
  const program = optionVariables.get(name);
  const plain = (text ?? '').replace(/^\|+-?\s*/, '');
  const code =
    text === null ? value : { ...value, value: program === undefined ? plain : `${program} ${plain}` };
  reader.runCode(code, inner, { dialect: 'posix', isSame: false });
}
