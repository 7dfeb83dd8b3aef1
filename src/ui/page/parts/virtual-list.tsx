import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** The place that the keys are at; it is kept in sight. */
  readonly active: number | null;
  readonly children: (index: number) => ComponentChildren;
  readonly rowId: (index: number) => string;
}

/** Browsers end an element at about 33 million pixels; lists that would be longer are scrolled faster instead. */
const maxHeight = 16_000_000;
/** Rows above and below that are there before they are seen. */
const spare = 8;

/** A list of any length that has only the rows in the page that are seen. */
export function VirtualList({ label, count, rowHeight, active, children, rowId }: VirtualListProps) {
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
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ height: `${shownHeight}px` }}>
        <div role="presentation" style={{ transform: `translateY(${first * rowHeight - offset + top}px)` }}>
          {places.map(children)}
        </div>
      </div>
    </div>
  );
}
