import { printsEnvironment } from '../../programs/environment-printers.ts';
import { scalar } from '../expand/value.ts';
import type { ShellWord } from '../reading.ts';
import { bodyEffects } from '../state/effects.ts';
import { type Frame, type ProgramReader, subshell, through } from '../state/frame.ts';
import { joinFolders, type ShellState } from '../state/state.ts';
import { behindDashes, joinedWords, textWord, unknownWord, withoutStart } from '../words.ts';
import { positionalOf, runFile } from './code/run-file.ts';
import { moved, searchedFolders } from './folders.ts';

export const runEval: ProgramReader = ({ words, frame, command }) => {
  command.wraps = 'shell';
  const code = behindDashes(words);
  if (code.length === 0) return;
  if (isEnvironment(code, frame)) frame.shell.state.forgetAll();
  else frame.reader.runCode(joinedWords(code), through(frame, 'eval'), { isSame: true });
};

function isEnvironment(words: readonly ShellWord[], { shell: { state } }: Frame): boolean {
  const [word, ...others] = words;
  const [piece, ...more] = word?.pieces ?? [];
  if (piece?.kind !== 'unknown' || others.length + more.length > 0 || !printsEnvironment(piece.source))
    return false;
  const [program = ''] = /[\w.-]+/.exec(piece.source) ?? [];
  return !state.functions.has(program) && !state.aliases.has(program);
}

export const source: ProgramReader = (call) => {
  const { words, frame, name } = call;
  const { state } = frame.shell;
  const [file, ...rest] = behindDashes(words);
  call.command.wraps = 'shell';
  if (file !== undefined && !isEnvironment([file], frame)) {
    const { positional } = state;
    if (rest.length > 0) state.positional = positionalOf(rest);
    const { dialect } = frame;
    runFile(call, through(frame, name), file, { dialect, positional: rest, isSame: true });
    if (rest.length > 0) state.positional = positional;
  }
  state.forgetAll();
  if (frame.reader.options.sourcedStays !== true) state.folders = [...new Set([...state.folders, null])];
};

/** `trap code SIGNAL`: the code runs later, with unknown variables and in an unknown folder. */
export const trap: ProgramReader = ({ words, frame, command }) => {
  const [code, ...signals] = behindDashes(words);
  if (code === undefined || signals.length === 0 || /^-[lp]?$/.test(code.value ?? '')) return;
  command.wraps = 'shell';
  const inner = through(subshell(frame), 'trap');
  inner.shell.state.forgetAll();
  inner.shell.state.folders = [null];
  const inside = [...frame.inside, { kind: 'trap' as const }];
  frame.reader.runCode(code, { ...inner, inside }, { isSame: true });
  if (!signals.every(({ value }) => /^(?:EXIT|0)$/.test(value ?? ''))) distrustChanged(code, frame);
};

/** What the code of a trap sets may be set between any two commands from here on. */
function distrustChanged({ value, span }: ShellWord, { shell: { state }, reader }: Frame): void {
  const effects = value === null ? null : bodyEffects(reader.parse(value, () => span).nodes, state);
  if (effects === null || effects.changesAll) state.distrustAll();
  for (const name of effects?.names ?? []) state.distrust(name);
}

const reserved =
  /^(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|select|function|coproc|time|[{}!]|\[\[|\]\])$/;

export const alias: ProgramReader = ({ words, frame: { reader, shell } }) => {
  const { aliases } = shell.state;
  for (const { value, span } of words) {
    if (value === null) {
      reader.doubt('line', 'an alias that is only known at run time', span);
      continue;
    }
    const equals = value.indexOf('=');
    if (/^-[gs]/.test(value)) reader.doubt('line', 'an alias that stands anywhere in a line', span);
    if (equals <= 0) continue;
    const name = value.slice(0, equals);
    if (reserved.test(name)) reader.doubt('line', 'an alias for a word of the shell itself', span);
    aliases.set(name, [...(aliases.get(name) ?? []), value.slice(equals + 1)]);
  }
};

