import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { allCards } from '../../src/shell/programs/cards.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));
const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|enum) (\w+)/gm;

function* sources(): Generator<readonly [file: string, text: string]> {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (/\.tsx?$/.test(name)) yield [`src/${name}`, readFileSync(join(root, name), 'utf8')];
  }
}

/** Each exported name, with the files that declare it. */
function exportedNames(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of sources()) {
    // An adapter of a framework has the same functions as the others, each under its own subpath.
    if (file.startsWith('src/adapters/') && !file.endsWith('/guard.ts')) continue;
    for (const [, name = ''] of text.matchAll(declaration)) {
      found.set(name, (found.get(name) ?? new Set()).add(file));
    }
  }
  return found;
}

it('every exported name stands for one thing', () => {
  const names = exportedNames();
  expect(names.size).toBeGreaterThan(1_000);
  const shared = [...names].filter(([, files]) => files.size > 1);
  expect(shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});

it('a table is asked by lookUp, so that no text from outside finds what every object has', () => {
  const asked = [...sources()].flatMap(([file, text]) =>
    [...text.matchAll(/^(?:export )?const (\w+): [^=\n]*Record<string/gm)].flatMap(([, table = '']) =>
      new RegExp(`(?<![.\\w])${table}\\[`).test(text) ? [`${file}: ${table}[…]`] : [],
    ),
  );
  expect(asked).toEqual([]);
});

/** What the shell itself is told: a builtin with its own reader may ask for its name. */
const builtins = /^(?:assign|changeFolder|declare|evaluate|input|settings|source)$/;
const programs = new Set(
  allCards()
    .filter(({ runs = '' }) => !builtins.test(runs))
    .flatMap(({ names }) => names.filter((name) => /^\w{2,}$/.test(name))),
);
/** Subcommands of git that some program has for a name, a role of words, and this program. */
const words = new Set(['init', 'config', 'clone', 'command', 'hookline']);
const folders = ['src/shell/read', 'src/shell/actions', 'src/permissions', 'src/gateway/own-guard'];

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, '..', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`);
}

/** The texts that a file compares a name with. */
function comparedNames(text: string): readonly string[] {
  const compared = [...text.matchAll(/\b(?:name|program)\)? [!=]== '([^']+)'/g)].map(([, word = '']) => word);
  const tested = [
    ...text.matchAll(/\/\^\(?(?:\?:)?([\w|]+)\)?\$\/[a-z]*\.test\((?:\w+\.)?(?:name|program)\)/g),
  ];
  return [...compared, ...tested.flatMap(([, all = '']) => all.split('|'))];
}

it('only cards and packs know programs by their names', () => {
  const asked = folders.flatMap(filesIn).flatMap((file) =>
    comparedNames(readFileSync(join(root, '..', file), 'utf8'))
      .filter((word) => programs.has(word) && !words.has(word))
      .map((word) => `${file}: ${word}`),
  );
  expect(asked).toEqual([]);
});
