import { join } from 'node:path';
import { lookUp } from '../../engine/values/look-up.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { packageFiles } from './linked-packages.ts';
import { scriptText } from './script-text.ts';

export interface StartedFile {
  readonly file: string;
  readonly script?: string;
}

/** Files from which programs take commands by default. */
const ownFiles: Readonly<Record<string, readonly string[]>> = {
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  gmake: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'],
  rake: ['Rakefile', 'rakefile'],
  npm: ['package.json', '.npmrc'],
  pnpm: ['package.json', '.npmrc'],
  yarn: ['package.json', '.yarnrc', '.yarnrc.yml'],
  bun: ['package.json', 'bunfig.toml'],
  npx: ['.npmrc'],
  deno: ['deno.json', 'deno.jsonc'],
  uv: ['pyproject.toml'],
  poetry: ['pyproject.toml'],
  pytest: ['conftest.py', 'pytest.ini', 'pyproject.toml'],
};

/** What a program runs in a folder that it is not given as a path: `make check`, `npm run check`, `npx check`, `python -m check`. */
export function startedFiles(
  program: string,
  words: readonly string[],
  folder: string,
): readonly StartedFile[] {
  const own = (lookUp(ownFiles, program) ?? []).map((name) => ({ file: join(folder, name) }));
  return [
    ...own,
    ...packageScript(program, words, folder),
    ...installed(program, words, folder),
    ...pythonModule(program, words, folder),
    ...startedFolder(program, words, folder),
  ];
}

const packagers = /^(?:npm|pnpm|yarn|bun|npx|pnpx|bunx)$/;

function packageScript(program: string, words: readonly string[], folder: string): readonly StartedFile[] {
  if (!packagers.test(program)) return [];
  const file = join(folder, 'package.json');
  const scripts = scriptsOf(scriptText(file));
  return words.flatMap((name) => {
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    return typeof script === 'string' ? [{ file, script }] : [];
  });
}

function scriptsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(text);
    return isObject(manifest) && isObject(manifest['scripts']) ? manifest['scripts'] : {};
  } catch {
    return {};
  }
}

function installed(program: string, words: readonly string[], folder: string): readonly StartedFile[] {
  if (!packagers.test(program)) return [];
  return words
    .filter((name) => /^[\w@.-]+$/.test(name) && !name.startsWith('-'))
    .map((name) => ({ file: join(folder, 'node_modules', '.bin', name) }));
}

const pythons = /^(?:python|pypy)[\d.]*$/;

function pythonModule(program: string, words: readonly string[], folder: string): readonly StartedFile[] {
  const name = pythons.test(program) ? words[words.indexOf('-m') + 1] : undefined;
  if (name === undefined || !words.includes('-m') || !/^[\w.]+$/.test(name)) return [];
  const parts = name.split('.');
  const packages = parts.map((_, index) => join(folder, ...parts.slice(0, index + 1), '__init__.py'));
  const module = join(folder, ...parts);
  return [...packages, `${module}.py`, join(module, '__main__.py')].map((file) => ({ file }));
}

/** `node ./guard`, `python3 guard`: what an interpreter runs of a folder, or of a name without its ending. */
function startedFolder(program: string, words: readonly string[], folder: string): readonly StartedFile[] {
  const paths = words.filter((word) => /^[^-]/.test(word)).map((word) => join(folder, word));
  if (pythons.test(program))
    return paths.filter(isFolder).map((path) => ({ file: join(path, '__main__.py') }));
  if (!/^(?:node|nodejs|bun|tsx|ts-node)$/.test(program)) return [];
  const files = paths.flatMap((path) => (isFolder(path) ? packageFiles(path) : withEnding(path)));
  return files.map((file) => ({ file }));
}

function withEnding(path: string): readonly string[] {
  return ['.js', '.json', '.mjs', '.cjs', '.ts'].map((ending) => path + ending).filter(isFile);
}
