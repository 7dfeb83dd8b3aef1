import { valueAt } from '../../engine/values/shapes.ts';
import { describe } from '../../engine/values/text.ts';
import type { Path } from '../source/yaml-source.ts';
import { meantRuleList } from './unknown-keys.ts';

const ruleLists: readonly PropertyKey[] = ['allow', 'ask', 'deny'];
const shape = 'takes "deny", "ask" and "allow" with lists of rules, or names with true or false';

/** The message about a value under `permissions` that has the wrong shape; null when the schema's own message will do. */
export function permissionMessage(value: unknown, path: Path): string | null {
  const [top, key, index] = path;
  if (top !== 'permissions') return null;
  const found = valueAt(value, path);
  if (key === undefined) return `"permissions" ${shape}, not ${describe(found)}`;
  if (typeof key !== 'string') return null;
  if (ruleLists.includes(key)) {
    if (index === undefined && typeof found === 'string')
      return `"${key}" takes a list of rules: [${JSON.stringify(found)}]`;
    return index === undefined ? null : entryMessage(found);
  }
  const meant = meantRuleList(key);
  if (meant !== null) return `unknown key "${key}", did you mean "${meant}"?`;
  if (/\(/.test(key)) return `"${key}" is a rule: it stands in a list under "deny", "ask" or "allow"`;
  return null;
}

/** Whether the key itself is wrong, and not its value. */
export function isWrongRuleList([top, key, ...rest]: Path): boolean {
  if (top !== 'permissions' || typeof key !== 'string' || rest.length > 0 || ruleLists.includes(key))
    return false;
  return meantRuleList(key) !== null || key.includes('(');
}

/** `- Bash: rm *`, which YAML reads as a key with its value; or a rule in parts: `{ tool: Bash, pattern: rm * }`. */
function entryMessage(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const parts = Object.entries(entry);
  const [[tool = '', pattern] = []] = inParts(parts) ?? parts;
  return typeof pattern === 'string' || pattern === null
    ? `a rule is text; write ${JSON.stringify(pattern === null ? tool : `${tool}(${pattern})`)}`
    : null;
}

/** The tool and what it is called with, where each has a key of its own. */
function inParts(
  parts: readonly (readonly [string, unknown])[],
): readonly (readonly [string, unknown])[] | null {
  const tool = parts.find(([key]) => /^tool(?:_?name)?$|^name$/i.test(key))?.[1];
  if (typeof tool !== 'string') return null;
  const other = parts.find(([key]) =>
    /^(?:pattern|command|path|file_?path|match(?:er)?|rule(?:Content)?|args?)$/i.test(key),
  );
  return [[tool, other?.[1] ?? null]];
}
