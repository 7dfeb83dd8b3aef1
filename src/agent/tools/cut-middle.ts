import { cutAt } from '../../engine/values/cut-text.ts';

/** The start and the end of a long text, and a note about what is missing between them. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  const head = cutAt(text, half);
  const tail = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}
