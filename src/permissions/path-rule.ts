import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { compileWildcard } from '../bounds/wildcard.ts';
import { entriesIn } from '../files/file-facts.ts';
import { resolveLinks } from '../files/real-path.ts';
import { isWithin } from '../files/within.ts';
import { PathPattern } from './path-pattern.ts';
import type { CallUse } from './uses/call-uses.ts';
import { wholeText } from './uses/path-text.ts';

/** Stands for whatever is in a folder. No file is called so. */
const anyName = '\uE000';
/** How many files are looked through for one that a rule names. */
const maxFiles = 20_000;

/** The folders that a rule may count from: that of its file, and that of the call. */
export interface Bases {
  readonly root: string;
  readonly cwd: string;
}

/**
 * The path of a rule such as `Edit(src/**)`. `//x` is absolute, `~/x` in the home, everything else counts from the folder of
 * the rule's file.
 */
export class PathRule {
  readonly #pattern: PathPattern;
  readonly #base: string | null;
  /** Whether it is about names at any depth. */
  readonly #isAnywhere: boolean;
  /** What the pattern begins with, before its first wildcard. */
  readonly #start: string;

  constructor(content: string, { ignoresCase = false } = {}) {
    const text = content.trim();
    const isHome = text.startsWith('~/');
    this.#base = text.startsWith('//') ? '/' : isHome ? homedir() : null;
    const written = text.startsWith('//') ? text.slice(1) : isHome ? text.slice(1) : text;
    this.#isAnywhere = written.startsWith('**/') || !/\/(?!$)/.test(written);
    this.#pattern = new PathPattern(written, { ignoresCase });
    const [literal = ''] = /^[^*?[\\]*/.exec(written.replace(/^\.?\//, '')) ?? [];
    this.#start = literal === written.replace(/^\.?\//, '') ? literal : literal.replace(/\/?[^/]*$/, '');
  }

  /** Why the use is of what the rule names, or could be; null when it is not. */
  possibly(use: CallUse, bases: Bases): string | null {
    const text = wholeText(use.path);
    if (text === null) return this.#couldBe(use) ? `${shown(use)}, which is only known at run time` : null;
    if (!isPathLike(text)) return null;
    for (const folder of use.folders) {
      const path = folder === null && !isAbsolute(text) ? null : resolve(folder ?? '/', expandHome(text));
      if (path === null) {
        if (this.#pattern.matches(text.replace(/^(?:\.\.?\/)+/, ''))) return text;
        continue;
      }
      // Whoever reads a folder sees what is in it.
      const seen = use.access === 'read' ? seenAt(path, use) : [path];
      if (seen.some((one) => this.#names(one, bases, 'any'))) return text;
      const below = use.deep ? this.#below(path, bases, use) : null;
      if (below !== null) return below;
    }
    return null;
  }

  /** Whether the use is of what the rule names, wherever links lead. */
  certainly(use: CallUse, bases: Bases): boolean {
    const text = wholeText(use.path);
    if (text === null || use.guessed) return false;
    return use.folders.every(
      (folder) => folder !== null && this.#names(resolve(folder, expandHome(text)), bases, 'every'),
    );
  }

  #names(path: string, bases: Bases, how: 'any' | 'every'): boolean {
    const spellings = [path, real(path)];
    const from = this.#bases(bases, how);
    const matches = (spelling: string | null): boolean =>
      spelling !== null && from.some((base) => this.#matchesFrom(base, spelling));
    return how === 'any' ? spellings.some(matches) : spellings.every(matches);
  }

  #matchesFrom(base: string, path: string): boolean {
    if (isWithin(path, base) && this.#pattern.matches(relative(base, path))) return true;
    // What the rule names may be behind a link: then it is about what the link leads to.
    const named = this.#start === '' ? null : real(join(base, this.#start));
    if (named === null || !isWithin(path, named)) return false;
    return this.#pattern.matches(join(this.#start, relative(named, path)));
  }

  /** A folder may have a link above it, or be one; what the rule says of it is also about what it leads to. */
  #bases({ root, cwd }: Bases, how: 'any' | 'every'): readonly string[] {
    const anywhere = this.#isAnywhere ? ['/'] : [];
    const own = this.#base !== null ? [this.#base] : how === 'every' ? [root] : [root, cwd, ...anywhere];
    return [...new Set(own.flatMap((base) => [base, real(base) ?? base]))];
  }

  /** Something below the folder that the rule names. A reader may also reach it by a link that lies elsewhere. */
  #below(folder: string, bases: Bases, use: CallUse): string | null {
    const start = real(folder) ?? folder;
    const mayBe = this.#bases(bases, 'any').some((base) => this.#mayMatchBelow(base, start));
    if (!mayBe && use.access !== 'read') return null;
    return this.#found(start, bases, { ...use, wanted: mayBe ? 'anything' : 'links' });
  }

  #mayMatchBelow(base: string, folder: string): boolean {
    if (isWithin(folder, base)) return this.#pattern.mayMatchBelow(relative(base, folder));
    return isWithin(join(base, this.#start), folder);
  }

  #found(folder: string, bases: Bases, { wanted, lists = false, only }: Search): string | null {
    const patterns = only?.map((name) => compileWildcard(name.toLowerCase()));
    const folders = [folder];
    let left = maxFiles;
    for (const next of folders) {
      for (const entry of entriesIn(next)) {
        left -= 1;
        if (left < 0) return `something in ${folder}, which has too many files to look through`;
        const path = join(next, entry.name);
        const isWanted =
          (wanted === 'anything' || (entry.isSymbolicLink() && !lists)) &&
          (patterns === undefined ||
            entry.isSymbolicLink() ||
            patterns.some((fits) => fits(entry.name.toLowerCase())));
        if (
          isWanted &&
          [path, ...(lists ? [join(next, anyName)] : [])].every((one) => this.#names(one, bases, 'any'))
        )
          return path;
        if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git') folders.push(path);
      }
    }
    return null;
  }

  /** Of a path that is known in part only, what is known must fit. */
  #couldBe({ path, guessed }: CallUse): boolean {
    const last = path.at(-1);
    // A word of a program that nobody knows need not be a path, if nothing in it says so.
    if (guessed && (last === null || last === undefined || !/[/.]/.test(last))) return false;
    if (last === null || last === undefined) return true;
    const name = last.slice(last.lastIndexOf('/') + 1);
    return last.includes('/') ? this.#pattern.matchesSomewhere(name) : true;
  }
}

/** What is looked for below a folder, and by whom. */
type Search = Pick<CallUse, 'lists' | 'only'> & { readonly wanted: 'anything' | 'links' };

/** Whoever reads a folder sees what is in it. Whoever lists it sees names: one that it is given is known already. */
function seenAt(path: string, { lists = false }: CallUse): readonly string[] {
  if (!lists) return [path, join(path, anyName)];
  return [join(isFolder(path) ? path : dirname(path), anyName)];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function shown({ path }: CallUse): string {
  return path.map((part) => part ?? '…').join('');
}

/** Text that could be a path: no file has a name with a line break that an agent would write. */
function isPathLike(text: string): boolean {
  return text !== '' && text.length <= 4096 && !/[\0\n]/.test(text);
}

function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? homedir() + path.slice(1) : path;
}

function real(path: string): string | null {
  try {
    return resolveLinks(path);
  } catch {
    return null;
  }
}
