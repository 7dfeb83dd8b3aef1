import { rowMarks } from '../../wire.ts';
import { Chip } from '../parts/chip.tsx';
import { durationText, exactTime, visibleText } from '../parts/format.ts';
import { VirtualList } from '../parts/virtual-list.tsx';
import { listed } from '../state/filter.ts';
import { rows } from '../state/rows.ts';
import { current, opened } from '../state/view.ts';

const rowHeight = 36;
/** A bar as long as its column is a second. */
const fullBarMs = 1000;

export function EventList() {
  const shown = listed.value;
  if (shown.length === 0) return <p class="empty">No event is like that. "Show all" brings them back.</p>;
  const place = current.value === null ? -1 : shown.indexOf(current.value);
  return (
    <VirtualList
      label="Events"
      count={shown.length}
      rowHeight={rowHeight}
      active={place < 0 ? null : place}
      rowId={(index) => `event-${shown[index]}`}
    >
      {(index) => (
        <EventRow key={shown[index]} row={shown[index] ?? 0} place={index} isCurrent={place === index} />
      )}
    </VirtualList>
  );
}

interface EventRowProps {
  readonly row: number;
  readonly place: number;
  readonly isCurrent: boolean;
}

function EventRow({ row, place, isCurrent }: EventRowProps) {
  const decision = rows.decision(row);
  const ms = rows.durationMs(row);
  const open = (): void => {
    current.value = row;
    opened.value = row;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the list's
    <div
      id={`event-${row}`}
      role="option"
      aria-posinset={place + 1}
      aria-setsize={listed.value.length}
      aria-selected={isCurrent}
      class={`event ${decision ?? 'none'}`}
      tabIndex={-1}
      onClick={open}
    >
      <span class="time">{exactTime(rows.at(row))}</span>
      <span class="decision">
        <Chip decision={decision} />
      </span>
      <span class="point">{rows.point(row)}</span>
      <span class="tool">{visibleText(rows.tool(row))}</span>
      <span class="about">
        <Marks row={row} />
        {visibleText(rows.about(row))}
      </span>
      <span class="agent">{visibleText(rows.agent(row))}</span>
      <span class="took">
        <span class="bar" style={{ inlineSize: `${barLength(ms)}%` }} />
        {durationText(ms)}
      </span>
    </div>
  );
}

function Marks({ row }: { readonly row: number }) {
  const marks = rows.marks(row);
  return (
    <>
      {(marks & rowMarks.failed) !== 0 && <span class="mark failed">failed</span>}
      {(marks & rowMarks.changed) !== 0 && <span class="mark changed">changed</span>}
      {(marks & rowMarks.dropped) !== 0 && <span class="mark dropped">dropped</span>}
      {(marks & rowMarks.letPass) !== 0 && <span class="mark let-pass">let pass by a person</span>}
      {(marks & rowMarks.halted) !== 0 && <span class="mark deny">halted</span>}
      {(marks & rowMarks.resumed) !== 0 && <span class="mark ask">resumed</span>}
    </>
  );
}

/** By orders of magnitude, so that both a microsecond and a second can be seen. */
function barLength(ms: number): number {
  const orders = Math.log10(fullBarMs * 1000);
  return Math.min(100, Math.max(0, (Math.log10(Math.max(ms, 0.001) * 1000) / orders) * 100));
}
