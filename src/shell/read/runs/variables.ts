import type { ShellWord } from '../reading.ts';
import { type Call, type Frame, type ProgramReader, through } from '../state/frame.ts';
import { checkValue, visitExpression } from '../walk/arithmetic.ts';
import { checkNaming, noteVariable, splitAssignment } from '../walk/assigned.ts';
import { withoutStart } from '../words.ts';

export const declare: ProgramReader = (call) => {
  const { name, words, frame } = call;
  const { reader, shell } = frame;
  const { state } = shell;
  const flags = words
    .map(({ value }) => value ?? '')
    .filter((value) => /^[-+]/.test(value))
    .join('');
  const isPlain = /^[-+rxgp-]*$/.test(flags);
  const isLocal = name === 'local' || ((name === 'declare' || name === 'typeset') && !flags.includes('g'));
  for (const word of words) {
    checkName(word, frame);
    const assignment = splitAssignment(word);
    if (word.splits || (word.value === null && assignment === null)) {
      state.forgetAll();
      continue;
    }
    const variable = assignment?.name ?? word.value ?? '';
    if (!/^[A-Za-z_]\w*$/.test(variable)) continue;
    const locals = reader.locals.at(-1);
    if (isLocal && locals !== undefined && !locals.has(variable))
      locals.set(variable, state.lookUp(variable));
    // Outside a function, `local` is an error and changes nothing.
    const isStray = name === 'local' && locals === undefined;
    if (assignment !== null) {
      noteVariable(assignment.shown, frame);
      state.assign(variable, isPlain && !isStray ? assignment.value : null);
    } else if (name !== 'export' && name !== 'readonly') state.forget(variable);
    if (name === 'export' || flags.includes('x')) state.export(variable);
    setAttributes(call, flags, variable, assignment?.shown.value ?? null);
  }
};

/** What a variable is declared to be changes what becomes of its values. */
function setAttributes({ frame, command }: Call, flags: string, name: string, value: ShellWord | null): void {
  const { state } = frame.shell;
  if (/-\w*[luc]/.test(flags)) state.distrust(name);
  if (/-\w*i/.test(flags)) {
    if (value !== null) checkValue(value, frame, command.span);
    state.makeInteger(name);
  }
  if (!/-\w*n/.test(flags)) return;
  // A reference: another variable gets what it is given.
  const [target] = /^[A-Za-z_]\w*/.exec(value?.value ?? '') ?? [];
  if (target === undefined) {
    state.distrust(name);
    state.distrustAll();
  } else {
    checkNaming(target, command.span, frame);
    if (value?.value === target) state.refer(name, target);
    else {
      state.distrust(name);
      state.distrust(target);
    }
  }
  if (value !== null && value.value !== target) checkValue(value, frame, command.span);
}

/** The index of an array's element is an expression, which may run commands. */
function checkName(word: ShellWord, frame: Frame): void {
  const text = word.pieces.map((piece) => ('text' in piece ? piece.text : '')).join('');
  const [, name = '', bracket] = /^([A-Za-z_]\w*)(\[)?/.exec(text) ?? [];
  checkNaming(name, word.span, frame);
  const isList = /^[A-Za-z_]\w*\+?=\(.*\[/s.test(text);
  if ((bracket !== undefined || isList) && /[$`]/.test(text))
    frame.reader.doubt('command', 'an element of an array whose place is a command', word.span);
}

export const assign: ProgramReader = ({ words, frame }) => {
  const { state } = frame.shell;
  for (const word of words) {
    checkName(word, frame);
    if (word.value === null) state.forgetAll();
    else for (const [name] of word.value.matchAll(/[A-Za-z_]\w*/g)) state.forget(name);
  }
};

export const runLet: ProgramReader = ({ words, frame }) => {
  for (const word of words) {
    const { value, span } = word;
    if (value === null || /[$`]/.test(value)) checkValue(word, frame, span);
    else visitExpression(value, [], frame, span);
  }
};

export const read: ProgramReader = (call) => {
  const { name, words, frame } = call;
  const { reader, shell, input } = frame;
  for (const variable of ['REPLY', 'MAPFILE', 'OPTARG', 'OPTIND']) shell.state.forget(variable);
  if (input.kind === 'text') reader.noteData(input.text);
  for (const { value } of words) if (shell.state.isInteger(value ?? '')) reader.evaluated.add(value ?? '');
  const at = words.findIndex(({ value }) => /^-[a-zA-Z]*C/.test(value ?? ''));
  const option = words[at];
  const isAttached = option !== undefined && !/C$/.test(option.value ?? '');
  const code = isAttached ? withoutStart(option, (option.value ?? '').indexOf('C') + 1) : words[at + 1];
  if (option !== undefined && code !== undefined && name !== 'read')
    reader.runCode(code, through(frame, name), { isSame: true });
  assign(call);
};

export const runPrintf: ProgramReader = (call) => {
  const { words } = call;
  const at = words.findIndex(({ value }) => value === '-v');
  const attached = words.find(({ value }) => /^-v./.test(value ?? ''));
  const name = at < 0 ? attached && withoutStart(attached, 2) : words[at + 1];
  if (name !== undefined) assign({ ...call, words: [name] });
};

export const tests: ProgramReader = ({ words, frame }) => {
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]?.value ?? '';
    const behind = words[at + 1]?.value ?? before;
    if (/^-[vRN]$/.test(before) || /^-(?:eq|ne|lt|le|gt|ge)$/.test(behind)) checkName(word, frame);
  }
};
