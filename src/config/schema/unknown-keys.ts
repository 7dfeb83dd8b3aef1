import { lookUp } from '../../engine/values/look-up.ts';
import { valueAt } from '../../engine/values/shapes.ts';
import { didYouMean, nearest } from '../../engine/values/suggest.ts';
import type { Path } from '../source/yaml-source.ts';
import { entrySchemas, failureWords, ownEntryKeys } from './entry-schema.ts';
import { mcpServerKeys } from './mcp-schema.ts';
import { isEntryPath, isHooksPath, isPoint, pointNames } from './paths.ts';
import { settings, topKeys } from './schema.ts';
import { traceKeys } from './trace-schema.ts';

export function unknownKey(value: unknown, path: Path, key: string): string {
  if (isHooksPath(path)) return unknownEvent(path, key);
  if (path.length === 0) return unknownTopKey(key);
  if (isEntryPath(path) && ['agents', 'include', 'mcpServers', 'permissions'].includes(key))
    return `"${key}" stands at the left edge of the file`;
  const known = knownKeys(value, path);
  const suggestion = didYouMean(key, known);
  return `unknown key "${key}"${suggestion || `: here it can be one of ${known.join(', ')}`}`;
}

function unknownEvent(path: Path, key: string): string {
  const points = pointNames();
  if (Object.hasOwn(settings(), key)) {
    return `"${key}" is for all hooks of the file and stands under the "hooks" that no agent has`;
  }
  if (topKeys.includes(key)) return `"${key}" stands beside "hooks", at the left edge of the file`;
  if (isRuleList(key)) return `"${key}" stands under "permissions", beside "hooks"`;
  const known = path.length === 1 ? [...points, ...Object.keys(settings())] : points;
  return `unknown event "${key}"${didYouMean(key, known) || `: it is one of ${points.join(', ')}`}`;
}

function unknownTopKey(key: string): string {
  if (key === 'root')
    return '"root" has no effect: a file adds to those in the folders above it, and a guard above always holds';
  if (isPoint(key)) return `the hooks of ${key} stand under "hooks"`;
  if (isRuleList(key)) return `"${key}" stands under "permissions"`;
  if (Object.hasOwn(settings(), key)) return `"${key}" stands under "hooks"`;
  return `unknown key "${key}"${didYouMean(key, topKeys) || `: here it can be one of ${topKeys.join(', ')}`}`;
}

function isRuleList(key: string): boolean {
  return ['allow', 'ask', 'deny'].includes(key);
}

function knownKeys(value: unknown, path: Path): readonly string[] {
  if (path[0] === 'mcpServers') return mcpServerKeys();
  if (path[0] === 'trace') return traceKeys();
  if (path.at(-1) === 'onFailure') return failureWords;
  if (!isEntryPath(path)) return ['override', 'parallel', 'hooks'];
  const type = valueAt(value, [...path, 'type']);
  const kind = Object.entries(entrySchemas).find(([name]) => name === type)?.[1];
  return kind === undefined ? ownEntryKeys() : Object.keys(kind().shape);
}

const ruleListWords: Readonly<Record<string, string>> = {
  accept: 'allow',
  allowed: 'allow',
  allowlist: 'allow',
  approve: 'allow',
  permit: 'allow',
  whitelist: 'allow',
  approval: 'ask',
  asked: 'ask',
  confirm: 'ask',
  prompt: 'ask',
  ban: 'deny',
  blacklist: 'deny',
  block: 'deny',
  blocked: 'deny',
  blocklist: 'deny',
  denied: 'deny',
  denylist: 'deny',
  disallow: 'deny',
  disallowed: 'deny',
  exclude: 'deny',
  forbid: 'deny',
  forbidden: 'deny',
  prohibit: 'deny',
  refuse: 'deny',
  reject: 'deny',
  restrict: 'deny',
};

export function meantRuleList(key: string): string | null {
  const word = key.toLowerCase().replaceAll(/[^a-z]/g, '');
  const lists = ['allow', 'ask', 'deny'];
  return lists.includes(word) ? word : (lookUp(ruleListWords, word) ?? nearest(word, lists));
}
