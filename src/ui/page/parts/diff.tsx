import type { ChangeDetail } from '../../wire.ts';
import { valueText } from './format.ts';
import { type DiffLine, lineDiff } from './line-diff.ts';

const signs: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', gone: '−', new: '+' };
const labels: Readonly<Record<DiffLine['kind'], string>> = { same: '', gone: 'removed: ', new: 'added: ' };

/** What a hook changed, as people read changes. */
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
