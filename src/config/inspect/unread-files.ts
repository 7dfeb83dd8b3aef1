import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Problem, topOf, warning } from '../source/problem.ts';

/** Files beside a configuration that look like parts of it, and that nothing reads. */
export function unreadFiles(files: readonly string[]): readonly Problem[] {
  const read = new Set(files);
  const roots = files.filter((file) => /^hookline\.ya?ml$/.test(basename(file)));
  return roots.flatMap((root) =>
    namesIn(dirname(root))
      .filter((name) => isLikeOne(name) && !read.has(join(dirname(root), name)))
      .map((name) =>
        warning(
          'file-unread',
          `${name} stands beside this file, and is not read${hintFor(name)}`,
          topOf(root),
        ),
      ),
  );
}

function isLikeOne(name: string): boolean {
  return (
    /^\.?hookline(?:[.-]?(?:config|rc|hooks))?\.(?:ya?ml|json|toml)$/i.test(name) ||
    /\.arma$/.test(name) ||
    /^hookline\.ya?ml\.txt$/i.test(name)
  );
}

function hintFor(name: string): string {
  if (name.endsWith('.arma')) return `; "scripts: ${name}" under "hooks" would`;
  return /\.ya?ml$/.test(name) ? `; "include: ${name}" would` : '';
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
