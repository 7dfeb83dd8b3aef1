import { readFileSync, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path';
import { isExecutable, isFile } from '../../files/file-facts.ts';
import { isWithin } from '../../files/within.ts';
import { readShell } from '../../shell/read-shell.ts';
import type { ShellCommand } from '../../shell/reading.ts';

/** No script is longer; a program may be. */
const maxScriptBytes = 1024 * 1024;
/** How far scripts that run scripts are followed. */
const maxDepth = 4;

export interface CommandPlaces {
  /** The folder of the configuration. */
  readonly folder: string;
  /** The project that it is for. */
  readonly project: string;
  readonly cwd: string;
  readonly path: string;
}

/**
 * The files that a command line runs or reads, as far as it names them, and what its scripts run in turn. A program that is
 * looked for in PATH is also protected where the project could hold another of that name, there or not.
 */
export function commandFiles(
  line: string,
  args: readonly string[],
  places: CommandPlaces,
): readonly string[] {
  const finder = new Finder(places);
  finder.line([line, ...args.map(quoted)].join(' '), maxDepth);
  return [...finder.files];
}

class Finder {
  readonly files = new Set<string>();
  readonly #places: CommandPlaces;

  constructor(places: CommandPlaces) {
    this.#places = places;
  }

  line(text: string, depth: number): void {
    const { folder, project } = this.#places;
    const known = `HOOKLINE_DIRECTORY=${quoted(folder)}; CLAUDE_PROJECT_DIR=${quoted(project)}; `;
    for (const command of readShell(known + text).commands) this.#command(command, depth);
  }

  #command({ program, words, redirections }: ShellCommand, depth: number): void {
    const read = redirections
      .filter(({ operator }) => operator === '<')
      .flatMap(({ target }) => target ?? []);
    for (const word of [...(program === null ? [] : [program]), ...words, ...read]) {
      const { value } = word;
      if (value === null || value === '') continue;
      for (const text of new Set([value, value.slice(value.indexOf('=') + 1)])) this.#named(text, depth);
    }
    const name = program?.value ?? null;
    if (name !== null && /^(?=.*\w)[^/]+$/.test(name)) this.#searched(name);
  }

  #named(text: string, depth: number): void {
    const { folder, project, cwd } = this.#places;
    for (const from of new Set([folder, project, cwd])) {
      const file = resolve(from, text);
      // What a hook writes to is not what it runs.
      if (/\.(?:log|jsonl|out|pid|tmp)$/.test(file) || this.files.has(file) || !isFile(file)) continue;
      this.files.add(file);
      const script = depth > 0 ? scriptText(file) : '';
      if (isShellScript(file, script)) this.line(script, depth - 1);
    }
  }

  /** The places in PATH that the project holds, up to the one where the program is found. */
  #searched(name: string): void {
    const { project, cwd, path } = this.#places;
    for (const folder of path.split(delimiter)) {
      const file = join(isAbsolute(folder) ? folder : resolve(cwd, folder), name);
      const isOwn = [project, cwd].some((own) => isWithin(file, own));
      if (isOwn) this.files.add(file);
      if (isFile(file) && isExecutable(file)) return;
    }
  }
}

function isShellScript(file: string, text: string): boolean {
  if (/^#!/.test(text))
    return /^#!\s*\S*(?:\/env\s+(?:-S\s*)?)?\S*\b(?:ba|da|k|z)?sh\b/.test(text.slice(0, 200));
  return /\.(?:ba)?sh$/.test(basename(file));
}

/** A text file's content; empty when it is too long for a script, or cannot be read. */
export function scriptText(file: string): string {
  try {
    return statSync(file).size > maxScriptBytes ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
