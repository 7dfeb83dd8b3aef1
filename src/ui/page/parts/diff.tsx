import type { ChangeDetail } from '../../wire.ts';
import { valueText } from './format.ts';

const signs: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', gone: '−', new: '+' };
const labels: Readonly<Record<DiffLine['kind'], string>> = { same: '', gone: 'removed: ', new: 'added: ' };

export function Diff({ changes }: { readonly changes: readonly ChangeDetail[] }) {
  return (
    <div class="diff">
      {changes.map(({ path, before, after }) => (
        <figure key={path}>
          <figcaption>{path}</figcaption>
          <pre>
            {lineDiff(shown(before), shown(after)).map(({ kind, text }, index) => (
              <span key={index} class={`line ${kind}`}>
                <span aria-hidden="true">{signs[kind]} </span>
                <span class="unseen">{labels[kind]}</span>
                {`${text}\n`}
              </span>
            ))}
          </pre>
        </figure>
      ))}
    </div>
  );
}

function shown(value: unknown): string {
  return value === undefined ? '' : valueText(value);
}

export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Comparing more lines takes longer than reading them. */
const maxLines = 400;

function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.split('\n');
  const fresh = after.split('\n');
  if (old.length > maxLines || fresh.length > maxLines) return [...all('gone', old), ...all('new', fresh)];
  return walk(old, fresh, commonLengths(old, fresh));
}

function all(kind: DiffLine['kind'], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ kind, text }));
}

function commonLengths(old: readonly string[], fresh: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      const isSame = old[row] === fresh[column];
      const below = table[row + 1]?.[column] ?? 0;
      const beside = table[row]?.[column + 1] ?? 0;
      const line = table[row];
      if (line !== undefined)
        line[column] = isSame ? (table[row + 1]?.[column + 1] ?? 0) + 1 : Math.max(below, beside);
    }
  }
  return table;
}

function walk(
  old: readonly string[],
  fresh: readonly string[],
  table: readonly Uint16Array[],
): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length && column < fresh.length) {
    const gone = old[row] ?? '';
    const added = fresh[column] ?? '';
    if (gone === added) {
      lines.push({ kind: 'same', text: gone });
      row += 1;
      column += 1;
    } else if ((table[row + 1]?.[column] ?? 0) >= (table[row]?.[column + 1] ?? 0)) {
      lines.push({ kind: 'gone', text: gone });
      row += 1;
    } else {
      lines.push({ kind: 'new', text: added });
      column += 1;
    }
  }
  return [...lines, ...all('gone', old.slice(row)), ...all('new', fresh.slice(column))];
}
