import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { isExecutable, isFile } from '../../files/file-facts.ts';
import { isWithin } from '../../files/within.ts';
import { readShell } from '../../shell/read-shell.ts';
import type { ShellCommand, ShellWord } from '../../shell/reading.ts';
import { shellQuoted } from '../../shell/shell-quoted.ts';
import { byPattern, scriptIncludes } from './script-includes.ts';
import { scriptText } from './script-text.ts';
import { startedFiles } from './started-files.ts';

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
): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  const finder = new Finder(places);
  finder.line([line, ...args.map(shellQuoted)].join(' '), {
    depth: maxDepth,
    own: places.folder,
    at: [],
  });
  return { files: [...finder.files], folders: [...finder.folders] };
}

/** Where a line stands. */
interface LinePlace {
  readonly depth: number;
  /** The folder of the script that has the line. */
  readonly own: string;
  /** Where a `cd` before it may lead. */
  readonly at: readonly string[];
}

class Finder {
  readonly files = new Set<string>();
  /** From where scripts take files by a pattern. */
  readonly folders = new Set<string>();
  readonly #places: CommandPlaces;

  constructor(places: CommandPlaces) {
    this.#places = places;
  }

  line(text: string, place: LinePlace): void {
    const { folder, project } = this.#places;
    const known = `HOOKLINE_DIRECTORY=${shellQuoted(folder)}; CLAUDE_PROJECT_DIR=${shellQuoted(project)}; `;
    for (const command of readShell(known + text).commands) this.#command(command, place);
  }

  #command({ program, words, redirections, folders }: ShellCommand, from: LinePlace): void {
    const place = this.#after(folders, from);
    const read = redirections
      .filter(({ operator }) => operator === '<')
      .flatMap(({ target }) => target ?? []);
    for (const word of [...(program === null ? [] : [program]), ...words, ...read]) {
      const value = word.value ?? besideOf(word);
      if (value === null || value === '') continue;
      for (const text of new Set([value, value.slice(value.indexOf('=') + 1)])) this.#named(text, place);
    }
    const name = program?.value ?? null;
    if (name === null) return;
    if (/^(?=.*\w)[^/]+$/.test(name)) this.#searched(name);
    const given = words.map(({ value }) => value ?? '');
    for (const own of this.#folders(place))
      for (const { file, script } of startedFiles(basename(name), given, own)) {
        this.files.add(file);
        this.#includes(file, { ...place, own });
        if (script !== undefined && place.depth > 0)
          this.line(script, { ...place, depth: place.depth - 1, own });
      }
  }

  /** Where a command of a line stands, which may have gone to another folder before. */
  #after(folders: ShellCommand['folders'], place: LinePlace): LinePlace {
    const entered = folders.flatMap((folder) => folder || []);
    if (entered.length === 0) return place;
    const bases = [...this.#folders(place)];
    return { ...place, at: entered.flatMap((folder) => bases.map((base) => resolve(base, folder))) };
  }

  #folders({ own, at }: LinePlace): ReadonlySet<string> {
    const { folder, project, cwd } = this.#places;
    return new Set([folder, project, cwd, own, ...at]);
  }

  #named(text: string, place: LinePlace): void {
    for (const from of this.#folders(place)) {
      const file = resolve(from, text);
      // What a hook writes to is not what it runs.
      if (/\.(?:log|jsonl|out|pid|tmp)$/.test(file) || this.files.has(file) || !isFile(file)) continue;
      this.files.add(file);
      const script = place.depth > 0 ? scriptText(file) : '';
      const beside = { ...place, own: dirname(file) };
      this.#includes(file, beside);
      if (isShellScript(file, script)) this.line(script, { ...beside, depth: place.depth - 1 });
    }
  }

  /** What a file takes in, as far as it is the project's. */
  #includes(file: string, from: LinePlace): void {
    if (from.depth === 0) return;
    const { folder, project, cwd } = this.#places;
    const isOwn = (path: string): boolean => [folder, project, cwd].some((base) => isWithin(path, base));
    const { names, patterns } = scriptIncludes(file, scriptText(file));
    const place = { ...from, depth: from.depth - 1 };
    for (const folder of this.#folders(place)) {
      for (const name of names) if (isOwn(resolve(folder, name))) this.#named(resolve(folder, name), place);
      for (const pattern of patterns) {
        const found = byPattern(pattern, folder);
        for (const one of found.files.filter(isOwn)) this.#named(one, place);
        for (const one of found.folders.filter(isOwn)) this.folders.add(one);
      }
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

/** `"$(dirname "$0")/lib.sh"`: what follows a folder that is only known at run time may be beside the script. */
function besideOf({ pieces }: ShellWord): string | null {
  const last = pieces.at(-1);
  return last?.kind === 'text' && /^\/[^/]/.test(last.text) ? `.${last.text}` : null;
}

function isShellScript(file: string, text: string): boolean {
  if (/^#!/.test(text))
    return /^#!\s*\S*(?:\/env\s+(?:-S\s*)?)?\S*\b(?:ba|da|k|z)?sh\b/.test(text.slice(0, 200));
  return /\.(?:ba)?sh$/.test(basename(file));
}
