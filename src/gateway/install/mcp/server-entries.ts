import { parse as parseYaml } from 'yaml';
import { type JsonNode, parseCommentedJson } from '../../../config/source/json-source.ts';
import { ConfigError } from '../../../config/source/problem.ts';
import { SourceFile } from '../../../config/source/source-file.ts';
import { type Fields, isObject, valueAt } from '../../../engine/values/shapes.ts';
import { textOf } from '../../../engine/values/text.ts';
import { readToml } from '../trust/toml-tables.ts';
import type { McpFile } from './mcp-files.ts';

/** A server in an agent's configuration, and where the text has its fields. */
export interface ServerEntry {
  readonly name: string;
  readonly value: Fields;
  /** Empty where hookline can't edit how the file writes it. */
  readonly fields: JsonNode['members'];
}

const noFields: JsonNode['members'] = new Map();

/** Throws where the text can't be read. */
export function serverEntries({ file, format, key }: McpFile, text: string): readonly ServerEntry[] {
  if (text.trim() === '') return [];
  if (format === 'json') return jsonEntries(file, text, key);
  const named = valueAt(format === 'toml' ? readToml(file, text) : parseYaml(text), key);
  const servers = Array.isArray(named)
    ? named.filter(isObject).map((server) => [textOf(server['name']), server] as const)
    : Object.entries(isObject(named) ? named : {});
  return servers.flatMap(([name, value]) => {
    const fields = format === 'toml' ? tomlFields(text, key.join('.'), name) : noFields;
    return isObject(value) ? [{ name, value, fields }] : [];
  });
}

function jsonEntries(file: string, text: string, key: readonly string[]): readonly ServerEntry[] {
  const { root, problems } = parseCommentedJson(new SourceFile(file, text));
  // Programs disagree on which of two keys with the same name counts.
  const mistakes = problems.filter((one) => one.severity === 'error' || one.code === 'key-twice');
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  let servers = root;
  for (const step of key) servers = servers?.members.get(step)?.node ?? null;
  return [...(servers?.members ?? [])].flatMap(([name, { node }]) =>
    isObject(node.value) ? [{ name: String(name), value: node.value, fields: node.members }] : [],
  );
}

/** A text or a list of texts. */
const tomlValue = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\[(?:[^\]"'#[]|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*)*\]/y;

function tomlFields(text: string, table: string, name: string): JsonNode['members'] {
  const spellings = [name, `"${name}"`, `'${name}'`].map((part) => `${table}.${part}`);
  const headers = [...text.matchAll(/^[ \t]*\[(.+?)\][ \t]*(?:#.*)?\r?$/gm)];
  const at = headers.findIndex(([, header = '']) => spellings.includes(header.trim()));
  const [header] = headers[at] ?? [];
  if (header === undefined) return noFields;
  const start = (headers[at]?.index ?? 0) + header.length;
  const end = headers[at + 1]?.index ?? text.length;
  const fields = [...text.slice(start, end).matchAll(/^([ \t]*)([\w-]+)[ \t]*=[ \t]*/gm)];
  return new Map(
    fields.flatMap(({ 0: whole, 1: indent = '', 2: field = '', index }) => {
      const keyStart = start + index + indent.length;
      tomlValue.lastIndex = start + index + whole.length;
      const [value] = tomlValue.exec(text) ?? [];
      if (value === undefined) return [];
      const range = [start + index + whole.length, tomlValue.lastIndex] as const;
      const node: JsonNode = { value, range, members: noFields };
      return [[field, { key: [keyStart, keyStart + field.length] as const, node }]];
    }),
  );
}
