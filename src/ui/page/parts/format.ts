const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const whole = new Intl.NumberFormat();

export function timeText(at: number): string {
  return clock.format(at);
}

export function exactTime(at: number): string {
  return `${clock.format(at)}.${String(Math.floor(at) % 1000).padStart(3, '0')}`;
}

export function dayText(at: number): string {
  return day.format(at);
}

/** Without the day where that is today. */
export function dateTimeText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? timeText(at) : `${dayText(at)} ${timeText(at)}`;
}

export function countText(count: number): string {
  return whole.format(count);
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

export function durationText(ms: number | null): string {
  if (ms === null || ms < 0) return '–';
  if (ms < 1) return `${Math.max(1, Math.round(ms * 1000))} µs`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 90_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const hidden = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu;

export function visibleText(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

export function valueText(value: unknown): string {
  return visibleText(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing'));
}
