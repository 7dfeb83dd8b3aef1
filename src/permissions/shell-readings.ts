import { basename } from 'node:path';
import { subcommandsOf } from './subcommands.ts';

interface Word {
  /** Without its quotes. */
  readonly text: string;
  /** Whether the shell puts something in at run time. */
  readonly isDynamic: boolean;
}

/** Programs that run another, with how many words of their own stand before it. */
const wrappers: ReadonlyMap<string, number> = new Map([
  ...[
    'builtin',
    'busybox',
    'command',
    'coproc',
    'doas',
    'env',
    'exec',
    'ionice',
    'nice',
    'nohup',
    'parallel',
    'setsid',
    'stdbuf',
    'strace',
    'sudo',
    'time',
    'watch',
    'xargs',
  ].map((name) => [name, 0] as const),
  ...['chroot', 'flock', 'taskset', 'timeout'].map((name) => [name, 1] as const),
]);
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'su']);
const finders = /^-(?:exec|execdir|ok|okdir)$/;

/** How much is read of commands within commands, in letters: a command that is made for it would take for ever. */
class Budget {
  #left = 500_000;

  spend(words: readonly Word[]): void {
    this.#left -= words.reduce((sum, { text }) => sum + text.length + 1, 1);
    if (this.#left < 0) throw new Spent();
  }
}

class Spent extends Error {}

/**
 * What a command line may run, each as plain words behind the program's base name: `env /bin/rm "x"` is also `rm x`. Null
 * when a program is only known at run time.
 */
export function shellReadings(line: string): readonly string[] | null {
  try {
    return lineReadings(line, new Budget());
  } catch (problem) {
    if (problem instanceof Spent) return null;
    throw problem;
  }
}

function lineReadings(line: string, budget: Budget): readonly string[] | null {
  const parts = subcommandsOf(line);
  if (parts === null) return null;
  return joined(parts.map((part) => readings(wordsOf(part), budget)));
}

function readings(words: readonly Word[], budget: Budget): readonly string[] | null {
  const [program, ...rest] = words;
  if (program === undefined) return [];
  if (program.isDynamic) return null;
  const name = basename(program.text);
  const behind = rest.map(({ text }) => text);
  const own = [program.text, name].map((first) => [first, ...behind].join(' '));
  return joined([own, inner(name, rest, budget)]);
}

/** What the program runs in its turn. */
function inner(name: string, rest: readonly Word[], budget: Budget): readonly string[] | null {
  if (!runsOthers(name)) return [];
  budget.spend(rest);
  if (shells.has(name)) return shellScript(name, rest, budget);
  if (name === 'eval') return reread(rest, budget);
  if (name === 'trap') return reread(rest.slice(0, 1), budget);
  if (name === 'function')
    return readings(rest.slice(rest.findIndex(({ text }) => text === '{') + 1), budget);
  if (name === 'find')
    return joined(
      rest.flatMap(({ text }, index) =>
        finders.test(text) ? [readings(rest.slice(index + 1), budget)] : [],
      ),
    );
  // `command -v` tells where a program is.
  if (name === 'command' && /^-[pvV]*[vV]/.test(rest[0]?.text ?? '')) return [];
  return wrapped(rest, wrappers.get(name) ?? 0, budget);
}

function runsOthers(name: string): boolean {
  return shells.has(name) || wrappers.has(name) || ['eval', 'trap', 'function', 'find'].includes(name);
}

/** A word behind an option may be its value or the program: it is read as both. */
function wrapped(rest: readonly Word[], before: number, budget: Budget): readonly string[] | null {
  const found: (readonly string[] | null)[] = [];
  let passed = 0;
  for (const [index, { text }] of rest.entries()) {
    if (text.startsWith('-') || /^[A-Za-z_]\w*=/.test(text)) {
      // `env -S"rm x"` and `--split-string=rm x` hold a command of their own.
      if (/\s/.test(text)) found.push(lineReadings(text.replace(/^--?[\w-]+?(?:=|(?<=^-\w))/, ''), budget));
      continue;
    }
    found.push(/\s/.test(text) ? lineReadings(text, budget) : readings(rest.slice(index), budget));
    const isValue = rest[index - 1]?.text.startsWith('-') === true && rest[index - 1]?.text !== '--';
    if (isValue) continue;
    if (passed === before) break;
    passed += 1;
  }
  return joined(found);
}

function shellScript(name: string, rest: readonly Word[], budget: Budget): readonly string[] | null {
  const flag = rest.findIndex(({ text }) => /^-[A-Za-z]*c$/.test(text) || text === '--command');
  if (flag >= 0) {
    const script = rest.slice(flag + 1).find(({ text }) => !/^[-+]/.test(text));
    return script === undefined ? null : reread([script], budget);
  }
  if (rest.some(({ text }) => text === '--version' || text === '--help')) return [];
  // Without a script it runs what it reads.
  const hasScript = rest.some(({ text, isDynamic }) => !isDynamic && !/^[-+]/.test(text)) && name !== 'su';
  return hasScript && !rest.some(({ text }) => /^-[A-Za-z]*s$/.test(text)) ? [] : null;
}

function reread(words: readonly Word[], budget: Budget): readonly string[] | null {
  if (words.some(({ isDynamic }) => isDynamic)) return null;
  return lineReadings(words.map(({ text }) => text).join(' '), budget);
}

function joined(lists: readonly (readonly string[] | null)[]): readonly string[] | null {
  return lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
}

const piece =
  /\\\n|\\([\s\S])|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|(\d*(?:&>>?|<<<|<<-?|<>|[<>]&|>>|>\||[<>])[ \t]*)|(\s+)|([\s\S])/g;

/** The words of one simple command, without its redirections. */
function wordsOf(command: string): readonly Word[] {
  const words: Word[] = [];
  let text: string | null = null;
  let isDynamic = false;
  let isTarget = false;
  const end = (): void => {
    if (text !== null && !isTarget) words.push({ text, isDynamic });
    if (text !== null) isTarget = false;
    text = null;
    isDynamic = false;
  };
  for (const match of command.matchAll(piece)) {
    const [whole, escaped, single, double, redirect, blank, letter = ''] = match;
    if (whole === '\\\n') continue;
    if (redirect !== undefined || blank !== undefined) {
      end();
      if (redirect !== undefined) isTarget = true;
      continue;
    }
    if (double !== undefined) isDynamic ||= isExpansion(double.replaceAll(/\\[\s\S]/g, ''));
    else if (escaped === undefined && single === undefined)
      isDynamic ||= isExpansion(command.slice(match.index, match.index + 2)) || /[*?[{`]/.test(letter);
    text = `${text ?? ''}${escaped ?? single ?? double?.replaceAll(/\\\n/g, '').replaceAll(/\\([$`"\\])/g, '$1') ?? letter}`;
  }
  end();
  return words;
}

function isExpansion(text: string): boolean {
  return /`|\$[\w{(@*#?!$'"[-]/.test(text);
}
