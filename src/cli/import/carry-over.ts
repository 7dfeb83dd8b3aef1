import { basename } from 'node:path';
import { compileWildcard } from '../../bounds/wildcard.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { plainWords } from '../../shell/plain-words.ts';
import { joinedMatcher, type MatcherPart, readMatcher } from './carry-matcher.ts';
import type { FoundHook, FoundHooks, Lost } from './found-hook.ts';
import type { ImportSource } from './import-source.ts';
import { shellLine, timeLimit } from './words.ts';

/** A hook as `hookline.yaml` has it, and where it comes from. */
export interface Carried {
  readonly point: string;
  readonly entry: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly from: readonly FoundHook[];
  readonly matcher: string | undefined;
}

/** Turns the hooks of an agent into those of a `hookline.yaml`. Adds what it cannot carry over to the list. */
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
    return [{ point: same[0].point.name, entry, from: same, matcher }];
  });
}

/** Hooks that the agent runs once, however often they are registered. */
function sameKey({ point, entry }: FoundHook): string {
  const { type, command, args, url, name, if: rule } = entry;
  return JSON.stringify([point.name, type, command, args, url, name, rule]);
}

const notHere: Readonly<Record<string, string>> = {
  prompt: 'a model of the agent judges it',
  agent: 'an agent of the host judges it; no hook of hookline can',
  mcp_tool: "it calls a server of the agent's; name the server under mcpServers and write it by hand",
};

function canCarry(from: ImportSource, found: FoundHooks, hook: FoundHook, lost: Lost[]): boolean {
  const { event, entry, place } = hook;
  const { type, command, url, shell, args } = entry;
  const lose = (why: string): false => {
    lost.push({ what: `a hook of ${event}, type ${JSON.stringify(type)}`, why, place });
    return false;
  };
  if (type === 'http' && from.keys.includes('url')) {
    if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return lose('it has no address');
    const isAllowed = found.allowedUrls?.map(compileWildcard).some((isMeant) => isMeant(url)) ?? true;
    if (!isAllowed) return lose('"allowedHttpHookUrls" does not allow its address, so it never ran');
  } else if (type !== 'command') {
    return lose((typeof type === 'string' ? lookUp(notHere, type) : undefined) ?? 'there is no such type');
  } else if (typeof command !== 'string' || command.trim() === '') return lose('it has no command');
  else if (shell === 'powershell' && args === undefined) return lose('it is a line for PowerShell');
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
    ...(entry['type'] === 'http' ? httpKeys(entry, found) : commandKeys(from, entry, found)),
    protocol: from.protocol,
    ...(timeout !== null && { timeout }),
    ...(isBackground && { mode: 'background' }),
    ...(failure !== undefined && { onFailure: failure }),
    ...(isOff && { enabled: false }),
  };
}

/** Events where a failure never blocks in Claude Code. */
function canClose(point: string, isBackground: boolean): boolean {
  return !isBackground && !['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'].includes(point);
}

function commandKeys(
  from: ImportSource,
  { command, args, env: own }: Fields,
  { env: shared }: FoundHooks,
): Fields {
  const words = Array.isArray(args) ? args.map(String) : null;
  const line = String(command).trim();
  const env = {
    ...shared,
    ...(from.keys.includes('env') && isObject(own)
      ? Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)]))
      : {}),
  };
  const isFilled = words !== null && [line, ...words].some((word) => word.includes(projectFolder));
  return {
    type: 'command',
    ...(words === null || isFilled
      ? { handler: words === null ? line : shellLine([line, ...words], projectFolder), shell: true }
      : { handler: line, args: words }),
    ...(Object.keys(env).length > 0 && { env }),
  };
}

/** What Claude Code replaces in arguments; a shell does it in a line. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is what people write
const projectFolder = '${CLAUDE_PROJECT_DIR}';

function httpKeys({ url, headers, allowedEnvVars }: Fields, { allowedVariables }: FoundHooks): Fields {
  const withBraces = (template: string): string =>
    template.replaceAll(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`);
  const filled = Object.entries(isObject(headers) ? headers : {}).map(
    ([name, value]) => [name, withBraces(String(value))] as const,
  );
  const variables = (Array.isArray(allowedEnvVars) ? allowedEnvVars.map(String) : []).filter(
    (name) => allowedVariables?.includes(name) ?? true,
  );
  return {
    type: 'http',
    handler: url,
    ...(filled.length > 0 && { headers: Object.fromEntries(filled) }),
    ...(variables.length > 0 && { allowedEnvVars: variables }),
  };
}

const interpreters = /^(?:(?:ba|da|z)?sh|node|python[\d.]*|ruby|perl|npx|env|uv|run|deno|bun)$/;

/** A name that says what runs: that of the agent, that of the script, or that of the event. */
function uniqueName({ entry, event }: FoundHook, names: Set<string>): string {
  const { name: given, command, args, url } = entry;
  const line = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
  const words = (plainWords(line.join(' ').replaceAll(/\$\{?\w+\}?/g, '')) ?? []).map((word) =>
    basename(word),
  );
  const program = words.find(
    (word) => /^[\w.-]+$/.test(word) && !/^-/.test(word) && !interpreters.test(word),
  );
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : undefined;
  const base =
    typeof given === 'string' && given.trim() !== ''
      ? given.trim()
      : (program?.replace(/\.\w+$/, '') || host || event.toLowerCase()).slice(0, 40);
  let name = base;
  for (let count = 2; names.has(name); count += 1) name = `${base}-${count}`;
  names.add(name);
  return name;
}
