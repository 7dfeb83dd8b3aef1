import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button, EventButton } from '../parts/controls.tsx';
import { countOf, countText, dateTimeText, durationText, visibleText } from '../parts/format.ts';
import { type SessionFacts, sessions, shownSessions } from '../state/facts.ts';
import { clearFilter, filter, matching, shown } from '../state/filter.ts';
import { pageTime } from '../state/range.ts';
import { entries, rows } from '../state/rows.ts';
import type { DeniedRule } from '../state/summary.ts';
import { state, view } from '../state/view.ts';
import { CallList } from './approvals.tsx';
import { chooseSession } from './filter-bar.tsx';

const recentMs = 10 * 60_000;
const askMs = 60 * 60_000;
const maxSessions = 100;
const maxRecent = 20;

/** Calls of the last minutes that a person may answer here. */
const recentCalls = computed(() => state.value.waiting.filter(({ at }) => at > pageTime.value - recentMs));

/** The questions that agents show in their own terminals, and that nothing followed. */
const openAsks = computed(() =>
  sessions.value
    .map(({ lastStep }) => lastStep)
    .filter((row) => entries.decision(row) === 'ask' && rows.at(row) > pageTime.value - askMs),
);

const recentDenies = computed(() => {
  const codes = new Set(recentCalls.value.map(({ code }) => code));
  const found: number[] = [];
  const all = matching.value;
  for (let place = all.length - 1; place >= 0; place -= 1) {
    const row = all[place] ?? 0;
    if (rows.at(row) < pageTime.value - recentMs || found.length === maxRecent) break;
    if (entries.decision(row) === 'deny' && !codes.has(rows.code(row))) found.push(row);
  }
  return found;
});

/** How many answers agents wait for. */
export const needed = computed(
  () => recentCalls.value.filter(({ passesUntil }) => passesUntil === null).length + openAsks.value.length,
);

export function Today() {
  return (
    <section class="today" aria-label="Today">
      <Guard />
      <NeedsYou />
      <DeniedByRule />
      <SessionList />
    </section>
  );
}

function Guard() {
  const { guard } = state.value;
  if (guard === null) return null;
  const { ok, agents, guards, isRecording, broken, checkedAt } = guard;
  const guarded = agents.filter(({ problem }) => problem === null).map(({ title }) => title);
  const off = guards.filter(({ guarding }) => !guarding).map(({ name }) => name);
  const wrong = [
    ...(agents.length === 0 ? ['no agent is connected in this folder: hookline install'] : []),
    ...agents.flatMap(({ title, problem }) => (problem === null ? [] : [`${title}: ${problem}`])),
    ...(agents.length > 0 && off.length > 0 ? [`not guarding: ${off.join(', ')}`] : []),
    ...(broken === null ? [] : [broken]),
  ];
  return (
    <div class={ok ? 'guard ok' : 'guard bad'} role="status">
      <b>{ok ? 'Guarded' : 'Not guarded'}</b>{' '}
      {[
        [...new Set(guarded)].join(', '),
        countOf(guards.length - off.length, 'active guard'),
        isRecording ? 'recording' : 'not recording',
        `checked ${durationText(Math.max(1000, pageTime.value - checkedAt))} ago`,
      ]
        .filter(Boolean)
        .join(' · ')}
      {wrong.map((text) => (
        <p key={text}>{visibleText(text)}</p>
      ))}
      {!ok && agents.length > 0 && (
        <p>
          <code>hookline doctor</code> shows how to fix it.
        </p>
      )}
    </div>
  );
}

