import { printsEnvironment } from '../../programs/environment-printers.ts';
import { scalar } from '../expand/value.ts';
import { withoutStart } from '../options.ts';
import type { ShellWord } from '../reading.ts';
import { bodyEffects } from '../state/effects.ts';
import type { AfterCommand, Frame } from '../state/frame.ts';
import type { ProgramReader } from '../state/program-call.ts';
import type { Reader } from '../state/reader.ts';
import { joinFolders, type ShellState } from '../state/state.ts';
import { positionalOf, runFile } from './code/run-file.ts';
import { moved, searchedFolders } from './folders.ts';
import { joinedWords, textWord, unknownWord } from './words.ts';

/** `eval`: its words are read again by the shell itself. */
export const runEval: ProgramReader = ({ words, frame, reader, command }) => {
  command.wraps = 'shell';
  const own = words[0]?.value === '--' ? words.slice(1) : words;
  if (own.length === 0) return undefined;
  if (isEnvironment(own, frame)) {
    frame.shell.state.forgetAll();
    return undefined;
  }
  const inner = { ...frame, via: [...frame.via, { name: 'eval', wraps: 'shell' as const }] };
  reader.runCode(joinedWords(own), inner, { dialect: frame.dialect, isSame: true });
  return undefined;
};

/** `eval "$(ssh-agent -s)"` and its like. */
function isEnvironment(words: readonly ShellWord[], { shell: { state } }: Frame): boolean {
  const [word, ...others] = words;
  const [piece, ...more] = word?.pieces ?? [];
  if (piece?.kind !== 'unknown' || others.length + more.length > 0 || !printsEnvironment(piece.source))
    return false;
  const [program = ''] = /[\w.-]+/.exec(piece.source) ?? [];
  return !state.functions.has(program) && !state.aliases.has(program);
}

/** `source`: another file's commands, of which nothing is known but that they may change everything. */
export const source: ProgramReader = (call) => {
  const { words, frame, name, reader } = call;
  const [file, ...rest] = words[0]?.value === '--' ? words.slice(1) : words;
  call.command.wraps = 'shell';
  const inner = { ...frame, via: [...frame.via, { name, wraps: 'shell' as const }] };
  if (file !== undefined && !isEnvironment([file], frame)) {
    const { state } = frame.shell;
    const { positional } = state;
    if (rest.length > 0) state.positional = positionalOf(rest);
    runFile(call, inner, file, { dialect: frame.dialect, positional: rest, isSame: true });
    if (rest.length > 0) state.positional = positional;
  }
  frame.shell.state.forgetAll();
  if (reader.options.sourcedStays !== true)
    frame.shell.state.folders = [...new Set([...frame.shell.state.folders, null])];
  return undefined;
};

/** `trap code SIGNAL`: the code runs later, whatever happens in between. */
export const trap: ProgramReader = ({ words, frame, reader, command }) => {
  const own = words[0]?.value === '--' ? words.slice(1) : words;
  const [code, ...signals] = own;
  if (code === undefined || signals.length === 0 || /^-[lp]?$/.test(code.value ?? '')) return undefined;
  command.wraps = 'shell';
  const state = frame.shell.state.fork();
  // What the variables and the folder are by then is not known.
  state.forgetAll();
  state.folders = [null];
  const inner = {
    ...frame,
    shell: { state },
    inside: [...frame.inside, { kind: 'trap' as const }],
    via: [...frame.via, { name: 'trap', wraps: 'shell' as const }],
  };
  reader.runCode(code, inner, { dialect: frame.dialect, isSame: true });
  const isAtEnd = signals.every(({ value }) => /^(?:EXIT|0)$/.test(value ?? ''));
  if (!isAtEnd) distrustChanged(code, frame, reader);
  return undefined;
};

/** What the code of a trap sets may be set between any two commands from here on. */
function distrustChanged(code: ShellWord, { shell: { state } }: Frame, reader: Reader): void {
  if (code.value === null) {
    state.distrustAll();
    return;
  }
  const { changesAll, names } = bodyEffects(reader.parse(code.value, () => code.span).nodes, state);
  if (changesAll) state.distrustAll();
  for (const name of names) state.distrust(name);
}

/** Words that begin or end something, which an alias may turn into anything. */
const reserved =
  /^(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|select|function|coproc|time|[{}!]|\[\[|\]\])$/;

export const alias: ProgramReader = ({ words, frame, reader }) => {
  const { aliases } = frame.shell.state;
  for (const word of words) {
    if (word.value === null) {
      reader.doubt('line', 'an alias that is only known at run time', word.span);
      continue;
    }
    const equals = word.value.indexOf('=');
    if (/^-[gs]/.test(word.value)) reader.doubt('line', 'an alias that stands anywhere in a line', word.span);
    if (equals <= 0) continue;
    const name = word.value.slice(0, equals);
    if (reserved.test(name)) reader.doubt('line', 'an alias for a word of the shell itself', word.span);
    aliases.set(name, [...(aliases.get(name) ?? []), word.value.slice(equals + 1)]);
  }
  return undefined;
};

