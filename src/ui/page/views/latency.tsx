import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { countOf, countText, durationText, visibleText } from '../parts/format.ts';
import { type HookTimes, hookTimes } from '../state/facts.ts';
import { scheme } from '../state/scheme.ts';

/** How long each hook takes: a table, and a chart of the one that is chosen. */
export function Latency() {
  const chosen = useSignal('');
  const all = hookTimes.value;
  const facts = all.find(({ hook }) => hook === chosen.value) ?? all[0];
  if (facts === undefined) return <p class="empty">No hook ran in these events.</p>;
  const slowest = Math.max(...all.map(({ p99 }) => p99), 0.001);
  return (
    <section class="latency" aria-label="Latency">
      <Chart key={facts.hook} facts={facts} />
      <table>
        <caption class="unseen">How long each hook takes</caption>
        <thead>
          <tr>
            <th scope="col">Hook</th>
            <th scope="col">Runs</th>
            <th scope="col">p50</th>
            <th scope="col">p95</th>
            <th scope="col">p99</th>
            <th scope="col">max</th>
            <th scope="col" class="wide">
              <span class="unseen">p50 to p99</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ hook, fires, p50, p95, p99, max }) => (
            <tr key={hook} class={hook === facts.hook ? 'chosen' : ''}>
              <th scope="row">
                <button
                  type="button"
                  class="plain"
                  aria-pressed={hook === facts.hook}
                  onClick={() => {
                    chosen.value = hook;
                  }}
                >
                  {visibleText(hook)}
                </button>
              </th>
              <td>{countText(fires)}</td>
              <td>{durationText(p50)}</td>
              <td>{durationText(p95)}</td>
              <td>{durationText(p99)}</td>
              <td>{durationText(max)}</td>
              <td class="wide">
                <span class="range">
                  <span class="p99" style={{ inlineSize: `${(p99 / slowest) * 100}%` }} />
                  <span class="p95" style={{ inlineSize: `${(p95 / slowest) * 100}%` }} />
                  <span class="p50" style={{ inlineSize: `${(p50 / slowest) * 100}%` }} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** More points than pixels say no more; the slowest of each stretch stays. */
const maxPoints = 4000;

function thinned({ at, ms }: HookTimes): [number[], number[]] {
  const step = Math.max(1, Math.ceil(at.length / maxPoints));
  const times: number[] = [];
  const values: number[] = [];
  for (let start = 0; start < at.length; start += step) {
    let slowest = start;
    for (let place = start; place < Math.min(start + step, at.length); place += 1) {
      if ((ms[place] ?? 0) > (ms[slowest] ?? 0)) slowest = place;
    }
    times.push((at[slowest] ?? 0) / 1000);
    values.push(Math.max(ms[slowest] ?? 0, 0.001));
  }
  return [times, values];
}

/** Room beside the first and the last point, in seconds. */
function padded(_chart: uPlot, from: number, to: number): [number, number] {
  const room = Math.max((to - from) * 0.02, 0.5);
  return [from - room, to + room];
}

function Chart({ facts }: { readonly facts: HookTimes }) {
  const box = useRef<HTMLDivElement>(null);
  const colorScheme = scheme.value;
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const style = getComputedStyle(element);
    const color = (name: string): string => style.getPropertyValue(`--${name}`);
    const axis = {
      stroke: color('muted'),
      grid: { stroke: color('line') },
      ticks: { stroke: color('line') },
    };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: 240,
        legend: { show: false },
        scales: { x: { range: padded }, y: { distr: 3 } },
        axes: [
          axis,
          {
            ...axis,
            size: 70,
            values: (_chart, values) => values.map((value) => (value === null ? '' : durationText(value))),
          },
        ],
        series: [
          {},
          {
            stroke: color('accent'),
            paths: () => null,
            points: { show: true, size: 8, fill: color('accent') },
          },
        ],
      },
      thinned(facts),
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: 240 }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [facts, colorScheme]);
  return (
    <figure class="chart">
      <figcaption>
        <b>{visibleText(facts.hook)}</b> {countOf(facts.fires, 'run')}, half of them within{' '}
        {durationText(facts.p50)}
      </figcaption>
      <div
        ref={box}
        role="img"
        aria-label={`How long ${facts.hook} took over time. The table below has the figures.`}
      />
    </figure>
  );
}
