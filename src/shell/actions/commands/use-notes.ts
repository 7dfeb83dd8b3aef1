import { isLoadingOption, isWritingOption } from '../../programs/any-option.ts';
import type { Card } from '../../programs/card.ts';
import { hasFlag } from '../../read/queries.ts';
import type { ShellCommand, ShellWord } from '../../read/reading.ts';
import type { PathAction } from '../action.ts';
import { calledCard } from './card-uses.ts';
import { startOf, type WordUse } from './word-uses.ts';

export type Notes = Pick<
  PathAction,
  'isLoaded' | 'isRecorded' | 'isGenerated' | 'mayOnlyRead' | 'keepsContent'
>;

/** What the card and the options of a command say of what it does to a word. */
export function notesOn(command: ShellCommand): (use: WordUse) => Notes {
  const card = calledCard(command.name, command.words)?.card ?? null;
  const places = (words: readonly ShellWord[]): ReadonlySet<string> => new Set(words.map(placeOf));
  const isShown = card?.shownBy !== undefined && hasFlag(command, ...card.shownBy) === 'yes';
  const loaded = places(isShown ? [] : loadedWords(card, command.words));
  const { recorded } = card ?? {};
  // A redirection is no word of the command.
  const restored = places(recorded === undefined ? [] : command.words);
  const isStored =
    recorded !== undefined &&
    hasFlag(command, ...recorded) === 'yes' &&
    hasFlag(command, '--worktree', '-W') === 'no';
  const mayOnlyRead = !saysItWrites(command);
  return ({ access, word, blind }) => ({
    ...(access !== 'write' && loaded.has(placeOf(word)) && { isLoaded: true }),
    ...(access === 'write' && command.card?.generates === true && { isGenerated: true }),
    ...(restored.has(placeOf(word)) && { isRecorded: true, ...(isStored && { keepsContent: true }) }),
    ...(access === 'write' && blind === true && mayOnlyRead && { mayOnlyRead }),
  });
}

function placeOf({ span }: ShellWord): string {
  return `${span.start}-${span.end}`;
}

/** The words that name what a program loads for itself. */
function loadedWords(card: Card | null, words: readonly ShellWord[]): readonly ShellWord[] {
  if (card?.loads?.length === 0) return words;
  const isLoading = (option: string): boolean =>
    isLoadingOption(option) || card?.loads?.includes(option) === true;
  return words.filter((word, at) => {
    const text = startOf(word);
    const [option = ''] = text.split('=', 1);
    return (option.length < text.length && isLoading(option)) || isLoading(words[at - 1]?.value ?? '');
  });
}

const writingCode =
  /write|append|unlink|\brm|rename|remove|delete|truncate|copy|move|dump|replace|["'][wax]b?\+?["']|>/i;

/** Whether anything in a command says that it changes what it is given. */
function saysItWrites({ words, code, card }: ShellCommand): boolean {
  if (code.some(({ text }) => text.value === null || writingCode.test(text.value))) return true;
  return (
    card?.slots.some(({ role }) => role === 'write') === true ||
    words.some((word) => (word.value === null ? !isPattern(word) : isWritingOption(word.value)))
  );
}

/** `.github/workflows/*.yml`: names of files, none of which is an option. */
function isPattern({ pieces }: ShellWord): boolean {
  const [first] = pieces;
  return (
    first?.kind === 'text' &&
    /^[^-]/.test(first.text) &&
    pieces.every(({ kind }) => kind === 'text' || kind === 'glob')
  );
}
