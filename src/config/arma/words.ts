import type { ArmaSpan, ArmaText, ArmaVariable, ArmaWord } from '../../handlers/arma/hook.ts';

export interface LineFault extends ArmaSpan {
  readonly message: string;
}

export interface LineWords {
  readonly words: readonly ArmaWord[];
  readonly faults: readonly LineFault[];
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['n', '\n'],
  ['t', '\t'],
  ['$', '$'],
]);
const name = /\$([A-Za-z_]\w*)/y;
const braces = /\$\{([A-Za-z_]\w*(?:\.[\w-]+)*)\}/y;
const badBraces = /\$\{[^\s"'}]*\}?/y;
const plain = /[^\s"'\\$]+/y;
const insideDouble = /[^"\\$]+/y;
const blanks = /\s+/y;

export function readWords(line: string): LineWords {
  return new WordReader(line).read();
}

class WordReader {
  readonly #line: string;
  readonly #words: ArmaWord[] = [];
  readonly #faults: LineFault[] = [];
  #position = 0;
  #parts: (ArmaText | ArmaVariable)[] = [];

  constructor(line: string) {
    this.#line = line;
  }

  read(): LineWords {
    this.#take(blanks);
    while (this.#next !== '' && this.#next !== '#') {
      const start = this.#position;
      this.#parts = [];
      while (this.#next !== '' && !/\s/.test(this.#next)) this.#readPart();
      this.#words.push({ parts: this.#parts, column: start + 1, endColumn: this.#position + 1 });
      this.#take(blanks);
    }
    return { words: this.#words, faults: this.#faults };
  }

  get #next(): string {
    return this.#line.charAt(this.#position);
  }

  #readPart(): void {
    switch (this.#next) {
      case '"':
        this.#readDouble();
        break;
      case "'":
        this.#readSingle();
        break;
      case '\\':
        this.#readEscape();
        break;
      case '$':
        this.#readVariable(false);
        break;
      default:
        this.#addText(this.#take(plain));
    }
  }

  #readDouble(): void {
    const start = this.#position;
    this.#position += 1;
    // Empty quotes are a text too, and make a word.
    this.#addText('');
    while (this.#next !== '"') {
      if (this.#next === '') {
        this.#fault(start, 'this quote is never closed; a text ends on the line that it begins on');
        return;
      }
      if (this.#next === '\\') this.#readEscape();
      else if (this.#next === '$') this.#readVariable(true);
      else this.#addText(this.#take(insideDouble));
    }
    this.#position += 1;
  }

  #readSingle(): void {
    const start = this.#position;
    const end = this.#line.indexOf("'", start + 1);
    this.#addText(this.#line.slice(start + 1, end === -1 ? undefined : end));
    this.#position = end === -1 ? this.#line.length : end + 1;
    if (end === -1)
      this.#fault(start, 'this quote is never closed; write "it\'s" where an apostrophe is meant');
  }

  #readEscape(): void {
    const start = this.#position;
    const sign = String.fromCodePoint(this.#line.codePointAt(start + 1) ?? 0x5c);
    const isAtEnd = start + 1 >= this.#line.length;
    const meaning = isAtEnd ? undefined : escapes.get(sign);
    this.#position += isAtEnd ? 1 : 1 + sign.length;
    this.#addText(meaning ?? '');
    if (meaning !== undefined) return;
    const what = isAtEnd ? 'nothing follows this backslash' : `unknown escape "\\${sign}"`;
    this.#fault(
      start,
      `${what}; there are \\" \\\\ \\n \\t \\$, and in single quotes every character is literal`,
    );
  }

  #readVariable(quoted: boolean): void {
    const start = this.#position;
    const match = this.#match(braces) ?? this.#match(name);
    if (match !== null) {
      const [field = '', ...fields] = (match[1] ?? '').split('.');
      const span = { column: start + 1, endColumn: this.#position + 1 };
      this.#parts.push({ kind: 'variable', path: [field, ...fields], quoted, ...span });
    } else if (this.#take(badBraces) !== '') {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a script writes it
      this.#fault(start, 'a variable in braces is a name, or names joined by dots: ${name}, ${name.field}');
    } else {
      this.#position += 1;
      this.#addText('$');
    }
  }

  #addText(text: string): void {
    this.#parts.push({ kind: 'text', text });
  }

  #take(pattern: RegExp): string {
    return this.#match(pattern)?.[0] ?? '';
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#line);
    if (match !== null) this.#position = pattern.lastIndex;
    return match;
  }

  #fault(start: number, message: string): void {
    this.#faults.push({ column: start + 1, endColumn: this.#position + 1, message });
  }
}
