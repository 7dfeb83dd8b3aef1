import { clearFilter, filter } from '../state/filter.ts';
import { entries } from '../state/rows.ts';
import { otherScheme } from '../state/scheme.ts';
import { current, follows, helpShown, opened, type View, view, views } from '../state/view.ts';
import { newestFirst } from './event-list.tsx';
import { zoom } from './timeline.tsx';

interface Key {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly does: string;
  readonly act: () => void;
}

function moveTo(step: number, isWanted: (row: number) => boolean): void {
  const shown = newestFirst.value;
  const place = current.value === null ? -1 : shown.indexOf(current.value);
  let next = place < 0 ? (step > 0 ? 0 : shown.length - 1) : place + step;
  while (next >= 0 && next < shown.length && !isWanted(shown[next] ?? 0)) next += step;
  if (select(shown[next]) && opened.value !== null) opened.value = current.value;
}

/** From now on, Enter opens the event instead of pressing the last button. */
function select(row: number | undefined): boolean {
  if (row === undefined) return false;
  follows.value = false;
  current.value = row;
  document.querySelector<HTMLElement>('[role="listbox"]')?.focus({ preventScroll: true });
  return true;
}

const any = (): boolean => true;
const isDenied = (row: number): boolean => entries.decision(row) === 'deny';

function moveFar(step: number): void {
  const shown = newestFirst.value;
  const place = current.value === null ? 0 : shown.indexOf(current.value);
  select(shown[Math.max(0, Math.min(shown.length - 1, place + step))]);
}

/** Today is about all sessions. */
export function showView(id: View): void {
  if (id === 'today') filter.session.value = '';
  view.value = id;
}

export function showHelp(): void {
  helpShown.value = true;
}

export const keys: readonly Key[] = [
  { keys: ['ArrowDown', 'j'], shown: '↓ or j', does: 'Next event', act: () => moveTo(1, any) },
  { keys: ['ArrowUp', 'k'], shown: '↑ or k', does: 'Event before', act: () => moveTo(-1, any) },
  { keys: ['PageDown'], shown: 'Page ↓', does: 'A page on', act: () => moveFar(15) },
  { keys: ['PageUp'], shown: 'Page ↑', does: 'A page back', act: () => moveFar(-15) },
  { keys: ['Home'], shown: 'Home', does: 'Newest event', act: () => moveFar(Number.NEGATIVE_INFINITY) },
  { keys: ['End'], shown: 'End', does: 'Oldest event', act: () => moveFar(Number.POSITIVE_INFINITY) },
  { keys: ['d'], shown: 'd', does: 'Next deny', act: () => moveTo(1, isDenied) },
  { keys: ['D'], shown: 'D', does: 'Deny before', act: () => moveTo(-1, isDenied) },
  {
    keys: ['Enter'],
    shown: 'Enter',
    does: 'Open the event',
    act: () => {
      opened.value = current.value;
    },
  },
  {
    keys: ['Escape'],
    shown: 'Esc',
    does: 'Close the event, then show all',
    act: () => {
      if (opened.value === null) clearFilter();
      else opened.value = null;
    },
  },
  { keys: ['/'], shown: '/', does: 'Search', act: () => document.getElementById('search')?.focus() },
  { keys: ['+', '='], shown: '+', does: 'Zoom in', act: () => zoom(0.5) },
  { keys: ['-'], shown: '-', does: 'Zoom out', act: () => zoom(2) },
  ...views.map(({ id, title }, index) => ({
    keys: [String(index + 1)],
    shown: String(index + 1),
    does: title,
    act: () => showView(id),
  })),
  { keys: ['t'], shown: 't', does: 'Light or dark', act: otherScheme },
  {
    keys: ['?'],
    shown: '?',
    does: 'These keys',
    act: showHelp,
  },
];

const byKey = new Map(keys.flatMap((key) => key.keys.map((name) => [name, key] as const)));

export function pressKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || helpShown.value) return;
  if (target.matches('input, textarea, select')) {
    if (event.key === 'Escape') target.blur();
    return;
  }
  if (event.key === 'Enter' && target.matches('button, summary, a')) return;
  const key = byKey.get(event.key);
  if (key === undefined) return;
  event.preventDefault();
  key.act();
}
