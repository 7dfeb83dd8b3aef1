export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  /** What it says. Signs are the same in all languages: `.` reaches into something, `+` joins texts. */
  readonly text: string;
  readonly parts?: readonly (string | readonly Token[])[];
  readonly runs?: boolean;
  /** A text that stands right behind the name before it. */
  readonly isNear?: boolean;
}

export interface Quoting {
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
  readonly marked?: (source: string, at: number, afterValue: boolean) => Marked | null;
  readonly hereDocuments?: RegExp;
  readonly regular: boolean;
  readonly linesEnd: boolean;
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
