import { stripVTControlCharacters } from 'node:util';

export interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly head?: readonly string[] | undefined;
  readonly indent?: string | undefined;
}

const gap = 2;
const minWidth = 10;

/** Aligns the columns. Cells wrap where a line would be longer than the width. */
export function layOutTable(
  { rows, head, indent = '' }: Table,
  width: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  const all = head === undefined || rows.length === 0 ? rows : [head, ...rows];
  const widths: number[] = [];
  for (const row of all)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  const columns = widths.filter((column) => column > 0).length;
  const room = width - indent.length - gap * (columns - 1);
  // First between words, then within them.
  const floors = widths.map((_, column) => Math.max(minWidth, ...all.map((row) => longestWord(row[column]))));
  narrow(widths, floors, room);
  narrow(
    widths,
    widths.map(() => minWidth),
    room,
  );
  return all.flatMap((row) => {
    const cells = row.map((cell, column) => wrapped(cell, widths[column] ?? 0));
    const height = Math.max(1, ...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => indent + lineOf(cells, line, widths)).map((line) =>
      line.trimEnd(),
    );
  });
}

/** Takes from the widest columns until all of them fit. */
function narrow(widths: number[], floors: readonly number[], room: number): void {
  for (let excess = widths.reduce((sum, width) => sum + width, 0) - room; excess > 0; excess -= 1) {
    const spare = widths.map((width, column) => (width > (floors[column] ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if ((spare[widest] ?? 0) === 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

function longestWord(cell = ''): number {
  return Math.max(...stripVTControlCharacters(cell).split(' ').map(widthOf));
}

function lineOf(cells: readonly (readonly string[])[], line: number, widths: readonly number[]): string {
  return cells
    .map((lines, column) => {
      const width = widths[column] ?? 0;
      const text = lines[line] ?? '';
      // An empty column takes no room.
      return width === 0 ? '' : text + ' '.repeat(Math.max(0, width - widthOf(text)) + gap);
    })
    .join('');
}

/** A cell is of one color, if any: each of its lines gets it. */
function wrapped(cell: string, width: number): readonly string[] {
  if (widthOf(cell) <= width) return [cell];
  const text = stripVTControlCharacters(cell);
  const start = cell.indexOf(text);
  // Several colors in one cell.
  if (start < 0) return [cell];
  const [color, end] = [cell.slice(0, start), cell.slice(start + text.length)];
  const lines = [''];
  for (const word of text.split(/(?<=[ /,])/)) {
    const rest = word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [];
    for (const part of rest) {
      const last = lines.at(-1) ?? '';
      if (last !== '' && widthOf(last + part.trimEnd()) > width) lines.push(part);
      else lines[lines.length - 1] = last + part;
    }
  }
  return lines.map((line) => color + line.trimEnd() + end);
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