function NeedsYou() {
  const [calls, asks, denies] = [recentCalls.value, openAsks.value, recentDenies.value];
  if (calls.length + asks.length + denies.length === 0) return null;
  return (
    <section aria-label="Needs you">
      <h3>Needs you</h3>
      <CallList calls={calls} />
      <ul class="lines">
        {asks.map((row) => (
          <li key={row}>
            <EventLine row={row} badge={<span class="badge ask">asks in its terminal</span>} />
          </li>
        ))}
        {denies.map((row) => (
          <li key={row}>
            <EventLine row={row} badge={<span class="badge deny">denied</span>} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EventLine({ row, badge }: { readonly row: number; readonly badge?: ComponentChildren }) {
  return (
    <EventButton row={row}>
      {badge}
      <code>{visibleText(rows.about(row))}</code>
      <span class="muted">
        {dateTimeText(rows.at(row))} {visibleText(entries.reason(row))}
      </span>
    </EventButton>
  );
}

function DeniedByRule() {
  const all = [...shown.value.summary.denied.values()].sort(
    (left, right) => right.times.length - left.times.length,
  );
  return (
    <section aria-label="Denied, by rule">
      <h3>Denied, by rule</h3>
      {all.length === 0 && <p class="muted">Nothing was denied.</p>}
      <table>
        <tbody>
          {all.map((denied) => (
            <Denied key={denied.rule} denied={denied} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Denied({ denied: { rule, last, times } }: { readonly denied: DeniedRule }) {
  const open = (): void => {
    clearFilter();
    filter.rule.value = rule;
    filter.decision.value = 'deny';
    view.value = 'session';
  };
  return (
    <tr>
      <th scope="row">
        <Button class="link" title="Show its events" onClick={open}>
          {visibleText(rule)}
        </Button>
      </th>
      <td>
        <span class="badge deny">{countText(times.length)}</span>
      </td>
      <td class="spark">
        <Sparkline times={times} />
      </td>
      <td class="last">
        <EventLine row={last} />
      </td>
    </tr>
  );
}

const [bars, barWidth, barsHeight] = [24, 5, 20];

/** When the denies were, over the time of all events shown. */
function Sparkline({ times }: { readonly times: readonly number[] }) {
  const all = matching.value;
  const from = rows.at(all[0] ?? 0);
  const length = Math.max(1, rows.at(all.at(-1) ?? 0) - from);
  const counts = new Array<number>(bars).fill(0);
  for (const at of times) {
    const bar = Math.min(bars - 1, Math.max(0, Math.floor(((at - from) / length) * bars)));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  const highest = Math.max(...counts);
  return (
    <svg class="sparkline" width={bars * barWidth} height={barsHeight} aria-hidden="true">
      {counts.map((count, bar) => {
        const height = count === 0 ? 1 : Math.max(3, (count / highest) * barsHeight);
        const place = { x: bar * barWidth, y: barsHeight - height };
        return (
          <rect key={bar} class={count > 0 ? 'some' : ''} {...place} width={barWidth - 1} height={height} />
        );
      })}
    </svg>
  );
}

function SessionList() {
  const all = shownSessions.value;
  return (
    <section aria-label="Sessions">
      <h3>{countOf(all.length, 'session')}</h3>
      <ul class="lines sessions">
        {all.slice(0, maxSessions).map((facts) => (
          <li key={facts.session}>
            <SessionLine facts={facts} />
          </li>
        ))}
      </ul>
      {all.length > maxSessions && (
        <p class="muted">Search to find the other {countText(all.length - maxSessions)}.</p>
      )}
    </section>
  );
}

function SessionLine({ facts }: { readonly facts: SessionFacts }) {
  const { session, title, product, folder, first, last, calls, denies, asks, failures } = facts;
  const open = (): void => {
    chooseSession(session);
    view.value = 'session';
  };
  const about = [product, folder.split('/').slice(-2).join('/'), dateTimeText(last)];
  const length = last > first ? [durationText(last - first)] : [];
  return (
    <Button class="line" onClick={open}>
      <span class="title">{visibleText(title || session)}</span>
      <span class="muted">
        {visibleText([...about, ...length, countOf(calls, 'call')].filter(Boolean).join(' · '))}
      </span>
      <span class="badges">
        {denies > 0 && <span class="badge deny">{countOf(denies, 'deny', 'denies')}</span>}
        {asks > 0 && <span class="badge ask">{countOf(asks, 'ask')}</span>}
        {failures > 0 && <span class="badge failed">{countOf(failures, 'failure')}</span>}
      </span>
    </Button>
  );
}
