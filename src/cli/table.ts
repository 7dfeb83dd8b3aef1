import { stripVTControlCharacters } from 'node:util';

/** Rows in aligned columns; the last one is as wide as it likes. */
export function alignColumns(rows: readonly (readonly string[])[], gap = 2): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell) + gap),
      )
      .join('')
      .trimEnd(),
  );
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}
