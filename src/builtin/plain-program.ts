import type { PathAction } from '../shell/actions/action.ts';
import { mayAssign } from '../shell/actions/printed-names.ts';
import { cardOf } from '../shell/programs/cards.ts';
import type { Doubt, ShellReading } from '../shell/read/reading.ts';

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

/** What a source in the line could do to files, or run. */
const running =
  /\b(?:system|exec\w*|p?open\w*|fopen|unlink\w*|remove\w*|rename\w*|rmdir|spawn\w*|Command|fs|os)\b/;

/** `gcc -o a a.c && ./a` runs code that is there to be read. */
export function runsCompiled(
  { reason, span }: Doubt,
  { text, commands }: ShellReading,
  writes: readonly PathAction[],
): boolean {
  if (!reason.endsWith(', which the line itself writes') || running.test(text)) return false;
  const plain = (path: string): string => path.replace(/^\.\//, '');
  const program = plain(text.slice(span.start, span.end));
  const writers = writes.filter(({ kind, path }) => kind === 'write' && plain(path.join('')) === program);
  return (
    writers.length > 0 &&
    writers.every(({ command }) => command?.card?.compiles === true && commands.includes(command))
  );
}