export const hash: ProgramReader = ({ words, frame }) => {
  const { reader, shell } = frame;
  const { hashed } = shell.state;
  const [start] = words;
  if (start !== undefined && words.some(({ splits }) => splits))
    reader.doubt('line', 'hash with words that are only known at run time', start.span);
  const flag = words.findIndex(({ value }) => value !== null && /^-[a-zA-Z]*p$/.test(value));
  const attached = words.find(({ value }) => value !== null && /^-p./.test(value));
  const path = flag >= 0 ? words[flag + 1] : attached;
  if (path === undefined) {
    for (const word of words) {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(word.value ?? '') ?? [];
      if (name !== undefined && value !== undefined) hashed.set(name, [textWord(value, word)]);
    }
    return;
  }
  // A loop or a function may have used the name before.
  const program = flag >= 0 ? path : withoutStart(path, 2);
  reader.run([program, unknownWord('variable', path.span, true)], through(frame, 'hash', 'plain'));
  for (const { value } of flag >= 0 ? words.slice(flag + 2) : words)
    if (value !== null) hashed.set(value, [...(hashed.get(value) ?? []), path]);
};

export const set: ProgramReader = ({ words, frame }) => {
  const { state } = frame.shell;
  for (const [at, { value }] of words.entries()) {
    if (value === null || value === '--' || !/^[-+]./.test(value)) {
      if (words[at - 1]?.value === '-o' || words[at - 1]?.value === '+o') continue;
      state.positional = positionalOf(words.slice(value === '--' ? at + 1 : at));
      return;
    }
    if (/^[-+][a-zA-Z]*e/.test(value)) state.isErrexit = value.startsWith('-');
  }
};

export const shift: ProgramReader = ({ words: [count], frame: { shell } }) => {
  const by = count === undefined ? 1 : Number(count.value ?? Number.NaN);
  shell.state.positional = Number.isInteger(by) ? (shell.state.positional?.slice(by) ?? null) : null;
};

export const changeFolder: ProgramReader = ({ name, words, frame: { shell, reader } }) => {
  const { state } = shell;
  const { folders } = state;
  const { options } = reader;
  const operands = words.filter(({ value }) => !/^-[LPe@q]+$|^--$/.test(value ?? ''));
  const [target] = operands;
  const searched = state.lookUp('CDPATH');
  if (name !== 'cd' && name !== 'chdir') {
    const isKnown = target !== undefined && !/^[-+]/.test(target.value ?? '');
    state.folders = isKnown ? moved(folders, target, options) : [null];
  } else if (target === undefined) state.folders = ['~'];
  else if (target.value === '-' || operands.length > 1) state.folders = [null];
  else {
    const isSearched = searched !== undefined && !/^(?:[/~]|\.\.?(?:\/|$))/.test(target.source);
    const places = isSearched ? searchedFolders(searched) : [];
    state.folders = (places ?? []).reduce(
      (all, place) => joinFolders(all, moved(moved(folders, place, options), target, options)),
      places === null ? [null] : moved(folders, target, options),
    );
  }
  followFolder(state);
};

function followFolder(state: ShellState): void {
  const before = state.lookUp('PWD');
  if (before === undefined) return;
  const [folder, ...others] = state.folders;
  const isKnown = others.length === 0 && folder?.startsWith('/') === true;
  state.assign('OLDPWD', before);
  state.assign('PWD', isKnown ? [scalar([{ kind: 'text', text: folder }])] : null);
}

export const completion: ProgramReader = ({ name, card, words, frame, command }) => {
  for (const option of card.table.named('shell'))
    for (const code of words.filter((_, at) => words[at - 1]?.value === option)) {
      command.wraps = 'shell';
      frame.reader.runCode(code, through(frame, name), { isSame: true });
    }
};

export const jobs: ProgramReader = ({ words, frame }) => {
  if (words[0]?.value === '-x') frame.reader.run(words.slice(1), through(frame, 'jobs', 'plain'));
};

export const opaque: ProgramReader = ({ name, frame, command }) =>
  frame.reader.doubt('command', `${name}, which runs what cannot be seen here`, command.span);

export const opaqueWith =
  (option: RegExp): ProgramReader =>
  (call) => {
    if (call.words.some(({ value }) => option.test(value ?? ''))) opaque(call);
  };
