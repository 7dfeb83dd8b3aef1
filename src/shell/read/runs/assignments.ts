import { scalar, type Value } from '../expand/value.ts';
import { withoutStart } from '../options.ts';
import type { ShellAssignment, ShellWord } from '../reading.ts';

/** A word of the form `NAME=value` or `NAME+=value`; null when it is none. */
export function splitAssignment(
  word: ShellWord,
): { readonly name: string; readonly value: Value | null; readonly shown: ShellAssignment } | null {
  const [first] = word.pieces;
  const [whole, name, plus] =
    first?.kind === 'text' ? (/^([A-Za-z_][\w%()]*)(\+?)=/.exec(first.text) ?? []) : [];
  if (whole === undefined || name === undefined) return null;
  const value = withoutStart(word, whole.length);
  const isArray = value.pieces[0]?.kind === 'text' && value.pieces[0].text.startsWith('(');
  const isKnown = plus === '' && !isArray && word.choices.length === 0;
  return {
    name,
    value: isKnown ? [scalar(value.pieces)] : null,
    shown: {
      name,
      index: null,
      value: isArray ? null : value,
      elements: [],
      isAppending: plus !== '',
      span: word.span,
    },
  };
}
