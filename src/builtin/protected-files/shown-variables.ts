import { alternatives } from '../../shell/read/queries.ts';
import type { ShellCommand, ShellReading } from '../../shell/read/reading.ts';

export function showsVariables({ commands, doubts }: ShellReading): boolean {
  return doubts.length > 0 || commands.some(mayShow);
}

function mayShow({ card, code, words, redirections }: ShellCommand): boolean {
  if (card?.dumps !== undefined) return card.dumps === 'always' || words.length === 0;
  const sends = card?.slots.some(({ role }) => role === 'host') === true;
  if (card?.shows !== true && card?.language === undefined && !sends) return false;
  const all = [...words, ...redirections.flatMap(({ text }) => text ?? [])];
  return code.length > 0 || all.some((word) => alternatives(word).some(({ value }) => value === null));
}
