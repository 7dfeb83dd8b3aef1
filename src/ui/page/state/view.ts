import { signal } from '@preact/signals';
import type { PageState } from '../../wire.ts';

/** In the order of their tabs. The key of each is its place. */
export const views = [
  { id: 'today', title: 'Today' },
  { id: 'session', title: 'Sessions' },
  { id: 'rules', title: 'Rules & hooks' },
  { id: 'policy', title: 'Try a policy' },
  { id: 'approvals', title: 'Approvals' },
] as const;

export type View = (typeof views)[number]['id'];

export const view = signal<View>('today');
/** The event whose hooks are shown. */
export const opened = signal<number | null>(null);
/** Its id in the traces, once it is read: row numbers are of this server alone. */
export const openedId = signal('');
/** The event that the keys move. */
export const current = signal<number | null>(null);
export const follows = signal(true);
export const grouping = signal<'rule' | 'hook'>('rule');
export const helpShown = signal(false);
export const connection = signal<'connecting' | 'live' | 'lost' | 'ended'>('connecting');
export const state = signal<PageState>({ problems: [], waiting: [], guard: null, isReading: true });
export function openEvent(row: number): void {
  current.value = row;
  opened.value = row;
}