/** `hash -p path name`: from here on the name runs that program. */
export const hash: ProgramReader = ({ words, frame, reader }) => {
  const flag = words.findIndex(({ value }) => value !== null && /^-[a-zA-Z]*p$/.test(value));
  const attached = words.find(({ value }) => value !== null && /^-p./.test(value));
  if (words.some(({ splits }) => splits))
    reader.doubt(
      'line',
      'hash with words that are only known at run time',
      words[0]?.span ?? { start: 0, end: 0 },
    );
  const path = flag >= 0 ? words[flag + 1] : attached;
  if (path === undefined) {
    // zsh: `hash name=path`.
    for (const word of words) {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(word.value ?? '') ?? [];
      if (name !== undefined && value !== undefined)
        frame.shell.state.hashed.set(name, [textWord(value, word)]);
    }
    return undefined;
  }
  // A loop or a function may have used the name before.
  reader.run([flag >= 0 ? path : withoutStart(path, 2), unknownWord('variable', path.span, true)], {
    ...frame,
    via: [...frame.via, { name: 'hash', wraps: 'plain' }],
  });
  for (const { value } of flag >= 0 ? words.slice(flag + 2) : words) {
    if (value !== null)
      frame.shell.state.hashed.set(value, [...(frame.shell.state.hashed.get(value) ?? []), path]);
  }
  return undefined;
};

export const set: ProgramReader = ({ words, frame }) => {
  const { state } = frame.shell;
  for (const [at, word] of words.entries()) {
    const { value } = word;
    if (value === null || value === '--' || !/^[-+]./.test(value)) {
      if (words[at - 1]?.value === '-o' || words[at - 1]?.value === '+o') continue;
      const rest = words.slice(value === '--' ? at + 1 : at);
      state.positional = positionalOf(rest);
      return undefined;
    }
    if (/^-[a-zA-Z]*e/.test(value)) state.isErrexit = true;
    else if (/^\+[a-zA-Z]*e/.test(value)) state.isErrexit = false;
  }
  return undefined;
};

export const shift: ProgramReader = ({ words, frame: { shell } }) => {
  const [count] = words;
  const by = count === undefined ? 1 : Number(count.value ?? Number.NaN);
  shell.state.positional = Number.isInteger(by) ? (shell.state.positional?.slice(by) ?? null) : null;
  return undefined;
};

export const changeFolder: ProgramReader = ({ name, words, frame, reader: { options } }) => {
  const { state } = frame.shell;
  const failed = state.folders;
  const operands = words.filter(({ value }) => !/^-[LPe@q]+$|^--$/.test(value ?? ''));
  const [target] = operands;
  const searched = state.lookUp('CDPATH');
  if (name !== 'cd' && name !== 'chdir')
    state.folders =
      target === undefined || /^[-+]/.test(target.value ?? '')
        ? [null]
        : moved(state.folders, target, options);
  else if (target === undefined) state.folders = ['~'];
  else if (target.value === '-' || operands.length > 1) state.folders = [null];
  else {
    const isSearched = searched !== undefined && !/^(?:[/~]|\.\.?(?:\/|$))/.test(target.source);
    const places = isSearched ? searchedFolders(searched) : [];
    state.folders = (places ?? []).reduce(
      (found, place) => joinFolders(found, moved(moved(failed, place, options), target, options)),
      places === null ? [null] : moved(failed, target, options),
    );
  }
  followFolder(state);
  return { failed, isEnd: false };
};

/** What was known of `PWD` and `OLDPWD` holds no longer. */
function followFolder(state: ShellState): void {
  const before = state.lookUp('PWD');
  if (before === undefined) return;
  const [folder, ...others] = state.folders;
  const isKnown = others.length === 0 && folder?.startsWith('/') === true;
  state.assign('OLDPWD', before);
  state.assign('PWD', isKnown ? [scalar([{ kind: 'text', text: folder }])] : null);
}

export const end: ProgramReader = ({ frame }): AfterCommand => ({
  failed: frame.shell.state.folders,
  isEnd: true,
});

/** Options of a builtin whose value is code for the same shell. */
export const completion: ProgramReader = ({ name, card, words, frame, reader, command }) => {
  for (const option of card.table.named('shell'))
    for (const code of words.filter((_, at) => words[at - 1]?.value === option)) {
      command.wraps = 'shell';
      const inner = { ...frame, via: [...frame.via, { name, wraps: 'shell' as const }] };
      reader.runCode(code, inner, { dialect: frame.dialect, isSame: true });
    }
  return undefined;
};

/** `jobs -x command`. */
export const jobs: ProgramReader = ({ words, frame, reader }) => {
  if (words[0]?.value === '-x')
    reader.run(words.slice(1), { ...frame, via: [...frame.via, { name: 'jobs', wraps: 'plain' }] });
  return undefined;
};

export const opaque: ProgramReader = ({ name, reader, command }) => {
  reader.doubt('command', `${name}, which runs what cannot be seen here`, command.span);
  return undefined;
};

export const bind: ProgramReader = (call) =>
  call.words.some(({ value }) => /^-[a-z]*x/.test(value ?? '')) ? opaque(call) : undefined;

export const enable: ProgramReader = (call) =>
  call.words.some(({ value }) => /^-[a-z]*f/.test(value ?? '')) ? opaque(call) : undefined;
