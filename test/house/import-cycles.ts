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
