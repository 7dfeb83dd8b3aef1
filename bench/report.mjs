/** @typedef {{ work: string, measured: string, bar: string, isMet: boolean }} Row */

/**
 * A ratio beside its bar.
 * @param {string} work
 * @param {{ ratio: number, low: number, high: number }} measured
 * @param {number} bar
 * @param {string} base
 * @returns {Row}
 */
export function ratioRow(work, measured, bar, base) {
  const spread = `${measured.low.toFixed(2)}–${measured.high.toFixed(2)}`;
  return {
    work,
    measured: `${measured.ratio.toFixed(2)}× ${base} (${spread})`,
    bar: `≤ ${bar}×`,
    isMet: measured.ratio <= bar,
  };
}

/** @param {Row[]} rows */
export function printBars(rows) {
  const width = Math.max(...rows.map(({ work }) => work.length));
  const middle = Math.max(...rows.map(({ measured }) => measured.length));
  for (const { work, measured, bar, isMet } of rows) {
    console.log(
      `  ${work.padEnd(width)}  ${measured.padEnd(middle)}  bar ${bar.padEnd(12)} ${isMet ? 'met' : 'MISSED'}`,
    );
  }
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function printTable(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('  ')}`);
  }
}
