import { computed, signal } from '@preact/signals';
import { lastAt } from './rows.ts';

export const ranges = [
  ['today', 'Today'],
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['all', 'All time'],
] as const;

const hourMs = 3_600_000;
const stepMs = 600_000;
/** Two days of the calendar. */
const customForm = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/;

export const pageTime = signal(Date.now());
setInterval(() => {
  pageTime.value = Date.now();
}, 5000);

export function isRange(text: string): boolean {
  return customForm.test(text) || ranges.some(([name]) => name === text);
}

/** Empty until a person chooses. */
export const chosenRange = signal('');
const today = computed(() => new Date(pageTime.value).setHours(0, 0, 0, 0));
/** Today; where nothing happened today, all. */
export const range = computed(() => chosenRange.value || (lastAt.value >= today.value ? 'today' : 'all'));

// Whole steps: each new start means to look at all events again.
const soon = computed(() => Math.ceil(pageTime.value / stepMs) * stepMs);
export const rangeFrom = computed(() => {
  if (range.value === 'all') return Number.NEGATIVE_INFINITY;
  if (range.value === 'today') return today.value;
  const [, day] = customForm.exec(range.value) ?? [];
  if (day !== undefined) return new Date(`${day}T00:00`).getTime();
  return soon.value - (range.value === '24h' ? 24 : 7 * 24) * hourMs;
});
export const rangeTo = computed(() => {
  const [, , day] = customForm.exec(range.value) ?? [];
  return day === undefined ? Number.POSITIVE_INFINITY : new Date(`${day}T00:00`).setHours(24);
});
