import { lookUp } from '../../../engine/values/look-up.ts';
import type { CodeFindings } from '../code.ts';
import {
  type Fill,
  type Marked,
  plain,
  type Quoting,
  type Syntax,
  type Token,
  type Tokens,
} from './token.ts';

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  e: '\x1b',
  a: '\x07',
};
const escaped = /\\(?:x\{?([\da-fA-F]{1,6})\}?|u\{?([\da-fA-F]{1,6})\}?|([0-7]{2,3})|([\s\S]))/y;
const number = /\d[\w.]*/y;
const blank = /[ \t\r\f\v]+|\\\r?\n/y;
const pattern = /\/(?![*/])(?:\\[^\n]|[^\\/[\n]|\[(?:\\[^\n]|[^\]\\\n])*\])+\/[a-z]*/y;
const variable =
  /[$@](?:\{\^?\w+\}|\$*[A-Za-z_][\w:]*)(?:(?:->)?(?:\[[^\]\n]{0,80}\]|\{[^{}\n]{0,80}\})|->\w+)*/y;
/** Names behind which a value begins, so that a slash begins a pattern. */
const beforeValue =
  /^(?:return|typeof|case|in|of|await|new|delete|void|if|unless|while|until|and|or|not|print|printf|puts|split|grep|map|when|else|elsif|x|do|throw|yield)$/;
const maxDepth = 6;
const maxHereDocuments = 20;

/** Reads code into tokens, in one pass. What can't be read is skipped, and noted. */
export function tokensOf(source: string, syntax: Syntax, found: CodeFindings, depth = 0): Tokens {
  return new Tokenizer(source, syntax, found, depth).read();
}

class Tokenizer {
  readonly #source: string;
  readonly #syntax: Syntax;
  readonly #found: CodeFindings;
  readonly #depth: number;
  readonly #tokens: Token[] = [];
  readonly #open: string[] = [];
  #at = 0;
  #isWhole = true;
  /** Up to here no pattern begins: one had no end in this line. */
  #noPattern = 0;
  /** Where here-documents of this line end. */
  #skip: { readonly from: number; readonly to: number } | null = null;
  #hereDocuments = 0;

  constructor(source: string, syntax: Syntax, found: CodeFindings, depth: number) {
    this.#source = source;
    this.#syntax = syntax;
    this.#found = found;
    this.#depth = depth;
    if (depth > maxDepth) this.#isWhole = false;
  }

  read(): Tokens {
    if (this.#depth <= maxDepth) while (this.#at < this.#source.length) this.#next();
    return { tokens: this.#tokens, isWhole: this.#isWhole && this.#open.length === 0 };
  }

  #next(): void {
    this.#found.step();
    const { comment, linesEnd } = this.#syntax;
    const letter = this.#source.charAt(this.#at);
    if (letter === '\n') {
      this.#line(linesEnd);
      return;
    }
    if (this.#match(blank) !== null || this.#match(comment) !== null) return;
    if (this.#marked() || this.#hereDocument() || this.#quoted() || this.#pattern()) return;
    const digits = this.#match(number);
    if (digits !== null) {
      this.#push({ kind: 'number', text: digits });
      return;
    }
    const name = this.#match(this.#syntax.name);
    if (name !== null) {
      this.#push({ kind: 'name', text: name });
      return;
    }
    const sign = this.#match(this.#syntax.sign);
    if (sign === null) this.#at += 1;
    this.#sign(sign ?? letter);
  }

  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source)?.[0] ?? '';
    if (found === '') return null;
    this.#at += found.length;
    return found;
  }

  #push(token: Token): void {
    this.#tokens.push(token);
  }

  #line(isEnd: boolean): void {
    if (this.#skip?.from === this.#at) this.#at = this.#skip.to;
    else this.#at += 1;
    this.#skip = null;
    if (isEnd && !/^[([]$/.test(this.#open.at(-1) ?? '')) this.#push({ kind: 'end', text: '\n' });
  }

  #sign(text: string): void {
    if (text === ';') {
      this.#push({ kind: 'end', text });
      return;
    }
    const sign = Object.hasOwn(this.#syntax.same, text) ? (this.#syntax.same[text] ?? text) : text;
    if (/^[([{]$/.test(sign)) this.#open.push(sign);
    else if (/^[)\]}]$/.test(sign)) {
      const opened = this.#open.pop();
      if (opened === undefined || '([{'.indexOf(opened) !== ')]}'.indexOf(sign)) this.#isWhole = false;
    }
    this.#push({ kind: 'sign', text: sign });
  }

  #isAfterValue(): boolean {
    const last = this.#tokens.at(-1);
    if (last === undefined) return false;
    if (last.kind === 'name') return !beforeValue.test(last.text);
    return last.kind === 'number' || last.kind === 'text' || /^[)\]}]$/.test(last.text);
  }

