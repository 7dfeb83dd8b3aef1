import { dirname, join, resolve } from 'node:path';
import { isFile } from '../../files/file-facts.ts';
import { filesNamedIn } from './named-in-code.ts';
import { scriptText } from './script-text.ts';

/** `a.b.check` is `check` of `a/b.py`, of the package `a/b`, or `b.check` of `a`: whichever is found first. */
export function pythonModules(runs: string, folder: string): readonly string[] {
  const parts = runs.split('.').slice(0, -1);
  return parts.flatMap((_, index) => candidates(join(folder, ...parts.slice(0, index + 1))));
}

function candidates(module: string): readonly string[] {
  return [`${module}.py`, join(module, '__init__.py')];
}

export function addImports(file: string, root: string, files: Set<string>): void {
  for (const found of importsOf(file, root)) {
    if (files.has(found)) continue;
    files.add(found);
    addImports(found, root, files);
  }
}

function importsOf(file: string, root: string): readonly string[] {
  // A list in brackets, and a line that goes on behind a backslash, are one line to Python.
  const text = scriptText(file)
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/\([^()]*\)/g, (list) => list.replaceAll(/#.*|[()\n]/g, ' '));
  const names = text.matchAll(
    /(?:^|[;:])[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+|import[ \t]+)([^#\n;]*)/gm,
  );
  const modules = [...names].flatMap(([, from, list = '']) => {
    const imported = list.split(',').map((name) => name.trim().split(/\s/)[0] ?? '');
    if (from === undefined) return imported;
    return [from, ...imported.map((name) => (from.endsWith('.') ? `${from}${name}` : `${from}.${name}`))];
  });
  const imported = modules.flatMap((name) => modulesNamed(name, file, root)).filter(isFile);
  return [...imported, ...filesNamedIn(scriptText(file), file).filter((one) => one.endsWith('.py'))];
}

function modulesNamed(name: string, file: string, root: string): readonly string[] {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const above = dots === 0 ? root : resolve(dirname(file), ...Array.from({ length: dots - 1 }, () => '..'));
  const parts = name
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  return parts.flatMap((_, index) => candidates(join(above, ...parts.slice(0, index + 1))));
}

export function isPython(file: string): boolean {
  return file.endsWith('.py') || /^#!.*\bpython/.test(scriptText(file).slice(0, 200));
}
