import { isObject } from '../../engine/values/shapes.ts';

const script = String.raw`\.(?:sh|py|rb|pl)`;
const jsFile = String.raw`\.[cm]?[jt]s`;
const jsModule = String.raw`\S*/\S*${jsFile}(?:#\S+)?|[^\s/]+${jsFile}#\S+`;

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

export function withTypes(file: unknown): unknown {
  if (!isObject(file)) return file;
  return mapFields(file, (key, value) => {
    if (key === 'hooks') return inSection(value);
    if (key === 'agent') return inAgent(value);
    return key === 'agents' && Array.isArray(value) ? value.map(inAgent) : value;
  });
}

function inAgent(agent: unknown): unknown {
  return mapFields(agent, (name, backend) =>
    name === 'backend'
      ? mapFields(backend, (key, value) => (key === 'hooks' ? inSection(value) : value))
      : backend,
  );
}

function inSection(section: unknown): unknown {
  return mapFields(section, (_, value) =>
    Array.isArray(value)
      ? value.map(withType)
      : mapFields(value, (key, list) => (key === 'hooks' && Array.isArray(list) ? list.map(withType) : list)),
  );
}

function withType(entry: unknown): unknown {
  if (!isObject(entry) || Object.hasOwn(entry, 'type')) return entry;
  const { handler } = entry;
  const [type, ...others] = typeof handler === 'string' ? possibleTypes(handler) : [];
  return type === undefined || others.length > 0 ? entry : { type, ...entry };
}

function mapFields(value: unknown, change: (key: string, value: unknown) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, change(key, field)]));
}
