import { type Card, readCard } from './card.ts';
import { archiveCards } from './families/archives.ts';
import { cloudCards } from './families/cloud.ts';
import { containerCards } from './families/containers.ts';
import { databaseCards } from './families/databases.ts';
import { editorCards } from './families/editors.ts';
import { fileCards } from './families/files.ts';
import { gitCards } from './families/git.ts';
import { interpreterCards } from './families/interpreters.ts';
import { networkCards } from './families/network.ts';
import { packageCards } from './families/packages.ts';
import { searchCards } from './families/search.ts';
import { systemCards } from './families/system.ts';
import { textCards } from './families/text.ts';
import { wrapperCards } from './families/wrappers.ts';

/** The text of each card by each of its names. It is read when a line first names the program. */
const texts: ReadonlyMap<string, string> = new Map(
  [
    ...[fileCards, searchCards, textCards, archiveCards, gitCards, packageCards, networkCards],
    ...[containerCards, databaseCards, cloudCards, editorCards, interpreterCards, wrapperCards, systemCards],
  ]
    .flatMap((family) => family.trim().split(/\n(?=\S)/))
    .flatMap((card) => {
      const [names = ''] = card.split(/: |\n/, 1);
      return names.split('|').map((name): [string, string] => [name, card]);
    }),
);
const cards = new Map<string, Card>();

/** Cards that count with some options, by the program: the first whose options are given. */
const modes = new Map<string, { readonly options: readonly string[]; readonly name: string }[]>();
for (const name of texts.keys()) {
  const [program = '', ...options] = name.split(' ');
  if (options.length === 0 || !options.every((option) => option.startsWith('-'))) continue;
  modes.set(program, [...(modes.get(program) ?? []), { options, name }]);
}

/** Whether it depends on its options what a program does to its words. */
export function hasModes({ names: [program = ''] }: Card): boolean {
  return modes.has(program);
}

/** What a program does with these options, where that has a card. */
export function modeCard({ names: [program = ''] }: Card, flags: ReadonlySet<string>): Card | null {
  const mode = modes.get(program)?.find(({ options }) => options.every((option) => flags.has(option)));
  return mode === undefined ? null : cardOf(mode.name);
}

/** What is known of a program, or of a subcommand: `docker cp`. Null for programs without a card. */
export function cardOf(name: string): Card | null {
  const text = texts.get(name) ?? texts.get(plainName(name));
  if (text === undefined) return null;
  const card = cards.get(text) ?? readCard(text, optionsOf);
  cards.set(text, card);
  return card;
}

function optionsOf(name: string): string {
  const card = cardOf(name);
  if (card === null) throw new TypeError(`a card takes the options of "${name}", which has none`);
  return card.table.spec;
}

/** The card of a subcommand, where it has its own: by the name that is used, or by the first of the program's names. */
export function subcommandCard(name: string, path: readonly string[]): Card | null {
  const known = texts.has(name) ? name : plainName(name);
  const [first = known] = cardOf(known)?.names ?? [];
  const shared = cardOf([first, ...path].join(' '));
  // Not every program of a card runs commands where one of them does.
  return cardOf([known, ...path].join(' ')) ?? (shared?.wraps === undefined ? shared : null);
}

/** Every card, for those that go through all of them. */
export function allCards(): readonly Card[] {
  return [...new Set(texts.values())].map((text) => readCard(text, optionsOf));
}

/** `GREP.EXE` is `grep`, and `python3.11` is `python`. */
function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/\.exe$/, '');
  if (texts.has(plain)) return plain;
  let start = plain.length;
  while (start > 0 && /[\d.]/.test(plain.charAt(start - 1))) start -= 1;
  while (plain.charAt(start) === '.') start += 1;
  if (start === plain.length) return plain;
  return plain.slice(0, plain.charAt(start - 1) === '-' ? start - 1 : start);
}
