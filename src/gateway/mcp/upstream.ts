import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { isObject, valueAt } from '../../engine/values/shapes.ts';
import { textOf, words } from '../../engine/values/text.ts';
import { maxMessageBytes } from '../../mcp/limits.ts';
import { isModern, type RpcMessage } from './message.ts';

export type HeaderFields = OutgoingHttpHeaders;

export const sessionField = 'mcp-session-id';

export interface UpstreamCall {
  readonly method: string;
  readonly headers: HeaderFields;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Follows no redirect: `Authorization` goes nowhere else. */
export function askUpstream(
  url: URL,
  { method, headers, body, signal }: UpstreamCall,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = ask(url, { method, headers: { ...headers, ...length }, signal } as Parameters<
      typeof ask
    >[1]);
    request.once('response', resolve);
    request.on('error', reject);
    request.end(body);
  });
}

/** About one connection only, or said again by the proxy. A server takes `origin` for the calling page: the proxy judges that. */
const ownFields = new Set(
  words(`
  host connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer
  transfer-encoding upgrade content-length content-encoding accept-encoding expect origin referer
`),
);

export function passedFields(headers: IncomingHttpHeaders): HeaderFields {
  const named = textOf(headers.connection)
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  // A browser sends the cookies of every page of this host.
  const own = headers.origin === undefined ? named : [...named, 'cookie'];
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && !ownFields.has(name) && !own.includes(name),
    ),
  );
}

export async function bodyText(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    length += (part as Buffer).length;
    if (length > maxMessageBytes)
      throw new TooLong(`a message is longer than ${maxMessageBytes / 1024 / 1024} MiB`);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}

export class TooLong extends Error {}

export function mediaType(headers: IncomingHttpHeaders): string {
  const [type = ''] = textOf(headers['content-type']).split(';');
  return type.trim().toLowerCase();
}

/** The parameters that header fields repeat, since 2026-07-28. */
const nameFields: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);
const paramPrefix = 'mcp-param-';

/** Knows which arguments the header repeats, from the schemas of the tools. */
export class RepeatedFields {
  readonly #params = new Map<string, readonly (readonly [field: string, path: readonly string[]])[]>();

  learn(result: unknown): void {
    const { tools } = isObject(result) ? result : {};
    for (const tool of Array.isArray(tools) ? tools.filter(isObject) : [])
      this.#params.set(textOf(tool['name']), repeatedIn(tool['inputSchema'], []));
  }

  /** Null where the fields are unknown. */
  fieldsOf(message: RpcMessage, given: HeaderFields): HeaderFields | null {
    const { method, params } = message;
    const others = Object.entries(given).filter(([name]) => !isRepeated(name));
    const hadParams =
      others.length < Object.keys(given).length &&
      Object.keys(given).some((name) => name.startsWith(paramPrefix));
    if (method === null || !isModern(message)) return given;
    const name = params[nameFields.get(method) ?? ''];
    const known = this.#params.get(textOf(params['name']));
    if (hadParams && method === 'tools/call' && known === undefined) return null;
    const repeated = (method === 'tools/call' ? (known ?? []) : []).flatMap(([field, path]) => {
      const value = valueAt(params['arguments'], path);
      return ['string', 'number', 'boolean'].includes(typeof value)
        ? [[`${paramPrefix}${field}`, encoded(String(value))]]
        : [];
    });
    return Object.fromEntries([
      ...others,
      ['mcp-method', method],
      ...(typeof name === 'string' ? [['mcp-name', encoded(name)]] : []),
      ...repeated,
    ]);
  }
}

function isRepeated(field: string): boolean {
  return field === 'mcp-method' || field === 'mcp-name' || field.startsWith(paramPrefix);
}

/** The header field that contradicts the body. */
export function contradiction({ method, params }: RpcMessage, headers: IncomingHttpHeaders): string | null {
  const name = params[nameFields.get(method ?? '') ?? ''];
  const isOther = (field: string, value: unknown): boolean =>
    headers[field] !== undefined && decoded(textOf(headers[field])) !== value;
  if (isOther('mcp-method', method)) return 'Mcp-Method';
  return typeof name === 'string' && isOther('mcp-name', name) ? 'Mcp-Name' : null;
}

const maxSchemaDepth = 20;

function repeatedIn(
  schema: unknown,
  path: readonly string[],
): readonly (readonly [string, readonly string[]])[] {
  if (!isObject(schema) || path.length > maxSchemaDepth) return [];
  const { 'x-mcp-header': field, properties } = schema;
  const own = typeof field === 'string' && path.length > 0 ? [[field.toLowerCase(), path] as const] : [];
  const below = isObject(properties) ? Object.entries(properties) : [];
  return [...own, ...below.flatMap(([name, child]) => repeatedIn(child, [...path, name]))];
}

/** The form of texts that a header can't carry as they are. */
function encoded(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function decoded(text: string): string {
  const [, inner] = /^=\?base64\?([\w+/=]*)\?=$/.exec(text) ?? [];
  return inner === undefined ? text : Buffer.from(inner, 'base64').toString();
}
