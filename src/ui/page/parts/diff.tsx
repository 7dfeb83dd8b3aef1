import { lineChanges } from '../../../files/line-changes.ts';
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

interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const changes = lineChanges(before, after);
  const numbers = (wanted: '-' | '+'): ReadonlySet<number> =>
    new Set(changes.flatMap(({ sign, number }) => (sign === wanted ? [number] : [])));
  const [gone, added] = [numbers('-'), numbers('+')];
  const lines: DiffLine[] = [];
  for (let [row, other] = [0, 0]; row < old.length || other < fresh.length; ) {
    if (gone.has(row + 1)) lines.push({ kind: 'gone', text: old[row++] ?? '' });
    else if (added.has(other + 1)) lines.push({ kind: 'new', text: fresh[other++] ?? '' });
    else {
      lines.push({ kind: 'same', text: old[row++] ?? '' });
      other += 1;
    }
  }
  return lines;
}
