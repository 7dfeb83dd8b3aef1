import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { TookTooLong, withinTime } from '../../src/bounds/within-time.ts';
import { soonMs } from '../support/eventually.ts';
import { everyNth } from '../support/seed.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions that are written in these sources. */
function expressionsIn(names: readonly string[]): readonly Expression[] {
  return names.flatMap((name) => {
    const file = ts.createSourceFile(name, readFileSync(join(root, name), 'utf8'), ts.ScriptTarget.Latest);
    const found: Expression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
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

const shortLength = 3_000;
const suspectMs = 1;
const longLength = 30_000;
const limitMs = 100;
const tries = 5;
const letters = [...'aA1 \n_-/.\\"\'$(){}[]<>=:;,&|*~@#%', '\r', 'é'];

interface Hostile {
  readonly start: string;
  readonly piece: string;
}

/** Texts that are made to be looked at again and again: one piece many times, and an end that spoils the match. */
function* hostile({ source }: Expression): Generator<Hostile> {
  const words = [...new Set(source.match(/[A-Za-z0-9_-]{1,12}/g) ?? [])].slice(0, 4);
  const pieces = new Set([...letters, ...words, ...words.map((word) => `${word} `), 'a ', 'a,', '{,', '--']);
  for (const start of ['', words[0] ?? '1', '{', '"']) {
    for (const piece of pieces) yield { start, piece };
  }
}

function textOf({ start, piece }: Hostile, length: number): string {
  return `${start}${piece.repeat(length / piece.length)}\u0001`;
}

function takesTooLong(work: () => void, ms: number): boolean {
  try {
    withinTime(work, ms);
    return false;
  } catch (problem) {
    if (problem instanceof TookTooLong) return true;
    throw problem;
  }
}

/** A short text shows in a moment whether a long one is worth a try. */
function suspects(compiled: RegExp, expression: Expression): readonly Hostile[] {
  const found: Hostile[] = [];
  let current: Hostile | undefined;
  const lookAtAll = (): void => {
    for (const made of hostile(expression)) {
      current = made;
      const text = textOf(made, shortLength);
      const startedAt = performance.now();
      text.replace(compiled, '');
      if (performance.now() - startedAt > suspectMs) found.push(made);
    }
  };
  return takesTooLong(lookAtAll, 5_000) && current !== undefined ? [...found, current] : found;
}

/** Counts the time of the processor, of which other threads take some: it gets several tries. */
function isSlow(compiled: RegExp, made: Hostile): boolean {
  const text = textOf(made, longLength);
  for (let count = 0; count < tries; count += 1) {
    const before = process.cpuUsage();
    if (takesTooLong(() => text.replace(compiled, ''), soonMs)) return true;
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 < limitMs) return false;
  }
  return true;
}

/** Not text from outside: what the author of a file wrote. */
const exempt = ['src/lint/', 'src/config/rules/'];

it('no expression of the sources takes more than linear time', () => {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const sources = everyNth(
    names.filter((name) => /\.tsx?$/.test(name)),
    5,
  );
  const slow = expressionsIn(sources).flatMap((expression) => {
    if (exempt.some((place) => expression.place.startsWith(place))) return [];
    const flags = expression.flags.includes('g') ? expression.flags : `${expression.flags}g`;
    const compiled = new RegExp(expression.source, flags);
    const isBad = suspects(compiled, expression).some((made) => isSlow(compiled, made));
    return isBad ? [`${expression.place}: /${expression.source.slice(0, 80)}/`] : [];
  });
  expect(slow).toEqual([]);
});
