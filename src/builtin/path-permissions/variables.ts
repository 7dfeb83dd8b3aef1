import { UnjudgeablePath } from '../../files/follow-links.ts';
import type { ShellAssignment, ShellWord } from '../../shell/read/reading.ts';

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
  // What is split at blanks is no other path for being split at fewer of them.
  [/^IFS$/, /^\s*$/],
];

export function isDecisive(name: string): boolean {
  return decisive.test(name);
}

export function refuseDecisive({ name, value, index, elements }: ShellAssignment, program: string): void {
  const text = value?.value ?? null;
  // What is said before `read` is about that line alone.
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

export function assignmentIn(word: ShellWord): ShellAssignment | null {
  const [first, ...rest] = word.pieces;
  const [whole, name] = first?.kind === 'text' ? (/^([A-Za-z_]\w*)\+?=/.exec(first.text) ?? []) : [];
  if (first?.kind !== 'text' || whole === undefined || name === undefined) return null;
  const pieces = [{ ...first, text: first.text.slice(whole.length) }, ...rest];
  const value = { ...word, pieces, value: word.value?.slice(whole.length) ?? null };
  return { name, index: null, value, elements: [], isAppending: whole.endsWith('+='), span: word.span };
}