  #pattern(): boolean {
    if (!this.#syntax.regular || this.#source[this.#at] !== '/' || this.#at < this.#noPattern) return false;
    if (this.#isAfterValue()) {
      // Whether a slash behind a bracket divides depends on what the bracket closes.
      if (/^[)}]$/.test(this.#tokens.at(-1)?.text ?? '') && /["'`]/.test(this.#restOfLine()))
        this.#isWhole = false;
      return false;
    }
    if (this.#match(pattern) !== null) this.#push({ kind: 'number', text: '/' });
    else {
      this.#noPattern = this.#at + this.#restOfLine().length;
      this.#isWhole = false;
      return false;
    }
    return true;
  }

  #restOfLine(): string {
    const end = this.#source.indexOf('\n', this.#at);
    return this.#source.slice(this.#at, Math.min(end < 0 ? this.#source.length : end, this.#at + 400));
  }

  #quoted(): boolean {
    const { quotes, prefix, tripled = false } = this.#syntax;
    const [letters = ''] =
      prefix === undefined
        ? []
        : (/^[rbuf]{0,2}(?=["'])/i.exec(this.#source.slice(this.#at, this.#at + 3)) ?? []);
    const quote = this.#source.charAt(this.#at + letters.length);
    const own = Object.hasOwn(quotes, quote) ? quotes[quote] : undefined;
    if (own === undefined) return false;
    const quoting = prefix?.(letters.toLowerCase(), own) ?? own;
    const start = this.#at + letters.length;
    const isNear = this.#tokens.length > 0 && /[\w$)\]]/.test(this.#source.charAt(this.#at - 1));
    const mark = tripled && this.#source.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
    this.#at = start + mark.length;
    const parts = this.#text(mark, '', quoting);
    this.#push({
      kind: 'text',
      text: '',
      parts,
      runs: quoting.runs === true,
      isNear: isNear && letters === '',
    });
    return true;
  }

  #marked(): boolean {
    const last = this.#tokens.at(-1);
    const isMember = last?.kind === 'sign' && /^[.$]$/.test(last.text);
    const marked = isMember
      ? null
      : (this.#syntax.marked?.(this.#source, this.#at, this.#isAfterValue()) ?? null);
    if (marked === null) return false;
    const { use, open, close, quoting } = marked;
    this.#at = marked.from;
    const parts = this.#text(close, open === close ? '' : open, quoting);
    if (use === 'text') this.#push({ kind: 'text', text: '', parts, runs: quoting.runs === true });
    else if (use === 'words') {
      this.#push({ kind: 'sign', text: '[' });
      for (const text of parts.join(' ').trim().split(/\s+/)) {
        this.#push({ kind: 'text', text: '', parts: [text] });
        this.#push({ kind: 'sign', text: ',' });
      }
      this.#push({ kind: 'sign', text: ']' });
    } else this.#substitution(marked, parts);
    return true;
  }

