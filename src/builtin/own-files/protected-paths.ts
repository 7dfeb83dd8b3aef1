import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, normalize } from 'node:path';
import { compileWildcard } from '../../bounds/wildcard.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { absolutePath, realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import {
  type CallActions,
  type GivenCall,
  isReading,
  type PathAction,
  pathActions,
} from '../../shell/actions/action.ts';
import { actionsOf } from '../../shell/actions/actions-of.ts';
import { wholeText } from '../../shell/actions/path-text.ts';
import { isPatchTool } from '../../shell/actions/tools/patch-files.ts';
import type { ShellCommand } from '../../shell/read/reading.ts';
import { type ListedFiles, listedFiles, mayFind } from './listed-files.ts';
import type { NewFiles, ProtectedPath } from './protected-path.ts';
import { type ProtectedChange, ProtectedSnapshot } from './protected-snapshot.ts';
import { couldBe, isCopiedTo, knownEnd, leavesArchives, unpacksOnto } from './reaches.ts';

const maxPathLength = 4096;

/** Any folder that the process has open. */
const openFolder = /^\/(?:proc\/[^/]+(?:\/task\/[^/]+)?|dev)\/fd\/\w+(\/.+)$/;

/** What the command has open, which this process has not. */
const openFile = /^\/(?:dev\/(?:fd\/\d+|std(?:in|out|err))|proc\/(?:self|thread-self)\/fd\/\d+)$/;

export interface TouchedPath {
  readonly path: string;
  readonly isCertain: boolean;
}

/** The configuration and what its handlers run: an agent must not edit its own guard away. A snapshot finds what judging misses. */
export class ProtectedPaths {
  readonly #paths: readonly string[];
  /** The program's own files. Removing a folder around them, as `node_modules`, is allowed: without them every call fails. */
  readonly #programs: ReadonlySet<string>;
  readonly #newFiles: readonly NewFiles[];
  readonly #snapshot: ProtectedSnapshot | null;
  readonly #folder: string;
  #isMade: (path: string) => boolean = () => false;

