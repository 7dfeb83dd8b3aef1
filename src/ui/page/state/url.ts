import { batch, effect, type Signal } from '@preact/signals';
import type { EventDetail } from '../../wire.ts';
import { askServer } from '../net.ts';
import { filter, filterNames } from './filter.ts';
import { chosenRange, isRange } from './range.ts';
import { rowCount } from './rows.ts';
import { grouping, openEvent, opened, openedId, state, view, views } from './view.ts';

/** The texts of the address behind its #, and what each is in the page. */
const texts: readonly (readonly [name: string, value: Signal<string>])[] = [
  ['session', filter.session],
  ['range', chosenRange],
  ['text', filter.text],
  ...filterNames.map((name) => [name, filter[name]] as const),
];
/** A change of these is a step that the browser can take back. */
const steps = ['view', 'session', 'event', 'by'];

let wantedEvent = '';
let last = '';

function hashOf(): URLSearchParams {
  const { value: span } = filter.span;
  const hash = new URLSearchParams({ view: view.value });
  for (const [name, { value }] of texts) if (value !== '') hash.set(name, value);
  if (grouping.value === 'hook') hash.set('by', 'hook');
  if (filter.withQuiet.value) hash.set('quiet', '1');
  if (span !== null) hash.set('span', `${span.from}-${span.to}`);
  if (opened.value !== null && openedId.value !== '') hash.set('event', openedId.value);
  else if (wantedEvent !== '') hash.set('event', wantedEvent);
  return hash;
}

function read(): void {
  const hash = new URLSearchParams(location.hash.slice(1));
  last = hash.toString();
  batch(() => {
    view.value = views.find(({ id }) => id === hash.get('view'))?.id ?? 'today';
    for (const [name, value] of texts) value.value = hash.get(name) ?? '';
    if (!isRange(chosenRange.value)) chosenRange.value = '';
    grouping.value = hash.get('by') === 'hook' ? 'hook' : 'rule';
    filter.withQuiet.value = hash.get('quiet') === '1';
    const [, from, to] = /^(\d+)-(\d+)$/.exec(hash.get('span') ?? '') ?? [];
    filter.span.value = from === undefined ? null : { from: Number(from), to: Number(to) };
    const event = hash.get('event') ?? '';
    if (event !== openedId.value || event === '') opened.value = null;
    wantedEvent = event === openedId.value ? '' : event;
  });
  void openWanted();
}

/** Opens the event of the address as soon as it is read. */
async function openWanted(): Promise<void> {
  const id = wantedEvent;
  if (id === '' || rowCount.peek() === 0) return;
  try {
    const { row } = await askServer<EventDetail>('event', { id });
    if (wantedEvent !== id || row >= rowCount.peek()) return;
    wantedEvent = '';
    openEvent(row);
  } catch {
    // It may come later; a banner tells when all is read.
    if (!state.peek().isReading && wantedEvent === id) missingEvent(id);
  }
}

function missingEvent(id: string): void {
  wantedEvent = '';
  state.value = { ...state.peek(), problems: [...state.peek().problems, `the traces have no event ${id}`] };
}

/** Keeps what is shown in the address: a reload, a link and the way back show the same. */
export function followAddress(): void {
  read();
  addEventListener('popstate', read);
  effect(() => {
    const hash = hashOf();
    const text = hash.toString();
    if (text === last) return;
    const before = new URLSearchParams(last);
    last = text;
    const isStep = steps.some((name) => before.get(name) !== hash.get(name));
    history[isStep ? 'pushState' : 'replaceState'](null, '', `#${text}`);
  });
  effect(() => {
    rowCount.value;
    state.value.isReading;
    void openWanted();
  });
}
