import { computed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { rowDecisions } from '../../wire.ts';
import { Button } from '../parts/controls.tsx';
import { countOf, visibleText } from '../parts/format.ts';
import { titleOf } from '../state/facts.ts';
import { filter, firstFrom, matching, shown } from '../state/filter.ts';
import { foldTime, placeFrom } from '../state/folded-time.ts';
import { entries, rows } from '../state/rows.ts';
import { scheme } from '../state/scheme.ts';
import { current, openEvent } from '../state/view.ts';
import {
  axisHeight,
  drawTimeline,
  eventAt,
  type LaneColors,
  laneColors,
  laneHeight,
  type Scene,
} from './draw-timeline.ts';

const maxLanes = 12;

const folded = computed(() => foldTime(matching.value));

/** The agents of a session are beside each other; the session that came last is the first. */
const lanes = computed(() => {
  const first = new Map<number, number>();
  const all = [...shown.value.summary.lanes];
  for (const [, row] of all) {
    const session = rows.number('session', row);
    first.set(session, Math.max(first.get(session) ?? 0, rows.at(row)));
  }
  const startOf = (row: number): number => first.get(rows.number('session', row)) ?? 0;
  all.sort(([, one], [, other]) => startOf(other) - startOf(one) || rows.at(one) - rows.at(other));
  return new Map(all.map(([lane], index) => [lane, Math.min(index, maxLanes - 1)]));
});

function laneName(lane: number): string {
  const row = shown.value.summary.lanes.get(lane) ?? 0;
  const agent = rows.text('agent', row);
  return filter.session.value === '' ? `${agent} · ${titleOf(rows.text('session', row))}` : agent;
}

const deny = rowDecisions.indexOf('deny');
const denies = computed(() => matching.value.filter((row) => rows.number('decision', row) === deny).length);

export function TimelineView() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useSignal(800);
  const dragged = useSignal<{ readonly from: number; readonly to: number } | null>(null);
  const hovered = useSignal<{ readonly row: number; readonly x: number; readonly y: number } | null>(null);

  const laneCount = Math.max(1, Math.min(lanes.value.size, maxLanes));
  const { from, to } = seen();
  const scene: Scene = {
    sorted: matching.value,
    folded: folded.value,
    lanes: lanes.value,
    laneCount,
    from,
    to,
    width: width.value,
    current: current.value,
  };
  const height = axisHeight + laneCount * laneHeight + 1;

  useLayoutEffect(() => {
    const box = canvas.current?.parentElement;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      width.value = Math.max(200, box.clientWidth);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [width]);

  const colorScheme = scheme.value;
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const scale = devicePixelRatio;
    element.width = scene.width * scale;
    element.height = height * scale;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawTimeline(context, scene, colorsOf(element, colorScheme));
  });

  const timeAt = (x: number): number => from + (x / scene.width) * (to - from);
  const press = (event: PointerEvent): void => {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    dragged.value = { from: event.offsetX, to: event.offsetX };
  };
  const move = (event: PointerEvent): void => {
    if (dragged.value !== null) dragged.value = { ...dragged.value, to: event.offsetX };
    const row = eventAt(scene, event.offsetX, event.offsetY);
    hovered.value = row === null ? null : { row, x: event.offsetX, y: event.offsetY };
  };
  const release = (event: PointerEvent): void => {
    const drag = dragged.value;
    dragged.value = null;
    if (drag === null) return;
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    if (right - left > 6) {
      look(timeAt(left), timeAt(right));
      return;
    }
    const row = eventAt(scene, event.offsetX, event.offsetY);
    if (row === null) return;
    openEvent(row);
  };

  return (
    <section class="timeline" aria-label="Timeline">
      <div class="lanes" style={{ paddingBlockStart: `${axisHeight}px` }}>
        {[...lanes.value].slice(0, laneCount).map(([agent, lane]) => (
          <span key={agent} title={visibleText(laneName(agent))} style={{ blockSize: `${laneHeight}px` }}>
            {lane === maxLanes - 1 && lanes.value.size > maxLanes
              ? `${countOf(lanes.value.size - lane, 'other agent')}`
              : visibleText(laneName(agent))}
          </span>
        ))}
      </div>
      <div class="canvas">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${countOf(matching.value.length, 'event')} of ${countOf(lanes.value.size, 'agent')}, ${countOf(denies.value, 'deny', 'denies')}. The list below has each of them.`}
          style={{ inlineSize: `${scene.width}px`, blockSize: `${height}px` }}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerLeave={() => {
            hovered.value = null;
          }}
          onDblClick={() => {
            filter.span.value = null;
          }}
        />
        {dragged.value !== null && (
          <div
            class="brush"
            style={{
              insetInlineStart: `${Math.min(dragged.value.from, dragged.value.to)}px`,
              inlineSize: `${Math.abs(dragged.value.to - dragged.value.from)}px`,
            }}
          />
        )}
        {hovered.value !== null && <Hint {...hovered.value} width={scene.width} />}
      </div>
      <div class="zoom">
        <Button class="" aria-label="Zoom in" title="Zoom in   +" onClick={() => zoom(0.5)}>
          +
        </Button>
        <Button class="" aria-label="Zoom out" title="Zoom out   -" onClick={() => zoom(2)}>
          −
        </Button>
      </div>
    </section>
  );
}

interface HintProps {
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function Hint({ row, x, y, width }: HintProps) {
  const style =
    x > width / 2 ? { insetInlineEnd: `${width - x + 10}px` } : { insetInlineStart: `${x + 10}px` };
  return (
    <div
      class={`hint ${entries.decision(row) ?? 'none'}`}
      style={{ ...style, insetBlockStart: `${y + 14}px` }}
      aria-hidden="true"
    >
      <b>{visibleText(rows.text('tool', row) || rows.text('point', row))}</b>{' '}
      {visibleText(rows.about(row)).slice(0, 90)}
    </div>
  );
}

function seen(): { readonly from: number; readonly to: number } {
  const span = filter.span.value;
  const { at, length } = folded.value;
  if (span === null || at.length === 0) return { from: -length * 0.01, to: length * 1.01 };
  const sorted = matching.value;
  const place = (time: number): number => at[Math.min(firstFrom(sorted, time), at.length - 1)] ?? 0;
  const from = place(span.from);
  const to = Math.max(place(span.to), from + 1);
  const margin = (to - from) * 0.01;
  return { from: from - margin, to: to + margin };
}

function look(from: number, to: number): void {
  const sorted = matching.value;
  const first = sorted[placeFrom(folded.value, from)];
  const last = sorted[Math.max(0, placeFrom(folded.value, to) - 1)];
  if (first === undefined || last === undefined) return;
  filter.span.value = { from: rows.at(first), to: Math.max(rows.at(first), rows.at(last)) };
}

export function zoom(factor: number): void {
  const { from, to } = seen();
  const place = current.value === null ? -1 : matching.value.indexOf(current.value);
  const middle = place < 0 ? (from + to) / 2 : (folded.value.at[place] ?? 0);
  const half = ((to - from) / 2) * factor;
  if (half * 2 >= folded.value.length) filter.span.value = null;
  else look(middle - half, middle + half);
}

/** As the browser computes them in this scheme. */
function colorsOf(element: HTMLElement, _scheme: string): LaneColors {
  const colors = laneColors.map((name) => {
    element.style.color = `var(--${name})`;
    return [name, getComputedStyle(element).color];
  });
  return Object.fromEntries(colors) as LaneColors;
}