  constructor(paths: readonly ProtectedPath[], cwd: string, programs: readonly string[] = []) {
    const files = paths.filter((path) => typeof path === 'string');
    // A file that is a link is protected as the link and as what it leads to.
    const own = new Set(files.flatMap((path) => spellingsOf(path, cwd)));
    this.#programs = new Set(
      programs.flatMap((path) => spellingsOf(path, cwd)).filter((path) => !own.has(path)),
    );
    this.#paths = [...own, ...this.#programs];
    this.#newFiles = paths
      .filter((path) => typeof path === 'object')
      .map(({ newIn, endings }) => ({ newIn: realPath(newIn, cwd), endings }));
    this.#folder = realPath(cwd, cwd);
    this.#snapshot = paths.length === 0 ? null : new ProtectedSnapshot([...own], this.#newFiles);
  }

  async watch<T>(run: () => Promise<T>): Promise<readonly [T, readonly ProtectedChange[]]> {
    if (this.#snapshot === null) return [await run(), []];
    this.#snapshot.begin();
    let changes: readonly ProtectedChange[] = [];
    let result: T;
    try {
      result = await run();
    } finally {
      changes = this.#snapshot.end();
    }
    return [result, changes];
  }

  touchedBy(call: GivenCall): string | null {
    const touched = this.mayTouch(call);
    return touched?.isCertain === true ? touched.path : null;
  }

  mayTouch(call: GivenCall, does: CallActions = actionsOf(call)): TouchedPath | null {
    if (this.#snapshot === null) return null;
    const { actions, readings } = does;
    const uses = pathActions(actions);
    const commands = new Set(readings.flatMap((reading) => reading.commands));
    const listed = listedFiles(uses, commands, call.cwd);
    const made = new Set(uses.flatMap(writtenPlaces));
    this.#isMade = (path) => made.has(path);
    let doubtful: TouchedPath | null = null;
    for (const use of uses) {
      if (isReading(use.kind)) continue;
      // An unreadable patch may change any file.
      const isAny = wholeText(use.path) === null && isPatchTool(call.toolName);
      if (openFile.test(wholeText(use.path) ?? '')) {
        // The line may have opened a protected file by reading it.
        for (const read of uses.filter(({ kind }) => isReading(kind))) doubtful ??= this.#touched(read);
        if (doubtful?.isCertain === true) return doubtful;
        continue;
      }
      const touched = isAny
        ? certain(this.#paths[0])
        : (this.#touched(withKnownArchives(use, commands), mayFind(use.command, call.cwd)) ??
          this.#listed(use, listed));
      if (touched?.isCertain === true) return touched;
      doubtful ??= touched;
    }
    return doubtful;
  }

  /** Unknown names may be those that the line lists. */
  #listed(use: PathAction, listed: readonly ListedFiles[]): TouchedPath | null {
    if (!use.isSure || use.path.some((part) => part !== null)) return null;
    for (const { mayHave, only, ...place } of listed) {
      const touched = this.#touched({ ...use, ...place, below: { only } }, mayHave);
      if (touched !== null) return touched;
    }
    return null;
  }

  #touched(use: PathAction, mayHave: (own: string) => boolean = () => true): TouchedPath | null {
    const text = wholeText(use.path);
    if (text === null) return certain(this.#named(knownEnd(use.path), use));
    if (text === '' || text.length > maxPathLength || /[\0\n]/.test(text)) return null;
    const path = text.startsWith('file://') ? decoded(text.slice('file://'.length)) : text;
    const [, behind] = openFolder.exec(path) ?? [];
    const named = behind === undefined ? null : this.#named(normalize(behind), use);
    if (named !== null) return certain(named);
    for (const folder of use.folders) {
      const isSomewhere = folder === null && !isAbsolute(path) && !/^~(?:\/|$)/.test(path);
      const touched = isSomewhere
        ? certain(this.#named(`/${path}`, use))
        : this.#at(path, folder ?? '/', use, mayHave);
      if (touched !== null) return touched;
    }
    return null;
  }

  #named(end: string, use: PathAction): string | null {
    // A folder that is there already stays as it is.
    const isGoing = /^(?:mkdir|cd|pushd)$/.test(use.command?.name ?? '');
    if (end === '' || end.length > maxPathLength || isGoing) return null;
    const takesAll = (use.below !== null || use.kind === 'delete') && use.isSure;
    const found = this.#paths.find((own) => {
      const isProgram = this.#programs.has(own);
      return couldBe(end, own, { takesAll: takesAll && !isProgram, atLeast: isProgram ? 2 : 1 });
    });
    return found ?? null;
  }

  #at(path: string, folder: string, use: PathAction, mayHave: (own: string) => boolean): TouchedPath | null {
    const { kind, below, copied, folders, unpacks, hides, shares } = use;
    const spellings = spellingsOf(path, folder);
    const takesAll =
      (below !== null || kind === 'delete') &&
      unpacks === undefined &&
      // `git clean` leaves tracked files.
      below?.isUntracked !== true &&
      use.keepsContent !== true &&
      shares !== true;
    const names = below?.only?.map((name) => compileWildcard(name.toLowerCase()));
    const isTaken = (own: string): boolean =>
      takesAll &&
      (hides === true || !this.#programs.has(own)) &&
      mayHave(own) &&
      (names === undefined || isFolder(own) || names.some((fits) => fits(basename(own).toLowerCase())));
    // Trust notices changes in the project, but not elsewhere.
    const isShared = (own: string): boolean => shares === true && !isWithin(own, this.#folder);
    const touched =
      this.#paths.find((own) =>
        spellings.some(
          (spelling) =>
            isAtOrIn(spelling, own) ||
            (isShared(own) && isWithin(own, spelling)) ||
            (isTaken(own) && isWithin(own, spelling)) ||
            (copied !== undefined && isCopiedTo(own, spelling, copied, folders, this.#isMade)),
        ),
      ) ?? spellings.find((spelling) => this.#isNew(spelling));
    return certain(touched) ?? this.#unpackedAt(spellings, use);
  }

  /** The archive's content counts. If it's unknown, only the project's own files are in doubt. */
  #unpackedAt(spellings: readonly string[], { unpacks, folders }: PathAction): TouchedPath | null {
    if (unpacks === undefined) return null;
    const doubtful: TouchedPath[] = [];
    for (const folder of spellings) {
      const isProject = isWithin(folder, this.#folder) && !/^\.\w/.test(basename(folder));
      for (const own of this.#paths.filter((one) => isWithin(one, folder))) {
        const answer = unpacksOnto(own, folder, unpacks, folders);
        if (answer === 'yes') return certain(own);
        if (answer === 'maybe' && !this.#programs.has(own))
          doubtful.push({ path: own, isCertain: !isProject });
      }
    }
    return doubtful.find(({ isCertain }) => isCertain) ?? doubtful[0] ?? null;
  }

  #isNew(path: string): boolean {
    const isOne = this.#newFiles.some(({ newIn, endings }) => {
      if (!endings.some((ending) => path.endsWith(ending))) return false;
      const folder = dirname(path);
      return folder === newIn || (dirname(folder) === newIn && /^__init__\./.test(basename(path)));
    });
    return isOne && !existsSync(path);
  }
}

function writtenPlaces({ kind, path, folders }: PathAction): readonly string[] {
  const text = wholeText(path);
  if (kind !== 'write' || text === null || text === '') return [];
  return folders.flatMap((folder) => (folder === null ? [] : [absolutePath(text, folder)]));
}

function certain(path: string | null | undefined): TouchedPath | null {
  return path === null || path === undefined ? null : { path, isCertain: true };
}

function withKnownArchives(use: PathAction, commands: ReadonlySet<ShellCommand>): PathAction {
  if (use.unpacks === undefined) return use;
  const isLeft = [...commands].every((command) => command === use.command || leavesArchives(command));
  return isLeft ? use : { ...use, unpacks: { archives: [], strip: null } };
}

function isAtOrIn(path: string, own: string): boolean {
  return isWithin(path, own) && (path === own || !isFile(own));
}

/** The path and its target. Our files can be followed, so an unfollowable path isn't one. */
function spellingsOf(path: string, cwd: string): readonly string[] {
  const absolute = absolutePath(path, cwd);
  try {
    return [absolute, realPath(path, cwd)];
  } catch {
    return [absolute];
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
