import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPath } from '../../files/real-path.ts';
import type { ShellReading } from '../../shell/reading.ts';
import type { LinePlace } from './rule.ts';

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

/** A place whose project is looked for once, when a rule asks. */
export function placeInProject(cwd: string, reading: ShellReading, looks: boolean): LinePlace {
  let project: string | null = null;
  return {
    cwd,
    reading,
    looks,
    get project() {
      project ??= realPath(projectOf(cwd), cwd);
      return project;
    },
  };
}

/** The nearest folder that is marked as a project, else the folder itself. */
function projectOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
