import { isDeepStrictEqual } from 'node:util';
import { keysOf } from '../../../engine/values/shapes.ts';
import { textOf } from '../../../engine/values/text.ts';
import type { McpFile } from './mcp-files.ts';
import { type ServerEntry, serverEntries } from './server-entries.ts';

/** How to reach a server, without hookline. */
export interface Reached {
  readonly command: readonly string[];
  readonly url: string | null;
  readonly isWrapped: boolean;
}

/** What to write, or why hookline can't. Null where there is nothing to do. */
export type ServerEdit = { readonly text: string } | { readonly why: string } | null;

type Edit = readonly [start: number, end: number, text: string];

const headerPrefix = 'HOOKLINE_HEADER_';

/** A header field as a variable: other users see the words of a command. Some shells drop names with `-`. */
export function headerVariable(field: string): string {
  return headerPrefix + field.replaceAll('-', '_');
}

export function headerOf(variable: string): string | null {
  return variable.startsWith(headerPrefix) ? variable.slice(headerPrefix.length).replaceAll('_', '-') : null;
}

const programs = /(?:^|\/)(?:hookline(?:@[^/]*)?|cli\/main\.js)$/;

/** Whether the text of a configuration may have a server behind hookline. */
export function isWrappedText(text: string): boolean {
  return /(?:hookline(?:@[^"']*)?|cli\/main\.js)["'][,\s]+["']mcp["']/.test(text);
}

/** The name in rules. */
export function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

export function reached({ value }: ServerEntry, { shape }: McpFile): Reached {
  const words = [value['command'], value['args']].flat().filter((word) => typeof word === 'string');
  const at = words.findIndex((word, index) => word === 'mcp' && programs.test(words[index - 1] ?? ''));
  const url = words.length === 0 ? textOf(value[shape.url]) || null : null;
  if (at === -1) return { command: words, url, isWrapped: false };
  const end = words.indexOf('--', at);
  if (end !== -1) return { command: words.slice(end + 1), url: null, isWrapped: true };
  return { command: [], url: words[words.indexOf('--url', at) + 1] ?? null, isWrapped: true };
}

/** Puts a server behind hookline, which `program` starts. Changes nothing that couldn't be restored byte for byte. */
export function wrapServer(
  mcpFile: McpFile,
  text: string,
  entry: ServerEntry,
  program: readonly string[],
): ServerEdit {
  const before = reached(entry, mcpFile);
  if (before.isWrapped) return null;
  const why = whyNot(entry, mcpFile, before);
  if (why !== null) return { why };
  const wrapped = applied(text, wrapping(mcpFile, text, entry, program));
  const others = (entries: readonly ServerEntry[]): unknown =>
    entries.filter(({ name }) => name !== entry.name).map(({ name, value }) => [name, value]);
  try {
    const after = serverEntries(mcpFile, wrapped);
    const again = after.find(({ name }) => name === entry.name);
    const isRight =
      again !== undefined &&
      isDeepStrictEqual(reached(again, mcpFile), { ...before, isWrapped: true }) &&
      isDeepStrictEqual(others(after), others(serverEntries(mcpFile, text))) &&
      isDeepStrictEqual(unwrapServer(mcpFile, wrapped, again), { text });
    if (isRight) return { text: wrapped };
  } catch {
    // The edit broke the file's syntax.
  }
  return { why: 'hookline could not restore how the file writes it' };
}

function whyNot(
  { value, fields }: ServerEntry,
  { format }: McpFile,
  { command, url }: Reached,
): string | null {
  if (format === 'yaml') return 'hookline does not edit YAML of agents; write it by hand';
  if (value['type'] === 'sse') return 'it speaks SSE, and hookline the streamable HTTP that replaced it';
  if (command.length === 0 && url === null)
    return 'it has neither a command nor an address that hookline knows';
  if (url === null) return fields.has('command') ? null : 'hookline cannot edit how the file writes it';
  if (/[?@]/.test(url)) return 'its address may have a secret, which other users would see';
  const isHeaded = keysOf(value).some((key) => key !== 'headers' && /header|token|auth/i.test(key));
  return isHeaded ? 'hookline cannot take over how the agent logs in there' : null;
}

function wrapping(
  { shape, format }: McpFile,
  text: string,
  { name, value, fields }: ServerEntry,
  program: readonly string[],
): readonly Edit[] {
  const { command, args, [shape.url]: url } = Object.fromEntries(fields);
  const target = command ?? url;
  if (target === undefined) return [];
  const { range } = target.node;
  const raw = text.slice(...range);
  const isList = shape.isList === true;
  const named = ['--name', plainName(name)];
  // In one word, the name marks a server that had no `args`.
  const isMarked = command !== undefined && args === undefined && !isList;
  const words = [
    ...program,
    ...(isMarked ? [named.join('=')] : named),
    command === undefined ? '--url' : '--',
  ];
  const [first = '', ...rest] = words.map((word) => JSON.stringify(word));
  const listed = (isList ? [first, ...rest] : rest).join(', ');
  if (command === undefined || isMarked) {
    const newline = text.includes('\r\n') ? '\r\n' : '\n';
    const key = format === 'toml' ? `${newline}args = ` : ', "args": ';
    const added: Edit = [...range, `${isList ? '' : first + key}[${listed}, ${raw}]`];
    if (isMarked) return [added];
    const variables = translated(fields, shape.types[1], ['headers', shape.env], headerVariable);
    return [[...target.key, keyText('command', format)], added, ...variables];
  }
  const start = (args ?? target).node.range[0] + 1;
  const comma = [value['args']].flat().length > 0 ? ',' : '';
  return isList
    ? [[start, start, `${listed},`]]
    : [
        [...range, first],
        [start, start, `${listed}, ${raw}${comma}`],
      ];
}

/** Takes hookline out again. */
export function unwrapServer(mcpFile: McpFile, text: string, entry: ServerEntry): ServerEdit {
  if (!reached(entry, mcpFile).isWrapped) return null;
  const { shape, format } = mcpFile;
  const { value, fields } = entry;
  const { command, args } = Object.fromEntries(fields);
  const listed = shape.isList === true ? command : args;
  const words = [value[shape.isList === true ? 'command' : 'args']].flat().map(String);
  const end = words.indexOf('--');
  const at = end === -1 ? words.indexOf('--url') : end;
  const changed = { why: 'its entry has changed since hookline wrote it; take hookline out by hand' };
  if (command === undefined || listed === undefined || at === -1) return changed;
  const start = listed.node.range[0] + 1;
  // Each text of the list as it is written, with its comma.
  const tokens = [...text.slice(start).matchAll(/\s*("(?:[^"\\]|\\.)*"|'[^']*'),?/gy)];
  const cut = (token: RegExpExecArray): Edit => [start, start + token.index + token[0].length, ''];
  const [last, server] = tokens.slice(at);
  const { range } = command.node;
  if (end !== -1 && shape.isList === true)
    return last === undefined ? changed : { text: applied(text, [cut(last)]) };
  if (server?.[1] === undefined) return changed;
  if (end !== -1 && !words.slice(0, at).some((word) => word.startsWith('--name=')))
    return { text: applied(text, [[...range, server[1]], cut(server)]) };
  const isAsWritten =
    at + 2 === words.length && /^[\s,]*$/.test(text.slice(range[1], args?.key[0] ?? range[1]));
  const isOurs = end !== -1 || keysOf(value[shape.env]).every((name) => headerOf(name) !== null);
  if (!isAsWritten || !isOurs) return changed;
  const added: Edit = [range[0], listed.node.range[1], server[1]];
  if (end !== -1) return { text: applied(text, [added]) };
  const headers = translated(
    fields,
    shape.types[0],
    [shape.env, 'headers'],
    (name) => headerOf(name) ?? name,
  );
  return { text: applied(text, [[...command.key, keyText(shape.url, format)], added, ...headers]) };
}

/** The type, and header fields as variables or back. */
function translated(
  fields: ServerEntry['fields'],
  type: string,
  [from, to]: readonly [string, string],
  rename: (name: string) => string,
): readonly Edit[] {
  const [typed, named] = [fields.get('type'), fields.get(from)];
  const renamed = [...(named?.node.members ?? [])].map(
    ([name, { key }]) => [key, rename(String(name))] as const,
  );
  const edits = [[typed?.node.range, type], [named?.key, to], ...renamed] as const;
  return edits.flatMap(([range, word]) =>
    range === undefined ? [] : [[...range, JSON.stringify(word)] as const],
  );
}

function keyText(name: string, format: McpFile['format']): string {
  return format === 'toml' ? name : JSON.stringify(name);
}

function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted(([left], [right]) => right - left)
    .reduce((rest, [start, end, put]) => rest.slice(0, start) + put + rest.slice(end), text);
}
