export function cutAt(text: string, end: number): string {
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}

export function cutEnd(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cutAt(text, maxLength)}…`;
}

export function cutEndCounted(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = cutAt(text, maxLength);
  return `${start}… (${text.length - start.length} more characters)`;
}
