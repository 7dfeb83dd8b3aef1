import type { PathAction } from '../shell/actions/action.ts';
import { mayAssign } from '../shell/actions/printed-names.ts';
import { cardOf } from '../shell/programs/cards.ts';
import type { Doubt, ShellCommand, ShellReading } from '../shell/read/reading.ts';

const printed =
  /^"?\$\((?:(?:npm|yarn|pnpm) (?:bin|root|prefix)(?: -g)?|(?:which|command -v) [\w.-]+|go env GOPATH|brew --prefix(?: [\w@.-]+)?|git rev-parse --show-toplevel|pwd)(?: 2>\s?\/dev\/null)?\)"?(?:$|\/|\s)/;
const named =
  /^"?\$\{?\w*(?:PYTHON|NODE|NPM|PIP|GO|CARGO|JAVA|MAKE|CC|CXX|LD|SHELL|SUDO|EDITOR|PAGER|GIT|DOCKER|COMPOSER|PHP|RUBY|PERL|BIN|VENV\w*)\d?\}?"?(?:$|\/|\s)/i;
/** A script's arguments: the line that an agent runs has none. */
const given = /^(?:"?\$(?:[@*\d]|\{[@*\d]\})"?|"\$\{\w+\[@\]\}")(?:$|\s)/;
const quoted = /^"(?:[\w./-]*\$(?:\w+|\{\w+(?:\[@\])?\}))+[\w./-]*"(?:$|\s)/;

/**
 * Whether a doubt is only about a program, or about words of code, that a script is given from outside: what the line sets itself is
 * not taken for harmless.
 */
export function isPlainDoubt({ reason, span }: Doubt, { text, commands }: ShellReading): boolean {
  const source = text.slice(span.start, span.end);
  if (/^set\s+--\s+"?\$\{?\w+\}?"?$/.test(source)) return true;
  const isOwn = (): boolean =>
    [...source.matchAll(/\$\{?(\w+)/g)].some(([, name = '']) =>
      commands.some((command) => command.card?.runs !== 'source' && mayAssign(command, name)),
    );
  if (/^code that is only/.test(reason)) return hasPlainWords(source) && !isOwn();
  // `gosu app "$@"` runs what the script is given.
  if (/ with words that are only known/.test(reason))
    return /^[\w./:@=-]+(?:\s+[\w./:@=-]+)*\s+"\$@"$/.test(source);
  if (!/program|^exec with/.test(reason)) return false;
  const program = source.replace(/^exec\s+/, '');
  if (printed.test(program) || named.test(program) || given.test(program)) return true;
  const name = /^"?\$\{?([A-Za-z]\w*)\}?"?(?:$|\s)/.exec(program)?.[1]?.toLowerCase() ?? '';
  const card = name === 'cmd' ? null : cardOf(name);
  return (
    (quoted.test(program) || (card !== null && card.wraps === undefined && card.dialect === undefined)) &&
    !isOwn()
  );
}

/** Code whose programs are named, with variables only as words behind them: `bash -c "cd $DIR && make"`. */
function hasPlainWords(source: string): boolean {
  const code = source.replace(/^["']/, '');
  if (
    !/^[\w./-]+[\s=]/.test(code) ||
    /[`]|\$\(|\beval\b|\$\{!/.test(code) ||
    /\b(?:ba|z|da|k)?sh\s+-c\b/.test(code)
  )
    return false;
  return [...code.matchAll(/\$/g)].every(({ index }) =>
    isBehindWord(code.slice(Math.max(0, index - 40), index)),
  );
}

function isBehindWord(text: string): boolean {
  for (let at = text.length - 1; at > 0 && joining.test(text.charAt(at)); at -= 1)
    if (!opening.test(text.charAt(at - 1))) return true;
  return false;
}

const joining = /[\s=/'"\\:,@.-]/;
const opening = /[\s;&|({!]/;

/** Commands beside a compiler that bring no code from elsewhere. */
const plainBeside = /^(?:cd|cat|echo|printf|mkdir|ls|head|tail|grep|wc|time|test|\[|true|set)$/;
const plainCalls =
  /^(?:main|printf|puts|putchar|strlen|strcmp|sizeof|if|for|while|switch|return|assert|abs|sqrt|pow|min|max|len|println!|print!|fmt\.Print(?:ln|f)?)$/;
/** Ways to call a function under another name, and options of compilers that bring in code. */
const disguised =
  /\)\s*\(|\/[*/]|\\\s*\n|#\s*(?:define|pragma|include\s*[^<\s])|##|asm|constructor|unsafe|\s-(?:D|include|imacros|Wl|Wp|Xlinker|T|wrapper|specs|fplugin|toolexec|ldflags)|\/dev\/tcp/;
const dangerous =
  /\b(?:sys\w*|exec\w*|p?open\w*|fopen|unlink\w*|remove\w*|rename\w*|rmdir|spawn\w*|Command|fs|os|net)\b/;

/** `gcc -o a a.c && ./a` runs code that is there to be read: in a file, or in the line with plain calls only. */
export function runsCompiled(
  { reason, span }: Doubt,
  { text, commands }: ShellReading,
  paths: readonly PathAction[],
): boolean {
  if (!reason.endsWith(', which the line itself writes')) return false;
  const plain = (path: string): string => path.replace(/^\.\//, '');
  const program = plain(text.slice(span.start, span.end));
  const written = paths.filter(({ kind }) => kind !== 'read' && kind !== 'list');
  const isCompiled = ({ command }: PathAction): boolean =>
    command?.card?.compiles === true && commands.includes(command);
  const writers = written.filter(({ path }) => plain(path.join('')) === program);
  const isBeside = ({ kind, name, card, program }: ShellCommand): boolean =>
    kind === 'syntax' ||
    card?.compiles === true ||
    (kind === 'program' && plainBeside.test(name)) ||
    plain(program?.value ?? '') === plain(text.slice(span.start, span.end));
  return (
    writers.length > 0 &&
    writers.every(isCompiled) &&
    commands.every(isBeside) &&
    (written.every(isCompiled) || hasPlainCalls(text))
  );
}

function hasPlainCalls(text: string): boolean {
  return (
    !disguised.test(text) &&
    !dangerous.test(text) &&
    [...text.matchAll(/(?<![\w.!])([\w.!]+)\s*\(/g)].every(([, name = '']) => plainCalls.test(name))
  );
}
