import { lookUp } from '../../engine/values/look-up.ts';
import { valueAt } from '../../engine/values/shapes.ts';
import { nearest } from '../../engine/values/suggest.ts';
import { describe, words } from '../../engine/values/text.ts';
import type { PartWords } from '../source/check-part.ts';
import type { Path, Source } from '../source/yaml-source.ts';

export const ruleLists: readonly string[] = ['allow', 'ask', 'deny'];

const otherWords: Readonly<Record<string, readonly string[]>> = {
  allow: words('accept allowed allowlist approve permit whitelist'),
  ask: words('approval asked confirm prompt'),
  deny: words(`ban blacklist block blocked blocklist denied denylist disallow disallowed exclude forbid forbidden prohibit
    refuse reject restrict`),
};

export function meantRuleList(key: string): string | null {
  const word = key.toLowerCase().replaceAll(/[^a-z]/g, '');
  const known = ruleLists.find((list) => list === word || lookUp(otherWords, list)?.includes(word));
  return known ?? nearest(word, ruleLists);
}

const shape = 'takes "deny", "ask" and "allow" with lists of rules, or names with true or false';

export function permissionWords(source: Source): PartWords {
  return {
    wrongValue: (path) => permissionMessage(valueAt(source.value, path), path),
    place: (path) => (isWrongRuleList(path) ? source.at(path, 'key') : null),
  };
}

function permissionMessage(found: unknown, [, key, index]: Path): string | null {
  if (key === undefined) return `"permissions" ${shape}, not ${describe(found)}`;
  if (typeof key !== 'string') return null;
  if (ruleLists.includes(key)) {
    if (index === undefined && typeof found === 'string')
      return `"${key}" takes a list of rules: [${JSON.stringify(found)}]`;
    return index === undefined ? null : entryMessage(found);
  }
  const meant = meantRuleList(key);
  if (meant !== null) return `unknown key "${key}", did you mean "${meant}"?`;
  return key.includes('(') ? `"${key}" is a rule: put it in a list under "deny", "ask" or "allow"` : null;
}

function isWrongRuleList([, key, ...rest]: Path): boolean {
  if (typeof key !== 'string' || rest.length > 0 || ruleLists.includes(key)) return false;
  return meantRuleList(key) !== null || key.includes('(');
}

/** `- Bash: rm *`, which YAML reads as a key with its value; or a rule in parts: `{ tool: Bash, pattern: rm * }`. */
function entryMessage(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const parts = Object.entries(entry);
  const tool: unknown = parts.find(([key]) => /^tool(?:_?name)?$|^name$/i.test(key))?.[1];
  const pattern: unknown = parts.find(([key]) =>
    /^(?:pattern|command|path|file_?path|match(?:er)?|rule(?:Content)?|args?)$/i.test(key),
  )?.[1];
  const [name, content] = typeof tool === 'string' ? [tool, pattern ?? null] : (parts[0] ?? ['', null]);
  return typeof content === 'string' || content === null
    ? `a rule is text; write ${JSON.stringify(content === null ? name : `${name}(${content})`)}`
    : null;
}
