import { lookUp } from '../../../engine/values/look-up.ts';
/** Code in which every text stands apart: `run(['rm', x])` is `run([⟦0⟧, x])` and `['rm']`. */
export interface MaskedCode {
  readonly code: string;
  readonly texts: readonly string[];
  /** Texts between backquotes, which some languages run. */
  readonly quoted: readonly string[];
}

const quotes = `'"\``;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\n': '' };

/** Takes the texts out of code, in one pass. */
export function maskTexts(source: string): MaskedCode {
  const texts: string[] = [];
  const quoted: string[] = [];
  let code = '';
  for (let at = 0; at < source.length; ) {
    const quote = source.charAt(at);
    if (!quotes.includes(quote)) {
      code += quote;
      at += 1;
      continue;
    }
    const mark = source.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
    const { text, end } = textFrom(source, at + mark.length, mark);
    if (quote === '`') quoted.push(text);
    code += ` ⟦${texts.length}⟧ `;
    texts.push(text);
    at = end;
  }
  return { code, texts, quoted };
}

function textFrom(
  source: string,
  start: number,
  mark: string,
): { readonly text: string; readonly end: number } {
  let text = '';
  let at = start;
  while (at < source.length && !source.startsWith(mark, at)) {
    const letter = source.charAt(at);
    const next = source.charAt(at + 1);
    if (letter === '\\') {
      const number = /^\\(?:x([\da-fA-F]{2})|([0-7]{3}))/.exec(source.slice(at, at + 4));
      text +=
        number === null
          ? (lookUp(escapes, next) ?? next)
          : String.fromCharCode(
              Number.parseInt(number[1] ?? number[2] ?? '', number[1] === undefined ? 8 : 16),
            );
      at += number === null ? 2 : number[0].length;
    } else {
      text += letter;
      at += 1;
    }
  }
  // What a language puts into a text is a variable of the shell here.
  return { text: text.replaceAll('#{', '${'), end: at + mark.length };
}

/** What stands between the bracket at a place and its partner, or up to the end of the statement where there is none. */
export function argumentsAt(code: string, at: number): string {
  const open = /^\s*\(/.exec(code.slice(at, at + 8));
  if (open === null) return code.slice(at).split(/[;\n}]/, 1)[0] ?? '';
  let depth = 0;
  const start = at + open[0].length;
  for (let end = start; end < code.length; end += 1) {
    const letter = code.charAt(end);
    if ('([{'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter)) {
      if (depth === 0) return code.slice(start, end);
      depth -= 1;
    }
  }
  return code.slice(start);
}

/** The arguments, split at the commas that stand in no bracket but a list's. */
export function elementsOf(given: string): readonly string[] {
  const elements: string[] = [];
  let own = '';
  let depth = 0;
  for (const letter of given) {
    if ('({'.includes(letter)) depth += 1;
    if (')}'.includes(letter)) depth -= 1;
    if (depth === 0 && ',[]'.includes(letter)) {
      elements.push(own.trim());
      own = '';
    } else own += letter;
  }
  elements.push(own.trim());
  return elements.filter((element) => element !== '');
}
