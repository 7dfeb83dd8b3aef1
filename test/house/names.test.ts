import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

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
