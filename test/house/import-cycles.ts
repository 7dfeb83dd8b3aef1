/** The files that each file imports, by path from the repository root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Every ring of files that import each other, once, as `a → b → a`. */
export function findCycles(graph: ImportGraph): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const open: string[] = [];
  const visit = (file: string): void => {
    const start = open.indexOf(file);
    if (start >= 0) {
      cycles.push([...open.slice(start), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    open.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    open.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

/** The folders that hold rings: for each set of files that all reach each other, the deepest folder with all of them. */
export function ringFolders(graph: ImportGraph): string[] {
  const reached = new Map([...graph.keys()].map((file) => [file, filesReached(graph, file)]));
  const folders = new Set<string>();
  for (const [file, others] of reached) {
    const ring = [...others].filter((other) => reached.get(other)?.has(file));
    if (ring.length > 0) folders.add(commonFolder([file, ...ring]));
  }
  return [...folders].sort();
}

function filesReached(graph: ImportGraph, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const next of graph.get(file) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  return found;
}

function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((file) => file.split('/').slice(0, -1));
  const end = first.findIndex((part, at) => others.some((parts) => parts[at] !== part));
  return first.slice(0, end < 0 ? first.length : end).join('/');
}
