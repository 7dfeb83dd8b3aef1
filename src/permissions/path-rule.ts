import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isFolder } from '../files/file-facts.ts';
import { type FolderWalk, firstBelow } from '../files/first-below.ts';
import { absolutePath, realPath } from '../files/real-path.ts';
import { isWithin } from '../files/within.ts';
import { type Below, isReading, type PathAction } from '../shell/actions/action.ts';
import { wholeText } from '../shell/actions/path-text.ts';
import { reachOf } from '../shell/actions/reach.ts';
import { PathPattern } from './path-pattern.ts';

/** Stands for whatever is in a folder. No file is called so. */
const anyName = '\uE000';
const maxFiles = 20_000;
const skips: ReadonlySet<string> = new Set(['node_modules', '.git']);

export interface PathRuleOptions {
  readonly ignoresCase?: boolean;
  readonly isAnyDepth?: boolean;
}

export interface Bases {
  readonly root: string;
  readonly cwd: string;
}

/** `//x` is absolute, `~/x` in the home, everything else counts from the folder of the rule's file. */
export class PathRule {
  readonly #patterns: readonly PathPattern[];
  readonly #base: string | null;
  readonly #isAnywhere: boolean;
  readonly #isAnchored: boolean;
  readonly #start: string;

  constructor(content: string, { ignoresCase = false, isAnyDepth = false }: PathRuleOptions = {}) {
    const text = content.trim();
    const isHome = text.startsWith('~/');
    this.#base = text.startsWith('//') ? '/' : isHome ? homedir() : null;
    const written = text.startsWith('//') ? text.slice(1) : isHome ? text.slice(1) : text;
    this.#isAnywhere = written.startsWith('**/') || !/\/(?!$)/.test(written);
    this.#isAnchored = !this.#isAnywhere && !isAnyDepth;
    const plain = written.replace(/^\.?\//, '');
    const deeper = isAnyDepth && !written.startsWith('/') ? [`**/${plain}`] : [];
    this.#patterns = [written, ...deeper].map((pattern) => new PathPattern(pattern, { ignoresCase }));
    const [literal = ''] = /^[^*?[\\]*/.exec(plain) ?? [];
    this.#start = literal === plain ? literal : literal.replace(/\/?[^/]*$/, '');
  }

  possibly(use: PathAction, bases: Bases): string | null {
    const text = wholeText(use.path);
    if (text === null) return this.#couldBe(use) ? `${shown(use)}, which is only known at run time` : null;
    if (!isPathLike(text)) return null;
    for (const folder of use.folders) {
      if (folder === null && !/^[/~]/.test(text)) {
        if (this.#matches(text.replace(/^(?:\.\.?\/)+/, ''))) return text;
        continue;
      }
      const path = absolutePath(text, folder ?? '/');
      const spellings = [path, realOf(text, folder ?? '/')].filter((one) => one !== null);
      // To read a folder is to see what is in it.
      const seen = spellings.flatMap((one) => (isReading(use.kind) ? seenAt(one, use) : [one]));
      if (this.#names(seen, bases, 'any') || this.#hasOtherName(path, bases)) return text;
      // To share the whole project with a container is ordinary work.
      const isShared = !use.isSure && use.kind !== 'delete' && path === bases.cwd;
      const below = use.below !== null && !isShared ? this.#below(path, bases, use) : null;
      if (below !== null) return below;
    }
    return null;
  }

  certainly(use: PathAction, bases: Bases): boolean {
    const text = wholeText(use.path);
    if (text === null || !use.isSure) return false;
    return use.folders.every(
      (folder) =>
        folder !== null && this.#names([absolutePath(text, folder), realOf(text, folder)], bases, 'every'),
    );
  }

  /** A file with several names is the same file by each of them. */
  #hasOtherName(path: string, bases: Bases): boolean {
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts === undefined || !facts.isFile() || facts.nlink < 2) return false;
    const isSame = (other: string): boolean => {
      const its = statSync(other, { throwIfNoEntry: false });
      return its?.ino === facts.ino && its.dev === facts.dev;
    };
    return this.#bases(bases, 'any')
      .map((base) => (this.#isAnchored ? folderAt(join(base, this.#start)) : base))
      .filter((folder) => folder !== '/')
      .some(
        (folder) =>
          firstBelow(folder, (one) => this.#names([one], bases, 'any') && isSame(one), walk()) !== null,
      );
  }

  #matches(path: string): boolean {
    return this.#patterns.some((pattern) => pattern.matches(path));
  }

  #names(spellings: readonly (string | null)[], bases: Bases, how: 'any' | 'every'): boolean {
    const from = this.#bases(bases, how);
    const matches = (spelling: string | null): boolean =>
      spelling !== null && from.some((base) => this.#matchesFrom(base, spelling));
    return how === 'any' ? spellings.some(matches) : spellings.every(matches);
  }

  #matchesFrom(base: string, path: string): boolean {
    if (isWithin(path, base) && this.#matches(relative(base, path))) return true;
    // What the rule names may be behind a link: then it is about what the link leads to.
    const named = this.#start === '' ? null : real(join(base, this.#start));
    if (named === null || !isWithin(path, named)) return false;
    return this.#matches(join(this.#start, relative(named, path)));
  }

  /** A folder may have a link above it, or be one; what the rule says of it is also about what it leads to. */
  #bases({ root, cwd }: Bases, how: 'any' | 'every'): readonly string[] {
    const anywhere = this.#isAnywhere ? ['/'] : [];
    const own = this.#base !== null ? [this.#base] : how === 'every' ? [root] : [root, cwd, ...anywhere];
    return [...new Set(own.flatMap((base) => [base, real(base) ?? base]))];
  }

  /** Something below the folder that the rule names. A reader may also reach it by a link that lies elsewhere. */
  #below(folder: string, bases: Bases, use: PathAction): string | null {
    const start = real(folder) ?? folder;
    const mayBe = this.#bases(bases, 'any').some((base) => this.#mayMatchBelow(base, start));
    if (!mayBe && !isReading(use.kind)) return null;
    return this.#found(start, bases, {
      lists: use.kind === 'list',
      below: use.below ?? {},
      wanted: mayBe ? 'anything' : 'links',
    });
  }

