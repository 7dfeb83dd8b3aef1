import { stripVTControlCharacters } from 'node:util';

export function alignColumns(rows: readonly (readonly string[])[], gap = 2): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, index) => {
        if (index === row.length - 1) return cell;
        // An empty column takes no room.
        const width = widths[index] ?? 0;
        return width === 0 ? '' : cell + ' '.repeat(width - widthOf(cell) + gap);
      })
      .join('')
      .trimEnd(),
  );
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

function widthOf(text: string): number {
  let width = 0;
  for (const sign of stripVTControlCharacters(text)) {
    if (/\p{Mn}/u.test(sign)) continue;
    width += wide.test(sign) ? 2 : 1;
  }
  return width;
}
