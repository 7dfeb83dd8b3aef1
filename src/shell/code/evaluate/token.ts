export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  /** What it says. Signs are the same in all languages: `.` reaches into something, `+` joins texts. */
  readonly text: string;
  /** Of a text: what is known, and the code of what is put in. */
  readonly parts?: readonly (string | readonly Token[])[];
  /** A text that the language runs as a line of a shell. */
  readonly runs?: boolean;
  /** A text that stands right behind the name before it. */
  readonly isNear?: boolean;
}

export interface Quoting {
  /** Escapes that count: all, or only those of the quote and the backslash. */
  readonly escapes: 'all' | 'quote' | 'none';
  readonly fill: Fill | null;
  readonly runs?: boolean;
}

export type Fill = 'braces' | 'dollar-braces' | 'hash-braces' | 'variables';

export interface Syntax {
  readonly comment: RegExp;
  readonly name: RegExp;
  readonly sign: RegExp;
  readonly quotes: Readonly<Record<string, Quoting>>;
  /** Letters before a quote that change how the text is read: `r'…'`, `f"…"`. */
  readonly prefix?: (letters: string, quoting: Quoting) => Quoting;
  readonly tripled?: boolean;
  /** Texts that begin otherwise: `qw(…)`, `%w[…]`. */
  readonly marked?: (source: string, at: number, afterValue: boolean) => Marked | null;
  readonly hereDocuments?: RegExp;
  readonly regular: boolean;
  readonly linesEnd: boolean;
  /** What signs of other languages mean here. */
  readonly same: Readonly<Record<string, string>>;
}

export interface Marked {
  readonly from: number;
  readonly open: string;
  readonly close: string;
  readonly use: 'text' | 'words' | 'pattern' | 'substitution' | 'code';
  readonly quoting: Quoting;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** False where a text or a bracket has no end, and so what follows may be read wrongly. */
  readonly isWhole: boolean;
}

export const plain: Quoting = { escapes: 'quote', fill: null };
