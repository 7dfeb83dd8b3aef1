import { withoutStart } from '../options.ts';
import type { ShellWord } from '../reading.ts';
import type { Call, ProgramReader } from '../state/program-call.ts';
import { checkValue, visitExpression } from '../walk/arithmetic.ts';
import { checkNaming, noteVariable } from '../walk/assigned.ts';
import { splitAssignment } from './assignments.ts';

/** `export`, `declare` and their like. */
export const declare: ProgramReader = (call) => {
  const { name, words, frame, reader } = call;
  const { state } = frame.shell;
  const flags = words
    .map(({ value }) => value ?? '')
    .filter((value) => /^[-+]/.test(value))
    .join('');
  const isPlain = /^[-+rxgp-]*$/.test(flags) || flags === '';
  const isLocal = name === 'local' || ((name === 'declare' || name === 'typeset') && !flags.includes('g'));
  for (const word of words) {
    checkName(word, reader);
    if (word.splits || (word.value === null && splitAssignment(word) === null)) {
      state.forgetAll();
      continue;
    }
    const assignment = splitAssignment(word);
    const own = assignment?.name ?? word.value ?? '';
    if (!/^[A-Za-z_]\w*$/.test(own)) continue;
    const locals = reader.locals.at(-1);
    if (isLocal && locals !== undefined && !locals.has(own)) locals.set(own, state.lookUp(own));
    // Outside a function, `local` is an error and changes nothing.
    const isStray = name === 'local' && locals === undefined;
    if (assignment !== null) noteVariable(assignment.shown, frame, reader);
    if (assignment !== null) state.assign(own, isPlain && !isStray ? assignment.value : null);
    else if (name !== 'export' && name !== 'readonly') state.forget(own);
    if (name === 'export' || flags.includes('x')) state.export(own);
    takeAttributes(call, flags, own, assignment?.shown.value ?? null);
  }
  return undefined;
};

/** What a variable is declared to be changes what is made of a value that it gets. */
function takeAttributes(
  { frame, reader, command }: Call,
  flags: string,
  name: string,
  value: ShellWord | null,
): void {
  const { state } = frame.shell;
  if (/-\w*[luc]/.test(flags)) state.distrust(name);
  if (/-\w*i/.test(flags)) {
    if (value !== null) checkValue(value, frame, reader, command.span);
    state.makeInteger(name);
  }
  if (!/-\w*n/.test(flags)) return;
  // A reference: what is assigned to it, another variable gets.
  const [target] = /^[A-Za-z_]\w*/.exec(value?.value ?? '') ?? [];
  if (target === undefined) {
    state.distrust(name);
    state.distrustAll();
  } else {
    checkNaming(target, command.span, reader);
    if (value?.value === target) state.refer(name, target);
    else {
      state.distrust(name);
      state.distrust(target);
    }
  }
  if (value !== null && value.value !== target) checkValue(value, frame, reader, command.span);
}

/** An element of an array has an expression for its place, and an expression may run commands. */
function checkName(word: ShellWord, reader: Call['reader']): void {
  const text = word.pieces.map((piece) => ('text' in piece ? piece.text : '')).join('');
  const [, name = '', bracket] = /^([A-Za-z_]\w*)(\[)?/.exec(text) ?? [];
  checkNaming(name, word.span, reader);
  const isList = /^[A-Za-z_]\w*\+?=\(.*\[/s.test(text);
  if ((bracket !== undefined || isList) && /[$`]/.test(text))
    reader.doubt('command', 'an element of an array whose place is a command', word.span);
}

/** Builtins that write into the variables that they are given. */
export const assign: ProgramReader = ({ words, frame, reader }) => {
  for (const word of words) {
    checkName(word, reader);
    if (word.value === null) frame.shell.state.forgetAll();
    else for (const [name] of word.value.matchAll(/[A-Za-z_]\w*/g)) frame.shell.state.forget(name);
  }
  return undefined;
};

/** `let`: each word is an expression. */
export const runLet: ProgramReader = ({ words, frame, reader }) => {
  for (const word of words) {
    const { value, span } = word;
    if (value === null || /[$`]/.test(value)) checkValue(word, frame, reader, span);
    else visitExpression(value, [], frame, reader, span);
  }
  return undefined;
};

export const read: ProgramReader = (call) => {
  const { name, words, frame, reader } = call;
  for (const own of ['REPLY', 'MAPFILE', 'OPTARG', 'OPTIND']) frame.shell.state.forget(own);
  if (frame.input.kind === 'text') reader.noteData(frame.input.text);
  for (const { value } of words)
    if (frame.shell.state.isInteger(value ?? '')) reader.evaluated.add(value ?? '');
  // `mapfile -C code` runs it for every few lines.
  const at = words.findIndex(({ value }) => /^-[a-zA-Z]*C/.test(value ?? ''));
  const option = words[at];
  const isAttached = option !== undefined && !/C$/.test(option.value ?? '');
  const code = isAttached ? withoutStart(option, (option.value ?? '').indexOf('C') + 1) : words[at + 1];
  if (option !== undefined && code !== undefined && name !== 'read')
    reader.runCode(
      code,
      { ...frame, via: [...frame.via, { name, wraps: 'shell' }] },
      { dialect: frame.dialect, isSame: true },
    );
  return assign(call);
};

export const runPrintf: ProgramReader = (call) => {
  const { words } = call;
  const at = words.findIndex(({ value }) => value === '-v');
  const attached = words.find(({ value }) => /^-v./.test(value ?? ''));
  const name = at < 0 ? attached && withoutStart(attached, 2) : words[at + 1];
  return name === undefined ? undefined : assign({ ...call, words: [name] });
};

export const tests: ProgramReader = ({ words, reader }) => {
  for (const [at, word] of words.entries()) {
    if (
      /^-[vRN]$/.test(words[at - 1]?.value ?? '') ||
      /^-(?:eq|ne|lt|le|gt|ge)$/.test(words[at + 1]?.value ?? words[at - 1]?.value ?? '')
    )
      checkName(word, reader);
  }
  return undefined;
};
