import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ProtectedPath } from '../../builtin/own-files/protected-path.ts';
import { isFile } from '../../files/file-facts.ts';
import type { NamedDeclaration } from '../load/declaration.ts';

/** What Python loads as a module. */
const moduleEndings: readonly string[] = ['.py', '.pyc', '.so', '.pyd'];

/** No script is longer; a program may be. */
const maxScriptBytes = 1024 * 1024;

/**
 * The files that the hooks of a configuration run, as far as their handlers name them, and those that would run instead
 * if they existed.
 */
export function handlerFiles(
  declarations: readonly NamedDeclaration[],
  cwd: string,
): readonly ProtectedPath[] {
  const files = new Set<string>();
  const pythonFolders = new Set<string>();
  for (const { type, runs, place, definedIn } of declarations) {
    const folder = dirname(place.file);
    if (definedIn !== undefined) for (const file of moduleFiles(definedIn)) files.add(file);
    if (type === 'module')
      for (const file of moduleFiles(resolve(folder, runs.replace(/#.*$/, '')))) files.add(file);
    else if (type === 'python') {
      pythonFolders.add(folder);
      for (const file of pythonModules(runs, folder)) {
        files.add(file);
        addImports(file, folder, files);
      }
    } else if (type === 'command') {
      for (const file of commandFiles(runs, folder, cwd)) {
        files.add(file);
        if (!isPython(file)) continue;
        pythonFolders.add(dirname(file));
        addImports(file, dirname(file), files);
      }
    }
  }
  return [...files, ...[...pythonFolders].map((newIn) => ({ newIn, endings: moduleEndings }))];
}

/** How a `.js` file is read is for the package.json beside it to say. */
function moduleFiles(file: string): readonly string[] {
  return /\.[jt]s$/.test(file) ? [file, join(dirname(file), 'package.json')] : [file];
}

/** `a.b.check` is `check` of `a/b.py`, of the package `a/b`, or `b.check` of `a`: whichever is found first. */
function pythonModules(runs: string, folder: string): readonly string[] {
  const parts = runs.split('.').slice(0, -1);
  return parts.flatMap((_, index) => candidates(join(folder, ...parts.slice(0, index + 1))));
}

function candidates(module: string): readonly string[] {
  return [`${module}.py`, join(module, '__init__.py')];
}

/** A shell line may name several: `python3 hooks/check.py --strict`. */
function commandFiles(runs: string, folder: string, cwd: string): readonly string[] {
  const project = folder.replace(/[\\/]\.claude$/, '');
  const words = runs
    .replaceAll(/\$(?:CLAUDE_PROJECT_DIR\b|\{CLAUDE_PROJECT_DIR\})/g, () => project)
    .replaceAll(/["']/g, '')
    // What a hook writes is not what it runs.
    .replaceAll(/>[>|&]?\s*[^\s;&|<>()]+/g, ' ')
    .split(/[\s;&|<>()]+/)
    .filter((word) => word !== '' && !/\.(?:log|jsonl|out|pid|tmp)$/.test(word));
  return words.flatMap((word) => [folder, project, cwd].map((from) => resolve(from, word))).filter(isFile);
}

/** What a Python file imports from its own folders, and what that imports. */
function addImports(file: string, root: string, files: Set<string>): void {
  for (const found of importsOf(file, root)) {
    if (files.has(found)) continue;
    files.add(found);
    addImports(found, root, files);
  }
}

function importsOf(file: string, root: string): readonly string[] {
  const names = textOf(file).matchAll(
    /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t(]+|import[ \t]+)([^#\n)]*)/gm,
  );
  const modules = [...names].flatMap(([, from, list = '']) => {
    const imported = list.split(',').map((name) => name.trim().split(/\s/)[0] ?? '');
    if (from === undefined) return imported;
    return [from, ...imported.map((name) => (from.endsWith('.') ? `${from}${name}` : `${from}.${name}`))];
  });
  return modules.flatMap((name) => modulesNamed(name, file, root)).filter(isFile);
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

function textOf(file: string): string {
  try {
    return statSync(file).size > maxScriptBytes ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isPython(file: string): boolean {
  return file.endsWith('.py') || /^#!.*\bpython/.test(textOf(file).slice(0, 200));
}
