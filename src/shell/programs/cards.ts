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

/** The card of a subcommand, where it has its own. */
export function subcommandCard(name: string, path: readonly string[]): Card | null {
  const known = texts.has(name) ? name : plainName(name);
  return cardOf([known, ...path].join(' '));
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
