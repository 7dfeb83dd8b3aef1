import { basename } from 'node:path';
import { escapeRegExp } from '../../engine/values/text.ts';
import { parseExpression } from '../../protocols/expression-matcher.ts';
import { plainWords } from '../../shell/read/plain-words.ts';
import type { FoundHook, FoundHooks, Lost } from './found-hook.ts';
import { handlerKeys, handlerNote, whyNotRunnable } from './handler-types.ts';
import type { ImportSource } from './import-source.ts';
import { timeLimit } from './words.ts';

export interface Carried {
  readonly point: string;
  readonly entry: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly from: readonly FoundHook[];
  readonly matcher: string | undefined;
  readonly note: string | null;
}

export function carryOver(from: ImportSource, found: FoundHooks, lost: Lost[]): readonly Carried[] {
  const groups = new Map<string, [FoundHook, ...FoundHook[]]>();
  for (const [index, hook] of found.hooks.entries()) {
    if (!canCarry(from, found, hook, lost)) continue;
    const key = from.merges ? sameKey(hook) : String(index);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [hook]);
    else same.push(hook);
  }
  const names = new Set<string>();
  return [...groups.values()].flatMap((same): Carried[] => {
    const parts = same.map((hook) => readMatcher(from, hook));
    const readable = parts.filter((part): part is MatcherPart => typeof part !== 'string');
    for (const [index, part] of parts.entries())
      if (typeof part === 'string') {
        const { event, place } = same[index] ?? same[0];
        lost.push({ what: `a hook of ${event}`, why: part, place });
      }
    if (readable.length === 0) return [];
    const matcher = joinedMatcher(readable);
    const name = uniqueName(same[0], names);
    const entry = entryOf({ from, found, same, name, matcher });
    return [{ point: same[0].point.name, entry, from: same, matcher, note: handlerNote(same[0].entry) }];
  });
}

function sameKey({ point, entry }: FoundHook): string {
  const { type, command, args, url, server, tool, input, prompt, name, if: rule } = entry;
  return JSON.stringify([point.name, type, command, args, url, server, tool, input, prompt, name, rule]);
}

function canCarry(from: ImportSource, found: FoundHooks, hook: FoundHook, lost: Lost[]): boolean {
  const { event, entry, place } = hook;
  const why = whyNotRunnable(from, found, entry);
  if (why !== null) {
    lost.push({ what: `a hook of ${event}, type ${JSON.stringify(entry['type'])}`, why, place });
    return false;
  }
  for (const key of Object.keys(entry).filter((name) => !from.keys.includes(name)))
    lost.push({
      what: `"${key}" of a hook of ${event}`,
      why: 'nothing here does the same',
      place: hook.at(key),
    });
  if (entry['asyncRewake'] === true)
    lost.push({
      what: `"asyncRewake" of a hook of ${event}`,
      why: 'nobody is woken; the hook runs in the background',
      place: hook.at('asyncRewake'),
    });
  return true;
}

interface EntryParts {
  readonly from: ImportSource;
  readonly found: FoundHooks;
  readonly same: readonly [FoundHook, ...FoundHook[]];
  readonly name: string;
  readonly matcher: string | undefined;
}

function entryOf({ from, found, same, name, matcher }: EntryParts): Carried['entry'] {
  const [hook] = same;
  const { entry, point } = hook;
  const entries = same.map((one) => one.entry);
  const description = entry['description'] ?? entry['statusMessage'];
  const isBackground = entries.every((one) => one['async'] === true || one['asyncRewake'] === true);
  const failure = entries.some((one) => one['onFailure'] === 'block')
    ? canClose(point.name, isBackground) && point.block !== null
      ? 'closed'
      : undefined
    : entries.every((one) => one['onFailure'] === 'continue')
      ? 'open'
      : undefined;
  const timeout = timeLimit(from, same, found.hooks);
  const isOff = found.whyOff(hook) !== null;
  return {
    name,
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(matcher !== undefined && { matcher }),
    ...(typeof entry['if'] === 'string' && { if: entry['if'] }),
    ...handlerKeys(from, found, entry),
    protocol: from.protocol,
    ...(timeout !== null && { timeout }),
    ...(isBackground && { mode: 'background' }),
    ...(failure !== undefined && { onFailure: failure }),
    ...(isOff && { enabled: false }),
  };
}

