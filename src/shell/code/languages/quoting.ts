import { lookUp } from '../../../engine/values/look-up.ts';
import type { Marked, Quoting } from '../evaluate/token.ts';

const whole: Quoting = { escapes: 'all', fill: 'variables' };
const bare: Quoting = { escapes: 'quote', fill: null };
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const perlMark = /(qq|qw|qx|qr|q|m|s|tr|y)(?![\w]|\s*=[>~]|\s*,)\s?([^\s\w,;)])/y;
const rubyMark = /%([wWiIqQxr]?)([^\s\w=])/y;

/** `q(…)`, `qw/…/`, `m{…}`, `s/…/…/`. */
export function perlQuoted(source: string, at: number): Marked | null {
  if (/[\w$@%&]/.test(source.charAt(at - 1))) return null;
  perlMark.lastIndex = at;
  const [all = '', mark = '', open = ''] = perlMark.exec(source) ?? [];
  if (open === '' || (open === '=' && mark !== 'q')) return null;
  const close = lookUp(closing, open) ?? open;
  const use =
    { qw: 'words', m: 'pattern', qr: 'pattern', s: 'substitution', tr: 'code', y: 'code' }[mark] ?? 'text';
  const quoting = /^(?:q|qw|tr|y)$/.test(mark) || open === "'" ? bare : { ...whole, runs: mark === 'qx' };
  return { from: at + all.length, open, close, use: use as Marked['use'], quoting };
}

/** `%w[…]`, `%x(…)`, `%q{…}`. */
export function rubyQuoted(source: string, at: number, afterValue: boolean): Marked | null {
  if (source.charAt(at) !== '%') return null;
  rubyMark.lastIndex = at;
  const [all = '', mark = '', open = ''] = rubyMark.exec(source) ?? [];
  // `a %(b)` is rare: with a blank before it and none behind, it is a text that a command is given.
  if (open === '' || (afterValue && !(mark !== '' && source.charAt(at - 1) === ' '))) return null;
  const use = mark === 'r' ? 'pattern' : /^[wWiI]$/.test(mark) ? 'words' : 'text';
  const quoting: Quoting = /^[qwi]$/.test(mark)
    ? bare
    : { escapes: 'all', fill: 'hash-braces', runs: mark === 'x' };
  return { from: at + all.length, open, close: lookUp(closing, open) ?? open, use, quoting };
}
