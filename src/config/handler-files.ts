import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { NamedDeclaration } from './declaration.ts';

/** The files that the hooks of a configuration run, as far as their handlers name them. */
export function handlerFiles(declarations: readonly NamedDeclaration[]): readonly string[] {
  const files = declarations.flatMap(({ type, runs, place }) =>
    namesIn(type, runs).map((name) => resolve(dirname(place.file), name)),
  );
  return [...new Set(files)].filter(isFile);
}

function namesIn(type: string, runs: string): readonly string[] {
  if (type === 'module') return [runs.replace(/#.*$/, '')];
  if (type === 'python') {
    const module = runs.split('.').slice(0, -1).join('/');
    return [`${module}.py`, `${module}/__init__.py`];
  }
  // A shell line may name several: `python3 hooks/check.py --strict`.
  return type === 'command' ? runs.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, '')) : [];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