  #mayMatchBelow(base: string, folder: string): boolean {
    if (isWithin(folder, base))
      return this.#patterns.some((pattern) => pattern.mayMatchBelow(relative(base, folder)));
    return isWithin(join(base, this.#start), folder);
  }

  #found(folder: string, bases: Bases, { wanted, lists, below }: Search): string | null {
    const reaches = reachOf(below, folder);
    const found = firstBelow(
      folder,
      (path, entry) =>
        (wanted === 'anything' || (entry.isSymbolicLink() && !lists)) &&
        (entry.isSymbolicLink() || reaches(path)) &&
        [path, ...(lists ? [join(dirname(path), anyName)] : [])].every((one) =>
          this.#names([one, real(one)], bases, 'any'),
        ),
      walk(),
    );
    return found === 'too-many' ? `something in ${folder}, which has too many files to look through` : found;
  }

  #couldBe({ path, isSure }: PathAction): boolean {
    const last = path.at(-1);
    // A word of a program that nobody knows need not be a path, if nothing in it says so.
    if (!isSure && (last === null || last === undefined || !/[/.]/.test(last))) return false;
    if (last === null || last === undefined) return true;
    const name = last.slice(last.lastIndexOf('/') + 1);
    return last.includes('/') ? this.#patterns.some((pattern) => pattern.matchesSomewhere(name)) : true;
  }
}

interface Search {
  readonly lists: boolean;
  readonly below: Below;
  readonly wanted: 'anything' | 'links';
}

/** Whoever reads a folder sees what is in it. Whoever lists it sees names: one that it is given is known already. */
function seenAt(path: string, { kind }: PathAction): readonly string[] {
  if (kind !== 'list') return [path, join(path, anyName)];
  return [join(folderAt(path), anyName)];
}

function folderAt(path: string): string {
  return isFolder(path) ? path : dirname(path);
}

function walk(): FolderWalk {
  return { budget: { entries: maxFiles, endMs: Number.POSITIVE_INFINITY }, skips };
}

function shown({ path }: PathAction): string {
  return path.map((part) => part ?? '…').join('');
}

function isPathLike(text: string): boolean {
  return text !== '' && text.length <= 4096 && !/[\0\n]/.test(text);
}

function realOf(path: string, folder: string): string | null {
  try {
    return realPath(path, folder);
  } catch {
    return null;
  }
}

function real(path: string): string | null {
  return realOf(path, '/');
}
