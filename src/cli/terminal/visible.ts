/**
 * Text that may come from a hook, an event or a file, made safe to show: a control character could otherwise move the
 * cursor, or hide what stands before it. Ends of lines stay.
 */
export function visible(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === '\r' ? '' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same in one line, cut to a length. */
export function oneLine(text: string, maxLength: number = Number.POSITIVE_INFINITY): string {
  const line = visible(text).trim().replace(/\s+/g, ' ');
  return line.length > maxLength ? `${line.slice(0, Math.max(1, maxLength) - 1)}…` : line;
}
