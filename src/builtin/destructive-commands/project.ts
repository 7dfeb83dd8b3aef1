import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What marks the folder of a project. */
const marks = [
  '.git',
  'hookline.yaml',
  'package.json',
  'pyproject.toml',
  'setup.py',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Gemfile',
  'composer.json',
  'mix.exs',
  'CMakeLists.txt',
  'Makefile',
  'deno.json',
];

/** The nearest folder that is marked as a project, else the folder itself. */
export function projectOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
