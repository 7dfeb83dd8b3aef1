const smallBeginning = 0.4;

export function nearest(word: string, candidates: Iterable<string>): string | null {
  const all = [...candidates];
  const [begun, ...others] = all.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()));
  if (begun !== undefined && others.length === 0 && word.length > smallBeginning * begun.length) return begun;
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of all) {
    // Words of so different lengths are never near, and comparing them letter by letter could take long.
    if (Math.abs(word.length - candidate.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

export function didYouMean(word: string, candidates: Iterable<string>): string {
  const suggestion = nearest(word, candidates);
  return suggestion === null ? '' : `, did you mean "${suggestion}"?`;
}

function editDistance(left: string, right: string): number {
  const width = right.length + 1;
  const table = Array.from({ length: (left.length + 1) * width }, (_, index) => index);
  const at = (row: number, column: number): number => table[row * width + column] as number;
  for (let row = 1; row <= left.length; row += 1) {
    table[row * width] = row;
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const change = at(row - 1, column - 1) + (isSame ? 0 : 1);
      const swap = isSwapped ? at(row - 2, column - 2) + 1 : change;
      table[row * width + column] = Math.min(change, swap, at(row - 1, column) + 1, at(row, column - 1) + 1);
    }
  }
  return at(left.length, right.length);
}
