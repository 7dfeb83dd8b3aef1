/** Shell text in a file, and where it stands there. */
export interface ScriptPart {
  readonly text: string;
  /** The line and column of its first character, from 1. */
  readonly line: number;
  readonly column: number;
  /** Where its further lines begin. */
  readonly indent: number;
  /** Packs that say nothing here, since it runs elsewhere. */
  readonly without?: readonly string[];
}

/** Where a place in the text of a part is in its file. */
export function placeIn(
  { text, line, column, indent }: ScriptPart,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  const last = before.at(-1)?.length ?? 0;
  return before.length === 1
    ? { line, column: column + last }
    : { line: line + before.length - 1, column: indent + last };
}
