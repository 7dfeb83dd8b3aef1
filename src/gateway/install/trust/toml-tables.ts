import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError } from 'smol-toml';
import { ConfigError, mistake } from '../../../config/source/problem.ts';
import { SourceFile } from '../../../config/source/source-file.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import type { Fields } from '../../../engine/values/shapes.ts';
import { isObject, valueAt } from '../../../engine/values/shapes.ts';

/** A table with one key, as `[projects."/folder"]` with `trust_level = "trusted"`. */
export interface TomlEntry {
  readonly table: readonly string[];
  readonly key: string;
  readonly value: string | boolean;
}

/** Reads TOML. Throws with the place where it is none. */
export function readToml(path: string, text: string): Fields {
  try {
    return parse(text);
  } catch (problem) {
    if (!(problem instanceof TomlError)) throw problem;
    const file = new SourceFile(path, text);
    const start =
      text
        .split('\n')
        .slice(0, problem.line - 1)
        .join('\n').length + (problem.line > 1 ? 1 : 0);
    const at = start + problem.column - 1;
    const [message = ''] = problem.message.split('\n');
    throw new ConfigError([mistake(message, file.place(at, at + 1))]);
  }
}

/** Sets an entry and keeps every other byte. Throws where the file writes the table in a way that cannot be edited. */
export function setEntry(path: string, text: string, entry: TomlEntry): string {
  const before = readToml(path, text);
  const now = valueAt(before, [...entry.table, entry.key]);
  if (now === entry.value) return text;
  const line = lineOf(entry);
  const header = headerOf(entry);
  const after =
    valueAt(before, entry.table) === undefined
      ? `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${text === '' ? '' : '\n'}${header}\n${line}\n`
      : withinTable(text, header, (body) =>
          now === undefined ? [line, ...body] : body.map((one) => (isKey(one, entry.key) ? line : one)),
        );
  return checked(path, before, after, entry, entry.value);
}

/** Takes an entry out, and its table where nothing else is in there. */
export function removeEntryOf(path: string, text: string, entry: TomlEntry): string {
  const before = readToml(path, text);
  if (valueAt(before, [...entry.table, entry.key]) !== entry.value) return text;
  const header = headerOf(entry);
  const block = `${header}\n${lineOf(entry)}\n`;
  const isWhole = Object.keys(valueAt(before, entry.table) as object).length === 1 && text.includes(block);
  const after = isWhole
    ? text.replace(text.includes(`\n\n${block}`) ? `\n${block}` : block, () => '')
    : withinTable(text, header, (body) => body.filter((one) => !isKey(one, entry.key)));
  return checked(path, before, after, entry, undefined);
}

function headerOf({ table }: TomlEntry): string {
  return `[${table.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join('.')}]`;
}

function lineOf({ key, value }: TomlEntry): string {
  return `${key} = ${JSON.stringify(value)}`;
}

function isKey(line: string, key: string): boolean {
  return line.split('=', 1)[0]?.trim() === key;
}

/** Changes the lines between a header and the next one. */
function withinTable(text: string, header: string, change: (body: string[]) => string[]): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() === header);
  if (start === -1) return text;
  const next = lines.findIndex((line, index) => index > start && line.trimStart().startsWith('['));
  const end = next === -1 ? lines.length : next;
  return [...lines.slice(0, start + 1), ...change(lines.slice(start + 1, end)), ...lines.slice(end)].join(
    '\n',
  );
}

/** The edit is one of lines, so what it made is read again: nothing but the entry may differ. */
function checked(
  path: string,
  before: Fields,
  after: string,
  { table, key }: TomlEntry,
  value: unknown,
): string {
  const found = readSafely(after);
  const isRight = found !== null && valueAt(found, [...table, key]) === value;
  if (isRight && isDeepStrictEqual(without(found, table, key), without(before, table, key))) return after;
  throw new HooklineError(
    'file-unwritable',
    `${path} writes [${table.join('.')}] in a way that hookline cannot change`,
  );
}

function readSafely(text: string): Fields | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** The value without an entry, and without what is empty then. */
function without(value: unknown, table: readonly string[], key: string): unknown {
  if (!isObject(value)) return value;
  const [step, ...rest] = [...table, key];
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    if (name !== step) return [[name, inner]];
    if (rest.length === 0) return [];
    const left = without(inner, rest.slice(0, -1), rest.at(-1) ?? '');
    return isObject(left) && Object.keys(left).length === 0 ? [] : [[name, left]];
  });
  return Object.fromEntries(entries);
}
