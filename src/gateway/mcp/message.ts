import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import { repeatedKey } from '../payload/parse-payload.ts';

export type Id = string | number;

/** Only what the proxy changes is serialized again. */
export interface RpcMessage {
  readonly line: string;
  readonly fields: Fields;
  readonly id: Id | null;
  readonly method: string | null;
  readonly params: Fields;
}

/** A line that client and server might read differently. */
export interface Unreadable {
  readonly problem: string;
  readonly code: number;
}

const parseError = -32700;
export const invalidRequest = -32600;
/** Free for servers to define; clients show the message. */
const refusedCode = -32000;

/** Old clients may send several messages as a list. */
export function readMessages(line: string): readonly RpcMessage[] | Unreadable {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (problem) {
    return { problem: `it isn't JSON: ${messageOf(problem)}`, code: parseError };
  }
  const twice = repeatedKey(line);
  // Parsers differ in which of the two they take, so the server could do what was never judged.
  if (twice !== null)
    return { problem: `the key ${JSON.stringify(twice.slice(0, 60))} is there twice`, code: invalidRequest };
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const messages: RpcMessage[] = [];
  for (const fields of all) {
    const message = asMessage(fields, fields === value ? line : JSON.stringify(fields));
    if (message === null) return { problem: "it isn't a JSON-RPC message", code: invalidRequest };
    messages.push(message);
  }
  return messages;
}

/** None where the line is unreadable. */
export function messagesIn(line: string): readonly RpcMessage[] {
  const messages = readMessages(line);
  return 'problem' in messages ? [] : messages;
}

function asMessage(fields: unknown, line: string): RpcMessage | null {
  if (!isObject(fields)) return null;
  const { id = null, method = null, params = {} } = fields;
  if (id !== null && typeof id !== 'string' && !Number.isSafeInteger(id)) return null;
  if (method !== null && typeof method !== 'string') return null;
  if (method === null && id === null && !('error' in fields)) return null;
  return { line, fields, id: id as Id | null, method, params: isObject(params) ? params : {} };
}

/** `1` and `"1"` are two ids. */
export function idKey(id: Id): string {
  return `${typeof id}:${id}`;
}

export function resultLine(id: Id, result: Fields): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function errorLine(id: Id | null, message: string, code = refusedCode): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** Since 2026-07-28, each request says its version, and each result its type. */
export function isModern(message: RpcMessage): boolean {
  return protocolVersion(message) !== null;
}

export function protocolVersion({ params }: RpcMessage): string | null {
  return textOf(metaOf(params)[versionKey]) || null;
}

export function clientCapabilities({ params }: RpcMessage): unknown {
  return metaOf(params)[capabilitiesKey];
}

function metaOf({ _meta: meta }: Fields): Fields {
  return isObject(meta) ? meta : {};
}
