import { isObject } from '../../engine/values/shapes.ts';
import { entrySchemas } from './entry-schema.ts';

const script = String.raw`\.(?:sh|py|rb|pl)`;
const jsFile = String.raw`\.[cm]?[jt]s`;
const jsModule = String.raw`\S*/\S*${jsFile}(?:#\S+)?|[^\s/]+${jsFile}#\S+`;

/** The types of handlers that are recognized by how they are written. */
export const tellingHandlers: Readonly<Record<string, string>> = {
  http: '^https?://',
  module: `^(?!https?://)(?:${jsModule})$`,
  command: String.raw`^(?!https?://|(?:${jsModule})$)(?:[\s\S]*[\s/][\s\S]*|\S+${script})$`,
  python: String.raw`^(?!.*(?:${script}|${jsFile})$)[^\s./]+(?:\.[^\s./]+)+$`,
};

const telling = Object.entries(tellingHandlers).map(
  ([type, pattern]) => [type, new RegExp(pattern)] as const,
);

export function possibleTypes(handler: string): readonly string[] {
  const certain = telling.find(([, pattern]) => pattern.test(handler));
  if (certain !== undefined) return [certain[0]];
  return new RegExp(`${jsFile}$`).test(handler) ? ['module', 'command'] : ['command', 'builtin'];
}

export function withType(entry: Entry): Entry {
  const { handler } = entry;
  if (Object.hasOwn(entry, 'type') || typeof handler !== 'string') return entry;
  const [type, ...others] = possibleTypes(handler);
  return type === undefined || others.length > 0 ? entry : { type, ...entry };
}

type Entry = Readonly<Record<string, unknown>>;

const handlerWords: ReadonlySet<string> = new Set(
  `handlers command commands cmd run runs exec execute script scripts shell bash program path file url uri endpoint address
  function func callback action use do hook call entry entrypoint`.split(/\s+/),
);

/** One hook where a list belongs. */
export function isSingleHook(value: Entry): boolean {
  const hasList = Array.isArray(value['hooks']) && !Object.hasOwn(value, 'matcher');
  return !hasList && ['handler', 'type', 'matcher', ...handlerWords].some((key) => Object.hasOwn(value, key));
}

interface ForeignShape {
  readonly key: string;
  readonly message: string;
}

/** A hook in the shape of another system gets one message in place of the schema's many. */
export function foreignShape(entry: Entry): ForeignShape | null {
  if (Object.hasOwn(entry, 'handler')) return null;
  const nested = entry['hooks'];
  if (Array.isArray(nested)) {
    const message = `Claude Code nests hooks like this; here each is an entry of the list: ${flat(entry, nested[0])}`;
    return { key: 'hooks', message };
  }
  const word = Object.keys(entry).find((key) => handlerWords.has(key.toLowerCase()));
  if (word !== undefined) return { key: word, message: `"${word}" is called "handler" here` };
  const type = Object.keys(entry).find((key) => Object.hasOwn(entrySchemas, key));
  if (type === undefined || typeof entry[type] !== 'string' || Object.hasOwn(entry, 'type')) return null;
  const meant = type === 'prompt' ? `type: ${type} beside it` : `type: ${type} and handler: ${entry[type]}`;
  return { key: type, message: `write ${meant}` };
}

function flat(entry: Entry, inner: unknown): string {
  const { type = 'command', command, url, handler = command ?? url, ...rest } = isObject(inner) ? inner : {};
  const own = handler === undefined ? ownWords(type, rest) : { handler };
  const words = { ...(Object.hasOwn(entry, 'matcher') && { matcher: entry['matcher'] }), type, ...own };
  const written = Object.entries(words).map(
    ([key, value]) => `${key}: ${key === 'type' ? String(value) : JSON.stringify(value)}`,
  );
  return `{ ${written.join(', ')} }`;
}

function ownWords(type: unknown, { prompt, server, tool }: Entry): Entry {
  if (type === 'prompt') return { prompt, model: 'anthropic' };
  return type === 'mcp_tool' ? { server, tool } : { handler: '…' };
}
