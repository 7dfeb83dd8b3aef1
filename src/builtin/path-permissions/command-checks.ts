import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { globNames } from '../../files/glob-names.ts';
import type { PathAction } from '../../shell/actions/action.ts';
import { cardOf } from '../../shell/programs/cards.ts';
import { givenWords } from '../../shell/read/options.ts';
import { alternatives, globOf } from '../../shell/read/queries.ts';
import type { ShellAssignment, ShellCommand, ShellWord } from '../../shell/read/reading.ts';
import { knownStart } from '../../shell/read/words.ts';

const systemFolders = /^(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/s?bin$/;

export function isUnknownProgram(
  { kind, card, program, words }: ShellCommand,
  paths: readonly PathAction[],
): boolean {
  if (kind !== 'program') return false;
  if (card === null || isOwnProgram(program)) return true;
  if (card.dialect !== undefined) return !words.some(({ value }) => /^-\w*c$/.test(value ?? ''));
  return card.reach !== undefined || paths.some(({ isSure, word }) => !isSure && word !== undefined);
}

export function isOwnProgram(program: ShellWord | null): program is ShellWord {
  const path = program?.value ?? '';
  return path.includes('/') && !(systemFolders.test(dirname(path)) && existsSync(path));
}

export function checkCommand(command: ShellCommand): void {
  const { kind, name, card, assignments, inside, redirections } = command;
  for (const own of inside)
    if (own.kind === 'loop' && own.variable !== null && isDecisive(own.variable))
      throw new UnjudgeablePath(`a loop that changes ${own.variable}`);
  for (const assignment of assignments) refuseDecisive(assignment, name);
  if (redirections.some(({ descriptor }) => typeof descriptor === 'string'))
    throw new UnjudgeablePath('a redirection that sets a variable');
  if (kind === 'function' && cardOf(name) !== null)
    throw new UnjudgeablePath(`a function that is called ${name}`);
  if (kind !== 'program' || card === null) return;
  if (card.reach === 'machine') throw new UnjudgeablePath(`${name}, which can run anything`);
  if (command.code.some(({ text }) => text.value === null))
    throw new UnjudgeablePath(`${name} with code that is only known at run time`);
  const module = command.words.findIndex(({ value }) => value === '-m') + 1;
  if (module > 0 && card.modules?.test(command.words[module]?.value ?? 'code') === true)
    throw new UnjudgeablePath(`${name} with a module that runs code`);
  const given = givenWords(card.table, command.words);
  const flags = new Set([...given.flags, ...command.words.map(knownStart)]);
  if (card.namesFrom?.some((option) => flags.has(option)) === true)
    throw new UnjudgeablePath(`${name} with names that it reads from a file`);
  if (card.reach === undefined && given.values.some(({ role }) => role === 'script'))
    throw new UnjudgeablePath(`${name} with code from a file`);
  checkVariables(command);
  if (card.dialect !== undefined) checkShell(command);
  if (card.wraps !== undefined) checkWrapper(command);
}

function checkVariables({ name, card, words }: ShellCommand): void {
  if (card === null) return;
  const named = givenWords(card.table, words).values.flatMap((value) =>
    value.role === 'variable' ? [value.word] : [],
  );
  const isSetting = card.slots.some(({ role }) => role === 'variable');
  for (const word of [...(isSetting ? words : []), ...named].flatMap(alternatives)) {
    const assignment = assignmentIn(word);
    if (assignment !== null) refuseDecisive(assignment, name);
    else if (word.value === null || isDecisive(word.value))
      throw new UnjudgeablePath(`a command that changes ${word.source}`);
  }
}

const shellOptions = /^(?:-|-[nlexuv]*[cs]?|-[exuv]*o|--(?:norc|noprofile|login|version))$/;

function checkShell({ name, words, input }: ShellCommand): void {
  for (const word of words) {
    const text = knownStart(word);
    if (/^-\w*c$|^--version$/.test(text) || !/^[-+]./.test(text)) return;
    if (!shellOptions.test(text) || word.value === null)
      throw new UnjudgeablePath(`${name} with options: ${text}`);
  }
  if (input === null) throw new UnjudgeablePath(`${name} with commands that it can't see`);
}

function checkWrapper({ name, card, words }: ShellCommand): void {
  if (card?.wraps === undefined) return;
  const end = words.findIndex((word) => !knownStart(word).startsWith('-'));
  const { unknown, flags } = givenWords(card.table, end < 0 ? words : words.slice(0, end));
  const cleared = card.clears?.find((option) => flags.has(option));
  const [odd = cleared] = card.wraps === 'user' ? flags : unknown;
  if (odd !== undefined) throw new UnjudgeablePath(`${name} with options: ${odd}`);
}

export function refuseOptionNames({ words }: ShellCommand, folders: readonly (string | null)[]): void {
  for (const word of words) {
    for (const one of alternatives(word)) {
      if (word.choices.length > 0 && one.value?.startsWith('-') === true)
        throw new UnjudgeablePath(`a word that may be the option ${one.value}`);
      // A quoted letter counts as any.
      const glob = globOf(one)?.replaceAll(/\\./g, '?') ?? null;
      if (glob === null || !/^[-*?[]/.test(glob)) continue;
      for (const folder of folders) {
        if (folder === null)
          throw new UnjudgeablePath('a pattern in a folder that is only known at run time');
        const option = globNames(glob.replaceAll(/\*+/g, '*'), folder).find(
          (path) => path !== glob && path.startsWith('-'),
        );
        if (option !== undefined)
          throw new UnjudgeablePath(`the pattern ${glob}, which matches ${option}, a name like an option`);
      }
    }
  }
}

const decisive =
  /^(?:_|ENV|IFS|PWD|OLDPWD|HOME|SHELL|VISUAL|TZ|OPTIND|TMOUT|FIGNORE|PS\d|(?:cd|f|man)?path|S?RANDOM|LINENO|(?:EPOCH)?SECONDS|E?UID|PPID)$|^(?:LESS|BASH|LD_|DYLD_|GIT_|PYTHON|PERL|RUBY|MALLOC|GCONV|NLS|HIST|MAIL|GLOB|EXEC|POSIX|ZDOT|TERMINFO|AWK|JQ_|GREP|TMP|TEMP|NODE_(?!ENV$)|NPM_)|PATH|OPTIONS|OPTS|FLAGS|RSH|PAGER|EDITOR|PRELOAD|PROMPT|COMMAND|ASKPASS|CONFIG|STARTUP|INIT/;

const flag = /^(?:[01]|true|false|yes|no|)$/i;
const harmless: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|FAULTHANDLER|UTF8|DEVMODE)$/, flag],
  [/^PYTHON(?:HASHSEED|IOENCODING|WARNINGS)$/, /^[\w:-]+$/],
  [/^PYTHONPATH$/, /^(?!.*\.\.)[\w.-][\w./-]*(?::[\w.-][\w./-]*)*$/],
  [
    /^NODE_OPTIONS$/,
    /^(?:\s*--(?:max[-_]old[-_]space[-_]size=\d+|experimental-vm-modules|no-warnings|enable-source-maps|trace-warnings|no-deprecation|trace-deprecation|experimental-strip-types|expose-gc|unhandled-rejections=\w+))*\s*$/,
  ],
  [/^NODE_(?:NO_WARNINGS|DISABLE_COLORS|V8_COVERAGE_OFF)$/, flag],
  [/^(?:GIT_|MAN)?PAGER$/, /^(?:cat|less|)$/],
  [/^(?:GIT_|GIT_SEQUENCE_)?EDITOR$/, /^(?:true|:|cat)$/],
  [/^GIT_(?:TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|ADVICE)$/, flag],
  [/^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/, /^[^\n]*$/],
  [/^TZ$/, /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/],
  [/^GOFLAGS$/, /^-mod=(?:mod|vendor|readonly)$/],
  [/^TEMPERATURE$/, /^[\d.]+$/],
  [/^(?:NPM_CONFIG|npm_config)_(?:LOGLEVEL|loglevel|YES|yes|FUND|fund|AUDIT|audit)$/, /^\w+$/],
  // Fewer separators split no other paths.
  [/^IFS$/, /^\s*$/],
];