function canClose(point: string, isBackground: boolean): boolean {
  return !isBackground && !['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'].includes(point);
}

const interpreters = /^(?:(?:ba|da|z)?sh|node|python[\d.]*|ruby|perl|npx|env|uv|run|deno|bun)$/;

function uniqueName({ entry, event }: FoundHook, names: Set<string>): string {
  const { name: given, command, args, url, tool, type } = entry;
  const line = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
  const words = (plainWords(line.join(' ').replaceAll(/\$\{?\w+\}?/g, '')) ?? []).map((word) =>
    basename(word),
  );
  const program = words.find(
    (word) => /^[\w.-]+$/.test(word) && !/^-/.test(word) && !interpreters.test(word),
  );
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : undefined;
  const judge = type === 'prompt' ? 'judge' : undefined;
  const called = typeof tool === 'string' ? tool.replaceAll(/[^\w.-]+/g, '-') : undefined;
  const base =
    typeof given === 'string' && given.trim() !== ''
      ? given.trim()
      : (program?.replace(/\.\w+$/, '') || host || called || judge || event.toLowerCase()).slice(0, 40);
  let name = base;
  for (let count = 2; names.has(name); count += 1) name = `${base}-${count}`;
  names.add(name);
  return name;
}

type MatcherPart =
  | { readonly kind: 'all' }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'expression'; readonly source: string; readonly flags: string };

function readMatcher(from: ImportSource, { matcher = '', point }: FoundHook): MatcherPart | string {
  if (point.matches === null || matcher === '' || matcher === '*') return { kind: 'all' };
  const isTool = point.matches === 'tool_name';
  if (from.exactNames === null && !isTool) return { kind: 'names', names: [matcher] };
  if (from.exactNames?.test(matcher)) {
    const names = matcher
      .split(from.separator)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    return names.length === 0
      ? `its matcher ${JSON.stringify(matcher)} names nothing`
      : { kind: 'names', names };
  }
  // Rust writes the flag into the expression.
  const [, rest] = (from.hasInlineFlags ? /^\(\?i\)(.+)$/s.exec(matcher) : null) ?? [];
  const source = rest ?? matcher;
  const flags = rest === undefined ? '' : 'i';
  if (typeof parseExpression(source, flags) !== 'string') {
    const isAll = /^\^?\.[*+]\$?$/.test(source);
    return isAll ? { kind: 'all' } : { kind: 'expression', source, flags };
  }
  // Gemini CLI reads an invalid expression as a name.
  if (from.exactNames === null) return { kind: 'names', names: [matcher] };
  return `its matcher ${JSON.stringify(matcher)} isn't a regular expression, so it never matched`;
}

function joinedMatcher(parts: readonly MatcherPart[]): string | undefined {
  if (parts.some(({ kind }) => kind === 'all')) return undefined;
  const names = [...new Set(parts.flatMap((part) => (part.kind === 'names' ? part.names : [])))];
  const expressions = parts.flatMap((part) => (part.kind === 'expression' ? [part] : []));
  const isPlain = names.every((name) => /^[\w\- .:]+$/.test(name));
  if (expressions.length === 0 && isPlain) return names.join('|');
  const exact = names.length === 0 ? [] : [`^(?:${names.map(escaped).join('|')})$`];
  const sources = [...exact, ...new Set(expressions.map(({ source }) => source))];
  const flags = expressions.some((part) => part.flags === 'i') ? 'i' : '';
  const [only = '', ...others] = sources;
  return `/${others.length === 0 ? only : sources.map((source) => `(?:${source})`).join('|')}/${flags}`;
}

function escaped(text: string): string {
  return escapeRegExp(text).replaceAll('/', '\\/');
}
