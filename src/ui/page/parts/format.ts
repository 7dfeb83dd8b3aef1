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

/** To the millisecond: what happened first? */
export function exactTime(at: number): string {
  return `${clock.format(at)}.${String(Math.floor(at) % 1000).padStart(3, '0')}`;
}

export function dayText(at: number): string {
  return day.format(at);
}

export function countText(count: number): string {
  return whole.format(count);
}

/** "7 denies", "1 deny". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** A time of a hook, in two or three digits. */
export function durationText(ms: number | null): string {
  if (ms === null || ms < 0) return '–';
  if (ms < 1) return `${Math.max(1, Math.round(ms * 1000))} µs`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** Every character that is not seen, but for the end of a line and a tab. */
const hidden = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu;

/** Text that hides nothing: control characters and those that turn the direction of reading are shown by their numbers. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** A value as a person reads it: a text as it is, anything else as JSON. */
export function valueText(value: unknown): string {
  return visibleText(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing'));
}
