/** Beyond this, only the changed stretch is shown whole. */
const maxCells = 4_000_000;

/** The lines that a change takes out and puts in: `- old` and `+ new`. */
export function lineChanges(before: string, after: string): readonly string[] {
  const old = before === '' ? [] : before.replace(/\n$/, '').split('\n');
  const now = after === '' ? [] : after.replace(/\n$/, '').split('\n');
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end))
    end += 1;
  const gone = old.slice(start, old.length - end);
  const come = now.slice(start, now.length - end);
  const removed = gone.map((line) => `- ${line}`);
  const added = come.map((line) => `+ ${line}`);
  if (gone.length * come.length > maxCells) return [...removed, ...added];
  return aligned(gone, come);
}

/** By the longest common subsequence, from behind. */
function aligned(gone: readonly string[], come: readonly string[]): readonly string[] {
  const width = come.length + 1;
  const lengths = new Uint32Array((gone.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = gone.length - 1; i >= 0; i -= 1) {
    for (let j = come.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        gone[i] === come[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const shown: string[] = [];
  let i = 0;
  let j = 0;
  while (i < gone.length || j < come.length) {
    if (i < gone.length && j < come.length && gone[i] === come[j]) {
      i += 1;
      j += 1;
    } else if (j === come.length || (i < gone.length && at(i + 1, j) >= at(i, j + 1))) {
      shown.push(`- ${gone[i]}`);
      i += 1;
    } else {
      shown.push(`+ ${come[j]}`);
      j += 1;
    }
  }
  return shown;
}
