/** The beginning and the end of a text that is too long, with a word about what is missing between. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  const head = whole(text.slice(0, half));
  const tail = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}

/** The beginning of a text that is too long. */
export function cutEnd(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${whole(text.slice(0, maxLength))}…`;
}

/** Without half a character at its end. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}
