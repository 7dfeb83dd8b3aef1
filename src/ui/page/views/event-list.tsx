import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rowMarks } from '../../wire.ts';
import { Chip } from '../parts/chip.tsx';
import { Button } from '../parts/controls.tsx';
import { dayText, durationText, timeText, visibleText } from '../parts/format.ts';
import { clearFilter, listed } from '../state/filter.ts';
import { range } from '../state/range.ts';
import { entries, rows } from '../state/rows.ts';
import { current, follows, openEvent } from '../state/view.ts';

const rowHeight = 36;
const heads = [
  ...[
    ['time', 'When'],
    ['decision', 'Decision'],
    ['tool', 'Tool'],
    ['about', 'Command'],
    ['why', 'Why'],
  ],
  ...[
    ['agent', 'Agent'],
    ['took', 'Tool took'],
    ['took', 'Hooks took'],
  ],
] as const;

export const newestFirst = computed(() => listed.value.toReversed());

export function EventList() {
  const all = newestFirst.value;
  if (all.length === 0)
    return (
      <p class="empty">
        No event matches the filter. <Button onClick={clearFilter}>Clear the filter</Button>
      </p>
    );
  const place = current.value === null ? -1 : all.indexOf(current.value);
  return (
    <>
      <div class="event heads" aria-hidden="true">
        {heads.map(([kind, title]) => (
          <span key={title} class={kind}>
            {title}
          </span>
        ))}
      </div>
      <VirtualList
        label="Events, newest first"
        count={all.length}
        rowHeight={rowHeight}
        active={place < 0 ? null : place}
        rowId={(index) => `event-${all[index]}`}
        follows={follows.value}
        onScroll={(isAtTop) => {
          follows.value = isAtTop;
        }}
      >
        {(index) => (
          <EventRow key={all[index]} row={all[index] ?? 0} place={index} isCurrent={place === index} />
        )}
      </VirtualList>
    </>
  );
}

interface EventRowProps {
  readonly row: number;
  readonly place: number;
  readonly isCurrent: boolean;
}

function EventRow({ row, place, isCurrent }: EventRowProps) {
  const decision = entries.decision(row);
  const tool = rows.text('tool', row);
  const toolMs = entries.toolMs(row);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the list's
    <div
      id={`event-${row}`}
      role="option"
      aria-posinset={place + 1}
      aria-setsize={newestFirst.value.length}
      aria-selected={isCurrent}
      class={`event ${decision ?? 'none'}`}
      tabIndex={-1}
      onClick={() => openEvent(row)}
    >
      <span class="time">
        {range.value !== 'today' && <span class="day">{dayText(rows.at(row))} </span>}
        {timeText(rows.at(row))}
      </span>
      <span class="decision">
        <Chip decision={decision} />
      </span>
      <span class={tool === '' ? 'tool muted' : 'tool'}>{visibleText(tool || rows.text('point', row))}</span>
      <span class="about">
        <Marks row={row} />
        {visibleText(rows.about(row))}
      </span>
      <span class="why">{visibleText(entries.reason(row))}</span>
      <span class="agent">{visibleText(rows.text('agent', row))}</span>
      <span class="took">{toolMs < 0 ? '' : durationText(toolMs)}</span>
      <span class="took">{durationText(entries.hooksMs(row))}</span>
    </div>
  );
}

const shownMarks = [
  ['failed', 'failed', 'failed'],
  ['changed', 'changed', 'changed'],
  ['dropped', 'dropped', 'dropped'],
  ['letPass', 'let-pass', 'allowed by a person'],
  ['halted', 'deny', 'halted'],
  ['resumed', 'ask', 'resumed'],
] as const;

function Marks({ row }: { readonly row: number }) {
  const marks = entries.marks(row);
  const isToolFailure = rows.text('point', rows.result(row)) === 'PostToolUseFailure';
  return (
    <>
      {isToolFailure && <span class="mark failed">tool failed</span>}
      {shownMarks.map(([name, kind, text]) =>
        (marks & rowMarks[name]) === 0 ? null : (
          <span key={name} class={`mark ${kind}`}>
            {text}
          </span>
        ),
      )}
    </>
  );
}

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  readonly active: number | null;
  /** Whether the first row stays in sight when rows are added before it. */
  readonly follows: boolean;
  readonly onScroll: (isAtTop: boolean) => void;
  readonly children: (index: number) => ComponentChildren;
  readonly rowId: (index: number) => string;
}

/** Browsers limit an element to about 33 million pixels; longer lists scroll faster instead. */
const maxHeight = 16_000_000;
const spare = 8;

function VirtualList({
  label,
  count,
  rowHeight,
  active,
  follows,
  onScroll,
  children,
  rowId,
}: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const whole = count * rowHeight;
  const shownHeight = Math.min(whole, maxHeight);
  const factor = shownHeight > height ? (whole - height) / (shownHeight - height) : 1;
  const offset = top * factor;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const lastCount = useRef(count);
  useLayoutEffect(() => {
    const element = box.current;
    const added = count - lastCount.current;
    lastCount.current = count;
    if (element === null) return;
    if (follows) element.scrollTop = 0;
    // What a person reads stays where it is.
    else if (added > 0 && element.scrollTop > 0) element.scrollTop += (added * rowHeight) / factor;
  }, [count, follows, rowHeight, factor]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || active === null) return;
    const from = active * rowHeight;
    const seen = element.scrollTop * factor;
    if (from < seen) element.scrollTop = from / factor;
    else if (from + rowHeight > seen + height) element.scrollTop = (from + rowHeight - height) / factor;
  }, [active, rowHeight, factor, height]);

  const first = Math.max(0, Math.floor(offset / rowHeight) - spare);
  const last = Math.min(count, Math.ceil((offset + height) / rowHeight) + spare);
  const places = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  return (
    <div
      ref={box}
      class="virtual"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active === null ? undefined : rowId(active)}
      onScroll={({ currentTarget }) => {
        setTop(currentTarget.scrollTop);
        onScroll(currentTarget.scrollTop === 0);
      }}
    >
      <div role="presentation" style={{ height: `${shownHeight}px` }}>
        <div role="presentation" style={{ transform: `translateY(${first * rowHeight - offset + top}px)` }}>
          {places.map(children)}
        </div>
      </div>
    </div>
  );
}
