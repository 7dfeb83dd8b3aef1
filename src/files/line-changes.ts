const maxCells = 4_000_000;

export interface LineChange {
  readonly sign: '-' | '+';
  readonly number: number;
  readonly text: string;
}

export function lineChanges(before: string, after: string): readonly LineChange[] {
  const old = linesOf(before, '-');
  const now = linesOf(after, '+');
  let start = 0;
  while (start < old.length && start < now.length && old[start]?.text === now[start]?.text) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old.at(-1 - end)?.text === now.at(-1 - end)?.text
  )
    end += 1;
  const gone = old.slice(start, old.length - end);
  const come = now.slice(start, now.length - end);
  return gone.length * come.length > maxCells ? [...gone, ...come] : aligned(gone, come);
}

function linesOf(text: string, sign: '-' | '+'): readonly LineChange[] {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line, at) => ({ sign, number: at + 1, text: line }));
}

function aligned(gone: readonly LineChange[], come: readonly LineChange[]): readonly LineChange[] {
  const width = come.length + 1;
  const lengths = new Uint32Array((gone.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  const isSame = (i: number, j: number): boolean => gone[i]?.text === come[j]?.text;
  for (let i = gone.length - 1; i >= 0; i -= 1) {
    for (let j = come.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const shown: (LineChange | undefined)[] = [];
  let i = 0;
  let j = 0;
  while (i < gone.length || j < come.length) {
    if (i < gone.length && j < come.length && isSame(i, j)) {
      i += 1;
      j += 1;
    } else if (j === come.length || (i < gone.length && at(i + 1, j) >= at(i, j + 1))) {
      shown.push(gone[i]);
      i += 1;
    } else {
      shown.push(come[j]);
      j += 1;
    }
  }
  return shown.filter((change) => change !== undefined);
}
