export interface ScriptPart {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly indent: number;
  readonly without?: readonly string[];
  /** The machine where it runs is gone afterwards. */
  readonly isThrownAway?: boolean;
}

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
