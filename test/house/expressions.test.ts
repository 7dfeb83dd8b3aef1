import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { TookTooLong, withinTime } from '../../src/bounds/within-time.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that is written in the sources. */
function expressions(): readonly Expression[] {
  const names = readdirSync(root, { recursive: true }).map(String);
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const file = ts.createSourceFile(
        name,
        readFileSync(join(root, name), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      );
      const found: Expression[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const { line } = file.getLineAndCharacterOfPosition(node.getStart());
          const end = node.text.lastIndexOf('/');
          found.push({
            place: `src/${name}:${line + 1}`,
            source: node.text.slice(1, end),
            flags: node.text.slice(end + 1),
          });
        }
        ts.forEachChild(node, visit);
      };
      visit(file);
      return found;
    });
}

const length = 30_000;
const limitMs = 500;
const letters = [...'aA1 \n_-/.\\"\'$(){}[]<>=:;,&|*~@#%', '\r', 'é'];

const repeated = new Map<string, string>();

function manyTimes(piece: string): string {
  const text = repeated.get(piece) ?? piece.repeat(length / piece.length);
  repeated.set(piece, text);
  return text;
}

/** Texts that are made to be looked at again and again: one piece many times, and an end that spoils the match. */
function* hostile({ source }: Expression): Generator<string> {
  const words = [...new Set(source.match(/[A-Za-z0-9_-]{1,12}/g) ?? [])].slice(0, 4);
  const pieces = new Set([...letters, ...words, ...words.map((word) => `${word} `), 'a ', 'a,', '{,', '--']);
  for (const start of ['', words[0] ?? '1', '{', '"']) {
    for (const piece of pieces) yield `${start}${manyTimes(piece)}\u0001`;
  }
}

/** Not text from outside: what the author of a file wrote. */
const exempt = ['src/config/warnings/'];

it('no expression of the sources takes more than linear time', () => {
  const slow = expressions().flatMap((expression) => {
    if (exempt.some((place) => expression.place.startsWith(place))) return [];
    const flags = expression.flags.includes('g') ? expression.flags : `${expression.flags}g`;
    const compiled = new RegExp(expression.source, flags);
    try {
      for (const text of hostile(expression)) withinTime(() => text.replace(compiled, ''), limitMs);
      return [];
    } catch (problem) {
      if (!(problem instanceof TookTooLong)) throw problem;
      return [`${expression.place}: /${expression.source.slice(0, 80)}/`];
    }
  });
  expect(slow).toEqual([]);
});