function isDecisive(name: string): boolean {
  return decisive.test(name);
}

function refuseDecisive({ name, value, index, elements }: ShellAssignment, program: string): void {
  const text = value?.value ?? null;
  // `IFS=, read …` sets it only for `read`.
  const isReadSeparator = name === 'IFS' && program === 'read' && text !== null;
  const isHarmless =
    text !== null && harmless.some(([names, values]) => names.test(name) && values.test(text));
  if (isDecisive(name) && !isReadSeparator && !isHarmless)
    throw new UnjudgeablePath(`a command that changes ${name}`);
  if (index !== null && !isPlace(index))
    throw new UnjudgeablePath('a command that sets an element of an array');
  if (elements.some(({ source }) => /^\[/.test(source)))
    throw new UnjudgeablePath('a command that sets elements of an array by their places');
}

function isPlace({ value, pieces }: ShellWord): boolean {
  return value === null
    ? pieces.every((piece) => piece.kind === 'unknown' && piece.from === 'number')
    : /^\d+$/.test(value);
}

function assignmentIn(word: ShellWord): ShellAssignment | null {
  const [first, ...rest] = word.pieces;
  const [whole, name] = first?.kind === 'text' ? (/^([A-Za-z_]\w*)\+?=/.exec(first.text) ?? []) : [];
  if (first?.kind !== 'text' || whole === undefined || name === undefined) return null;
  const pieces = [{ ...first, text: first.text.slice(whole.length) }, ...rest];
  const value = { ...word, pieces, value: word.value?.slice(whole.length) ?? null };
  return { name, index: null, value, elements: [], isAppending: whole.endsWith('+='), span: word.span };
}
