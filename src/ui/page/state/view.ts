import { signal } from '@preact/signals';
import type { WaitingCall } from '../../wire.ts';

/** The views, in the order of their tabs. The key of each is its place. */
export const views = [
  { id: 'timeline', title: 'Timeline' },
  { id: 'latency', title: 'Latency' },
  { id: 'policy', title: 'What if' },
  { id: 'waiting', title: 'Waiting' },
] as const;

export type View = (typeof views)[number]['id'];

export const view = signal<View>('timeline');
/** The event whose hooks are shown; null when none are. */
export const opened = signal<number | null>(null);
/** The event that the keys move. */
export const current = signal<number | null>(null);
export const helpShown = signal(false);
export const connection = signal<'connecting' | 'live' | 'lost' | 'ended'>('connecting');
export const waiting = signal<readonly WaitingCall[]>([]);
