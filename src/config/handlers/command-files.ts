import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { isExecutable, isFile } from '../../files/file-facts.ts';
import { isWithin } from '../../files/within.ts';
import { readShell } from '../../shell/read/read-shell.ts';
import type { ShellCommand, ShellWord } from '../../shell/read/reading.ts';
import { shellQuoted } from '../../shell/read/words.ts';
import { namedFiles } from '../load/named-files.ts';
import { scriptText } from './script-text.ts';
import { startedFiles } from './started-files.ts';

const maxNames = 100;

/** `#!./bin/run`, `include rules.mk` and `for part in parts/*.sh; do . "$part"; done`. */
function scriptIncludes(file: string, text: string) {
  const [, interpreter = ''] = /^#!\s*(.*)/.exec(text) ?? [];
  const isMakefile = /^(?:GNU)?makefile$|\.mk$/i.test(basename(file));
  const included = isMakefile ? [...text.matchAll(/^[-s]?include[ \t]+(.*)$/gm)] : [];
  const isSourcing = /(?:^|[\s;&|(])(?:\.|source|(?:ba|da|k|z)?sh)\s+\S*\$/m.test(text);
  const looped = isSourcing ? [...text.matchAll(/\bfor\s+\w+\s+in\s+([^;\n]+)/g)] : [];
  const words = [interpreter, ...[...included, ...looped].map(([, list = '']) => list)]
    .flatMap((list) => list.split(/\s+/))
    .map((word) => word.replaceAll(/["']/g, ''))
    .filter((word) => word !== '' && !word.includes('$'))
    .slice(0, maxNames);
  const isPattern = (word: string): boolean => /[*?]/.test(word);
  const names = [...words.filter((word) => !isPattern(word)), ...modulesOf(text)];
  return { names, patterns: words.filter(isPattern) };
}

/** `use Rules::Push;`, `require 'rules.push'` and `source('rules.R')`: what scripts of Perl, Ruby, PHP, Lua and R take in from beside them. */
function modulesOf(text: string): readonly string[] {
  const used = [...text.matchAll(/^[ \t]{0,40}(?:use|require)[ \t]{1,40}([A-Z][\w:]*)/gm)].slice(0, maxNames);
  const modules = used.map(([, name = '']) => `${name.replaceAll('::', '/')}.pm`);
  const required = [
    ...text.matchAll(
      /\b(?:require|require_relative|require_once|include|load|do|dofile|loadfile|source)\b[^'"\n]{0,40}['"]\/?([^'"\n]+)['"]/g,
    ),
  ].slice(0, maxNames);
  return [
    ...modules.flatMap((module) => [module, `lib/${module}`, `../lib/${module}`]),
    ...required.flatMap(([, name = '']) => {
      const path = name.replaceAll('.', '/');
      return [name, `${name}.rb`, `${path}.lua`, `${path}/init.lua`];
    }),
  ];
}

function byPattern(
  pattern: string,
  from: string,
): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  const files = namedFiles(pattern, from);
  return { files, folders: [...new Set(files.map((file) => dirname(file)))] };
}

const maxDepth = 4;

export interface CommandPlaces {
  readonly folder: string;
  readonly project: string;
  readonly cwd: string;
  readonly path: string;
}

/** Also protects the places in PATH where the project could hold a program of the same name. */
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

interface LinePlace {
  readonly depth: number;
  readonly own: string;
  readonly at: readonly string[];
}

class Finder {
  readonly files = new Set<string>();
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

function besideOf({ pieces }: ShellWord): string | null {
  const last = pieces.at(-1);
  return last?.kind === 'text' && /^\/[^/]/.test(last.text) ? `.${last.text}` : null;
}

function isShellScript(file: string, text: string): boolean {
  if (/^#!/.test(text))
    return /^#!\s*\S*(?:\/env\s+(?:-S\s*)?)?\S*\b(?:ba|da|k|z)?sh\b/.test(text.slice(0, 200));
  return /\.(?:ba)?sh$/.test(basename(file));
}
