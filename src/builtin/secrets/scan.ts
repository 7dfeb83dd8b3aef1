import { compileWildcard } from '../../bounds/wildcard.ts';
import { TookTooLong, withinTime } from '../../bounds/within-time.ts';
import type { FoundSecret } from './found-secret.ts';
import type { SecretKind } from './kind.ts';
import { secretKinds } from './kinds.ts';
import { isPlaceholder } from './placeholder.ts';
import type { PresetScan } from './preset.ts';
import { privateKeysIn } from './private-keys.ts';

export interface ScanSetting {
  readonly preset: PresetScan;
  readonly allow: readonly string[];
  readonly ignore: readonly string[];
  readonly values: readonly string[];
}

export type Scan = (text: string) => readonly FoundSecret[] | null;

const timeoutMs = 90;
/** What takes so little time that it need not be watched: every form takes linear time. */
const maxUnwatched = 16 * 1024;

export function createScan({ preset, allow, ignore, values }: ScanSetting): Scan {
  const allowed = allow.map(compileWildcard);
  const ignored = new Set(ignore);
  const kinds = secretKinds.filter(({ id }) => !ignored.has(id));
  const look = (text: string): readonly FoundSecret[] => {
    const found = [
      ...kinds.flatMap((kind) => ofKind(kind, text)),
      ...privateKeysIn(text),
      ...preset(text),
      ...values.flatMap((value) => occurrences(value, text)),
    ];
    return found.filter(({ kind, start, end }) => {
      if (ignored.has(kind)) return false;
      const secret = text.slice(start, end);
      return kind === 'environment-variable' || kind === 'private-key' || !isPlaceholder(secret)
        ? !allowed.some((matches) => matches(secret))
        : false;
    });
  };
  return (text) => {
    if (text.length <= maxUnwatched) return look(text);
    try {
      return withinTime(() => look(text), timeoutMs);
    } catch (problem) {
      if (problem instanceof TookTooLong) return null;
      throw problem;
    }
  };
}

function ofKind({ id, what, marks, form, isReal }: SecretKind, text: string): readonly FoundSecret[] {
  if (!marks.some((mark) => text.includes(mark))) return [];
  const found: FoundSecret[] = [];
  const own = new RegExp(form);
  for (let match = own.exec(text); match !== null; match = own.exec(text)) {
    const groups = match.indices?.groups;
    const [start, end] = groups?.['secret'] ??
      groups?.['other'] ?? [match.index, match.index + match[0].length];
    if (isReal?.(text.slice(start, end), match) !== false) found.push({ kind: id, what, start, end });
    else if (start > match.index) own.lastIndex = start;
  }
  return found;
}

function occurrences(value: string, text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    const what = 'the value of a secret environment variable';
    found.push({ kind: 'environment-variable', what, start: at, end: at + value.length });
  }
  return found;
}
