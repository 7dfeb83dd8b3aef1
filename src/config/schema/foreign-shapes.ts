import { isObject, valueAt } from '../../engine/values/shapes.ts';
import { mistake, type Problem } from '../source/problem.ts';
import type { Path, Source } from '../source/yaml-source.ts';
import { entrySchemas } from './entry-schema.ts';
import { isPoint } from './paths.ts';

/** A hook in the shape of another system gets one message in place of the schema's many. */
export interface ForeignShape {
  /** The schema's own messages about this part are dropped. */
  readonly path: Path;
  readonly problem: Problem;
}

const handlerWords: ReadonlySet<string> = new Set(
  `handlers command commands cmd run runs exec execute script scripts shell bash program path file url uri endpoint address
  function func callback action use do hook call entry entrypoint`.split(/\s+/),
);

export function foreignShapes(source: Source): readonly ForeignShape[] {
  const { value } = source;
  const agents = [valueAt(value, ['agents'])].flat().map((_, index): Path => ['agents', index]);
  const sections: readonly Path[] = [
    ['hooks'],
    ...[...agents, ['agent']].map((path) => [...path, 'backend', 'hooks']),
  ];
  return sections.flatMap((path) => {
    const section = valueAt(value, path);
    if (!isObject(section)) return [];
    return Object.entries(section)
      .filter(([key]) => isPoint(key))
      .flatMap(([key, hooks]) => inPoint(source, [...path, key], hooks));
  });
}

function inPoint(source: Source, path: Path, hooks: unknown): readonly ForeignShape[] {
  if (Array.isArray(hooks)) return inList(source, path, hooks);
  if (!isObject(hooks)) return [];
  if (Array.isArray(hooks['hooks']) && !Object.hasOwn(hooks, 'matcher'))
    return inList(source, [...path, 'hooks'], hooks['hooks']);
  const isHook = ['handler', 'type', 'matcher', ...handlerWords].some((key) => Object.hasOwn(hooks, key));
  if (!isHook) return [];
  const message = `the hooks of ${String(path.at(-1))} are a list, also when there is one: put "- " before it`;
  return [{ path, problem: mistake(message, source.at(path, 'key')) }];
}

function inList(source: Source, path: Path, hooks: readonly unknown[]): readonly ForeignShape[] {
  return hooks.flatMap((entry, index) => {
    if (!isObject(entry) || Object.hasOwn(entry, 'handler')) return [];
    const own = [...path, index];
    const nested = entry['hooks'];
    const at = (key: string, message: string): ForeignShape => ({
      path: own,
      problem: mistake(message, source.at([...own, key], 'key')),
    });
    if (Array.isArray(nested))
      return [
        at(
          'hooks',
          `Claude Code nests hooks like this; here each stands in the list itself: ${flat(entry, nested[0])}`,
        ),
      ];
    const word = Object.keys(entry).find((key) => handlerWords.has(key.toLowerCase()));
    if (word !== undefined) return [at(word, `"${word}" is called "handler" here`)];
    const type = Object.keys(entry).find((key) => Object.hasOwn(entrySchemas, key));
    if (type === undefined || typeof entry[type] !== 'string' || Object.hasOwn(entry, 'type')) return [];
    const meant = type === 'prompt' ? `type: ${type} beside it` : `type: ${type} and handler: ${entry[type]}`;
    return [at(type, `write ${meant}`)];
  });
}

function flat(entry: Readonly<Record<string, unknown>>, inner: unknown): string {
  const { type = 'command', command, url, handler = command ?? url, ...rest } = isObject(inner) ? inner : {};
  const own = handler === undefined ? ownWords(type, rest) : { handler };
  const words = { ...(Object.hasOwn(entry, 'matcher') && { matcher: entry['matcher'] }), type, ...own };
  const written = Object.entries(words).map(
    ([key, value]) => `${key}: ${key === 'type' ? String(value) : JSON.stringify(value)}`,
  );
  return `{ ${written.join(', ')} }`;
}

function ownWords(
  type: unknown,
  { prompt, server, tool }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (type === 'prompt') return { prompt, model: 'anthropic' };
  return type === 'mcp_tool' ? { server, tool } : { handler: '…' };
}
