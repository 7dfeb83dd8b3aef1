import { readShell } from './read-shell.ts';
import type { ShellWord } from './reading.ts';

/** The words of a line that is one plain command, as a program would get them; null when it needs a shell. */
export function plainWords(line: string): readonly string[] | null {
  const { commands, doubts } = readShell(line);
  const [command, ...others] = commands.filter(({ via }) => via.length === 0);
  if (command === undefined || others.length > 0 || doubts.some(({ about }) => about === 'line')) return null;
  const { kind, program, words, assignments, redirections, inside, span } = command;
  const isWhole = span.start === 0 && span.end === line.trimEnd().length;
  const isBare = assignments.length === 0 && redirections.length === 0 && inside.length === 0;
  if (kind !== 'program' || program === null || !isWhole || !isBare) return null;
  const all = [program, ...words];
  // What is no word, such as an expansion without an end, is for the shell to refuse.
  if (withoutBlanks(all.map(({ source }) => source).join('')) !== withoutBlanks(line)) return null;
  const texts = all.map(plainText);
  return texts.every((text) => text !== null) ? texts : null;
}

/** Shells differ in braces, backslashes and some quotes: what has any is left to the shell. */
function plainText({ value, splits, choices, source }: ShellWord): string | null {
  const isDoubtful = /[\\{$`]/.test(source.replaceAll(/'[^']*'/g, ''));
  return isDoubtful || splits || choices.length > 0 ? null : value;
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '');
}
