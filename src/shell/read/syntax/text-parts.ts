import type { Part, TextPart } from './tree.ts';

/** Text outside quotes: what a backslash escapes counts as quoted. */
export function textParts(text: string): readonly TextPart[] {
  if (!text.includes('\\')) return [{ kind: 'text', text, isQuoted: false }];
  const parts: TextPart[] = [];
  for (const [, plain, escaped] of text.matchAll(/([^\\]+)|\\([\s\S]?)/g)) {
    if (plain !== undefined) parts.push({ kind: 'text', text: plain, isQuoted: false });
    else if (escaped === '') parts.push({ kind: 'text', text: '\\', isQuoted: true });
    else if (escaped !== '\n') parts.push({ kind: 'text', text: escaped ?? '', isQuoted: true });
  }
  return parts;
}

/** Text of a here-document or of double quotes: a backslash escapes only what would mean something there. */
export function expandedText(text: string): string {
  return text.includes('\\')
    ? text.replaceAll(/\\([$`\\\n])/g, (_, sign) => (sign === '\n' ? '' : sign))
    : text;
}

export function partsText(parts: readonly Part[]): string | null {
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : null));
  return texts.includes(null) ? null : texts.join('');
}
