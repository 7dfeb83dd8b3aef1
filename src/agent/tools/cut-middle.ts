/** The start and the end of a long text, and a note about what is missing between them. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  const head = whole(text.slice(0, half));
  const tail = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}

/** The start of a long text. */
export function cutEnd(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${whole(text.slice(0, maxLength))}…`;
}

/** Removes half a character at the end. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}
