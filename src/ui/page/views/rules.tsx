import { signal } from '@preact/signals';
import type { StatsRow } from '../../../trace/read/stats.ts';
import { Button } from '../parts/controls.tsx';
import { countText, dateTimeText, durationText, visibleText } from '../parts/format.ts';
import { clearFilter, filter, shown } from '../state/filter.ts';
import { rows } from '../state/rows.ts';
import { grouping, view } from '../state/view.ts';

type Counts = Omit<StatsRow, 'last'> & { readonly last: number };
type Column = Exclude<keyof Counts, 'skipped' | 'p99'>;

const titles: readonly (readonly [Column, string])[] = [
  ['name', 'Name'],
  ['fires', 'Ran'],
  ['denies', 'Denied'],
  ['asks', 'Asked'],
  ['allowed', 'Allowed by a person'],
  ['failures', 'Failed'],
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['total', 'Total'],
  ['last', 'Last'],
];

/** What each table is opened for: which rule stops most, which hook takes most time. */
const firstSort = { rule: 'denies', hook: 'total' } as const;
const sorted = signal<{ readonly by: Column; readonly isUp: boolean } | null>(null);
/** A rule that people lift this often stops the wrong calls. */
const noisyShare = 0.3;

export function Rules() {
  const by = grouping.value;
  const all = [...shown.value.summary[by]].map(
    ([name, { stats, last }]): Counts => ({ ...stats.row(rows.name(name)), last }),
  );
  const order = sorted.value ?? { by: firstSort[by], isUp: false };
  const direction = order.isUp ? 1 : -1;
  all.sort((one, other) => (one[order.by] < other[order.by] ? -direction : direction));
  const sortBy = (column: Column): void => {
    sorted.value = { by: column, isUp: order.by === column ? !order.isUp : column === 'name' };
  };
  return (
    <section class="rules" aria-label="Rules and hooks">
      <div class="grouping">
        {(['rule', 'hook'] as const).map((one) => (
          <Button
            key={one}
            aria-pressed={by === one}
            onClick={() => {
              grouping.value = one;
              sorted.value = null;
            }}
          >
            {one === 'rule' ? 'Rules' : 'Hooks'}
          </Button>
        ))}
      </div>
      {all.length === 0 ? (
        <p class="empty">{by === 'rule' ? 'No rule decided' : 'No hook ran'} in these events.</p>
      ) : (
        <table>
          <caption class="unseen">{by === 'rule' ? 'Rules' : 'Hooks'}</caption>
          <thead>
            <tr>
              {titles.map(([column, title]) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={order.by !== column ? undefined : order.isUp ? 'ascending' : 'descending'}
                >
                  <Button class="" onClick={() => sortBy(column)}>
                    {title}
                  </Button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((counts) => (
              <Row key={counts.name} counts={counts} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ counts }: { readonly counts: Counts }) {
  const { name, fires, denies, asks, allowed, failures, p50, p95, total, last } = counts;
  const isNoisy = allowed > 0 && allowed / (allowed + denies + asks) >= noisyShare;
  const open = (): void => {
    clearFilter();
    filter[grouping.value].value = name;
    view.value = 'session';
  };
  return (
    <tr>
      <th scope="row">
        <Button class="link" title="Show its events" onClick={open}>
          {visibleText(name)}
        </Button>
        {isNoisy && <span class="mark ask">noisy</span>}
      </th>
      {[fires, denies, asks, allowed, failures].map((count, place) => (
        <td key={place} class={count === 0 ? 'muted' : ''}>
          {countText(count)}
        </td>
      ))}
      {[p50, p95, total].map((ms, place) => (
        <td key={place}>{durationText(ms)}</td>
      ))}
      <td>{dateTimeText(last)}</td>
    </tr>
  );
}
