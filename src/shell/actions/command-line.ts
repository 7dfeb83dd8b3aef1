import { shellQuoted } from '../read/words.ts';

/** A command as a list is one command with its words, not a line for a shell; words beside a line are more of them. */
export function commandLine(command: unknown, words: unknown): unknown {
  const line = isWords(command) ? command.map(shellQuoted).join(' ') : command;
  if (words === undefined || words === null || typeof line !== 'string') return line;
  if (isWords(words)) return `${line} ${words.map(shellQuoted).join(' ')}`;
  if (typeof words === 'string') return `${line} ${words}`;
  return Array.isArray(words) && words.length === 0 ? line : words;
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}
