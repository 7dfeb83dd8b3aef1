import { hasFlag, spelling, subcommandOf } from '../../shell/read/queries.ts';
import type { ShellCommand, ShellWord } from '../../shell/read/reading.ts';
import type { CallForm } from './rule.ts';

/** Longer calls are judged by their beginning and their end, to bound the time of matching. */
const maxText = 20_000;

export function fits({ subs, flags, without, word, text, reads }: CallForm, command: ShellCommand): boolean {
  const own = subs === undefined ? null : subcommandOf(command);
  if (subs !== undefined) {
    const path = own?.path.join(' ') ?? '';
    if (!subs.some((name) => path === name || path.startsWith(`${name} `))) return false;
  }
  if (flags !== undefined && hasFlag(command, ...flags) !== 'yes') return false;
  if (without !== undefined && hasFlag(command, ...without) === 'yes') return false;
  if (word !== undefined && !(own?.words ?? command.words).some((one) => isOperand(one, word))) return false;
  if (text === undefined) return true;
  const words = command.words.map(written).join(' ');
  const given = reads === true ? `${words}\n${command.input ?? ''}` : words;
  return text.test(
    given.length > maxText ? `${given.slice(0, maxText / 2)} ${given.slice(-maxText / 2)}` : given,
  );
}

function isOperand(word: ShellWord, test: NonNullable<CallForm['word']>): boolean {
  const text = spelling(word);
  return !/^-./.test(text) && test.test(text);
}

function written(word: ShellWord): string {
  const isHandedOn = word.pieces.some(
    (piece) => piece.kind === 'unknown' && (piece.from === 'input' || piece.from === 'found'),
  );
  return isHandedOn ? '$input' : spelling(word);
}