  /** `m/…/`, `s/…/…/e`, `tr/…/…/`: patterns may hold code too. */
  #substitution({ use, open, close }: Marked, searched: NonNullable<Token['parts']>): void {
    this.#push({ kind: 'number', text: '/' });
    for (const part of searched) {
      if (typeof part !== 'string') this.#push({ kind: 'text', text: '', parts: [part] });
      else if (/\(\?\??\{/.test(part)) this.#isWhole = false;
    }
    if (use === 'pattern') {
      this.#match(/[a-z]*/y);
      return;
    }
    if (open !== close) {
      this.#match(/\s*/y);
      this.#at += 1;
    }
    const from = this.#at;
    const parts = this.#text(close, open === close ? '' : open, { escapes: 'quote', fill: 'variables' });
    const source = this.#source.slice(from, this.#at - 1);
    const flags = this.#match(/[a-z]*/y) ?? '';
    if (use === 'substitution' && flags.includes('e')) {
      const inner = tokensOf(source, this.#syntax, this.#found, this.#depth + 1);
      if (!inner.isWhole) this.#isWhole = false;
      this.#push({ kind: 'text', text: '', parts: [inner.tokens] });
    } else if (use === 'substitution')
      for (const part of parts)
        if (typeof part !== 'string') this.#push({ kind: 'text', text: '', parts: [part] });
  }

  #hereDocument(): boolean {
    const { hereDocuments } = this.#syntax;
    if (hereDocuments === undefined || this.#source[this.#at] !== '<') return false;
    hereDocuments.lastIndex = this.#at;
    const found = hereDocuments.exec(this.#source);
    if (found === null) return false;
    const [mark, quote = '', name = ''] = found;
    this.#hereDocuments += 1;
    if (this.#hereDocuments > maxHereDocuments) {
      this.#isWhole = false;
      return false;
    }
    this.#at += mark.length;
    const line = this.#skip?.from ?? this.#source.indexOf('\n', this.#at);
    const start = this.#skip?.to ?? line + 1;
    const end = new RegExp(`^[ \\t]*${name}\\b`, 'gm');
    end.lastIndex = Math.max(start, 0);
    const closing = line < 0 ? null : end.exec(this.#source);
    if (closing === null) {
      this.#isWhole = false;
      return true;
    }
    const body = this.#source.slice(start, closing.index);
    const after = closing.index + closing[0].length;
    const inner = new Tokenizer(body, this.#syntax, this.#found, this.#depth);
    const quoting = this.#syntax.quotes['"'] ?? plain;
    const parts = quote === "'" ? [body] : inner.#text('', '', quoting);
    this.#push({ kind: 'text', text: '', parts, runs: quote === '`' });
    this.#skip = { from: line, to: after };
    return true;
  }

  #text(close: string, open: string, quoting: Quoting): (string | readonly Token[])[] {
    const parts: (string | readonly Token[])[] = [];
    let known = '';
    let nested = 0;
    const source = this.#source;
    while (this.#at < source.length) {
      this.#found.step();
      if (close !== '' && source.startsWith(close, this.#at)) {
        if (nested === 0) {
          this.#at += close.length;
          if (known !== '' || parts.length === 0) parts.push(known);
          return parts;
        }
        nested -= 1;
      } else if (open !== '' && source.startsWith(open, this.#at)) nested += 1;
      const letter = source.charAt(this.#at);
      if (letter === '\\' && quoting.escapes !== 'none') known += this.#escape(close, quoting);
      else {
        const filled = quoting.fill === null ? null : this.#fill(quoting.fill);
        if (filled === null) {
          known += source.charAt(this.#at);
          this.#at += 1;
        } else if (typeof filled === 'string') known += filled;
        else {
          parts.push(known, filled);
          known = '';
        }
      }
    }
    if (close !== '') this.#isWhole = false;
    if (known !== '' || parts.length === 0) parts.push(known);
    return parts;
  }

  #escape(close: string, { escapes: kind }: Quoting): string {
    const next = this.#source.charAt(this.#at + 1);
    if (kind === 'quote') {
      this.#at += 2;
      return next === '\\' || close.includes(next) ? next : `\\${next}`;
    }
    escaped.lastIndex = this.#at;
    const [whole = '\\', hex, wide, octal, other = ''] = escaped.exec(this.#source) ?? [];
    this.#at += whole.length;
    const code = hex ?? wide;
    if (code !== undefined || octal !== undefined) {
      const point = code === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '';
    }
    // A named letter is rare, and no path or program has one.
    return other === '\n' ? '' : (lookUp(escapes, other) ?? other);
  }

  /** What is put in at this place: its tokens, a text that only looks like it, or null where nothing is. */
  #fill(fill: Fill): readonly Token[] | string | null {
    const source = this.#source;
    if (fill === 'variables') return this.#variable();
    const mark = { braces: '{', 'dollar-braces': '${', 'hash-braces': '#{' }[fill];
    if (!source.startsWith(mark, this.#at)) {
      if (fill !== 'braces' || !source.startsWith('}}', this.#at)) return null;
      this.#at += 2;
      return '}';
    }
    if (fill === 'braces' && source.startsWith('{{', this.#at)) {
      this.#at += 2;
      return '{';
    }
    const start = this.#at + mark.length;
    const end = closingBrace(source, start);
    this.#found.step(end - start);
    this.#at = end + 1;
    const code = source.slice(start, end);
    // What follows a lonely `!` or `:` says how the value is shown.
    return this.#inner(fill === 'braces' ? code.replace(/(?:![rsa])?(?::[^'"()[\]]*)?=?$/, '') : code);
  }

  #inner(code: string): readonly Token[] {
    const { tokens, isWhole } = tokensOf(code, this.#syntax, this.#found, this.#depth + 1);
    if (!isWhole) this.#isWhole = false;
    return tokens;
  }

  /** `"$name"`, `"{$name->x}"`, `"@{[ … ]}"`. */
  #variable(): readonly Token[] | null {
    const mark = /(?:@\{\[|\$\{\\|\{(?=\$))/y;
    mark.lastIndex = this.#at;
    const opened = mark.exec(this.#source)?.[0];
    if (opened !== undefined) {
      const start = this.#at + opened.length;
      const end = closingBrace(this.#source, start);
      this.#found.step(end - start);
      this.#at = end + 1;
      return this.#inner(this.#source.slice(start, end).replace(opened === '@{[' ? /\]\s*$/ : /(?!)/, ''));
    }
    const name = this.#match(variable);
    return name === null ? null : this.#inner(name.replace(/^([$@])\{\^?(\w+)\}/, '$1$2'));
  }
}

function closingBrace(source: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < source.length; at += 1) {
    const letter = source.charAt(at);
    if (letter === '\\') at += 1;
    else if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (/["'`]/.test(letter)) quote = letter;
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return source.length;
}
