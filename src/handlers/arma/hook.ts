import type { Point } from '../../engine/points/point-types.ts';

/** Columns count from 1, in the units that JavaScript counts text in; the end is the column behind the last one. */
export interface ArmaSpan {
  readonly column: number;
  readonly endColumn: number;
}

/** `$name` or `${name.field}`. */
export interface ArmaVariable extends ArmaSpan {
  readonly kind: 'variable';
  readonly path: readonly [name: string, ...fields: string[]];
  /** Inside quotes a value is always text. */
  readonly quoted: boolean;
}

export interface ArmaText {
  readonly kind: 'text';
  readonly text: string;
}

/** A word of a line: text and variables, joined without blanks. */
export interface ArmaWord extends ArmaSpan {
  readonly parts: readonly (ArmaText | ArmaVariable)[];
}

/** One line of a script: `hook POINT[:MATCH] /COMMAND ARGUMENTS`. */
export interface ArmaHook {
  readonly point: Point;
  readonly matcher: string | undefined;
  /** With its slash: `/log`. */
  readonly command: string;
  readonly arguments: readonly ArmaWord[];
  readonly line: number;
  /** Where the word `hook` stands. */
  readonly column: number;
  /** The line as it is written. */
  readonly text: string;
}

/** The text of a word that holds no variable; undefined when it does. */
export function literalText({ parts }: ArmaWord): string | undefined {
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

export function variablesOf({ parts }: ArmaWord): readonly ArmaVariable[] {
  return parts.filter((part) => part.kind === 'variable');
}
