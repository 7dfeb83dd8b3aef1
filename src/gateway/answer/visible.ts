/** A control character could move the cursor or hide text. Keeps line breaks. */
export function visible(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === '\r' ? '' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function oneLine(text: string, maxLength: number = Number.POSITIVE_INFINITY): string {
  const line = visible(text).trim().replace(/\s+/g, ' ');
  return line.length > maxLength ? `${line.slice(0, Math.max(1, maxLength) - 1)}…` : line;
}
