import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { compileWildcard } from '../../bounds/wildcard.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { absolutePath, realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import { type CallUse, callUses, type GivenCall } from '../../permissions/uses/call-uses.ts';
import { readInPlace } from '../../permissions/uses/known-variables.ts';
import { wholeText } from '../../permissions/uses/path-text.ts';
import { isPatchTool } from '../../permissions/uses/tool-patches.ts';
import type { InterpreterCode, ShellCommand, ShellReading } from '../../shell/reading.ts';
import { onlyReads, pathsInCode } from './code-paths.ts';
import { isCopiedTo } from './copied-into.ts';
import { type ListedFiles, listedFiles, mayFind } from './listed-files.ts';
import { couldBe, knownEnd } from './partly-known.ts';
import type { NewFiles, ProtectedPath } from './protected-path.ts';
import { type ProtectedChange, ProtectedSnapshot } from './protected-snapshot.ts';
import { leavesArchives, unpacksOnto } from './unpacked-onto.ts';

const maxPathLength = 4096;
/** How deep shells in code are followed. */
const maxNested = 1;

/** A protected file that a call may write to. It need not, where what an archive holds cannot be told. */
export interface TouchedPath {
  readonly path: string;
  readonly isCertain: boolean;
}

/**
 * The files that hold the guard: the configuration and what its handlers run. Calls that would write to them are denied,
 * whatever hooks and rules say, so that an agent cannot edit its own guard away.
 *
 * Calls are judged by what they would write, remove or move, through tools, commands and redirections, where links really
 * lead. One that reaches the file in another way is found out afterwards, by comparing them with a snapshot.
 */
export class ProtectedPaths {
  readonly #paths: readonly string[];
  /** What belongs to the program that guards. When a folder around it is removed, as `node_modules` often is, all stands still. */
  readonly #programs: ReadonlySet<string>;
  readonly #newFiles: readonly NewFiles[];
  readonly #snapshot: ProtectedSnapshot | null;
  readonly #folder: string;

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

  /** Runs a call that may write, and tells what it changed all the same, which is put back by then. */
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

  /** The protected file that the call writes to as far as can be told, or null. */
  touchedBy(call: GivenCall): string | null {
    const touched = this.mayTouch(call);
    return touched?.isCertain === true ? touched.path : null;
  }

  /** The protected file that the call may write to, or null. */
  mayTouch(call: GivenCall): TouchedPath | null {
    if (this.#snapshot === null) return null;
    return this.#touchedBy(call, maxNested);
  }

  #touchedBy(call: GivenCall, nested: number): TouchedPath | null {
    const commands = new Set<ShellCommand>();
    const read = (line: string): ShellReading => {
      const reading = readInPlace(line, call.cwd);
      for (const command of reading.commands) commands.add(command);
      return reading;
    };
    const { uses } = callUses(call, read);
    const listed = listedFiles(uses, commands, call.cwd);
    let doubtful: TouchedPath | null = null;
    for (const use of uses) {
      if (use.access === 'read' || (use.guessed && isReading(use.command))) continue;
      // A patch that cannot be read whole may change any file.
      const isAny = wholeText(use.path) === null && isPatchTool(call.toolName);
      const touched = isAny
        ? certain(this.#paths[0])
        : (this.#touched(withKnownArchives(use, commands), mayFind(use.command, call.cwd)) ??
          this.#listed(use, listed));
      if (touched?.isCertain === true) return touched;
      doubtful ??= touched;
    }
    for (const { code, folders } of commands) {
      const from = folders.map((folder) => (folder === null ? null : absolutePath(folder, call.cwd)));
      for (const one of code) {
        const touched = this.#touchedByCode(one, { ...call, from, nested });
        if (touched !== null) return touched;
      }
    }
    return doubtful;
  }

  /** Names that only run time knows may be those that the line lists. */
  #listed(use: CallUse, listed: readonly ListedFiles[]): TouchedPath | null {
    if (use.guessed || use.path.some((part) => part !== null)) return null;
    for (const { mayHave, ...place } of listed) {
      const touched = this.#touched({ ...use, ...place, deep: true }, mayHave);
      if (touched !== null) return touched;
    }
    return null;
  }

  /** Code that puts a path together, or has a shell run a line. */
  #touchedByCode(
    code: InterpreterCode,
    { cwd, from, nested }: { cwd: string; from: readonly (string | null)[]; nested: number },
  ): TouchedPath | null {
    const found = pathsInCode(code);
    if (found === null) return null;
    const use = { folders: from, deep: found.removes, guessed: true, byCommand: true } as const;
    for (const path of found.paths) {
      const touched = this.#touched({ ...use, access: 'write', path: [path] });
      if (touched !== null) return touched;
    }
    if (nested === 0) return null;
    for (const command of found.lines) {
      const touched = this.#touchedBy({ toolName: 'Bash', input: { command }, cwd }, nested - 1);
      if (touched !== null) return touched;
    }
    return null;
  }

  #touched(use: CallUse, mayHave: (own: string) => boolean = () => true): TouchedPath | null {
    const text = wholeText(use.path);
    if (text === null) return certain(this.#named(knownEnd(use.path), use));
    if (text === '' || text.length > maxPathLength || /[\0\n]/.test(text)) return null;
    const path = text.startsWith('file://') ? decoded(text.slice('file://'.length)) : text;
    for (const folder of use.folders) {
      const isSomewhere = folder === null && !isAbsolute(path) && !/^~(?:\/|$)/.test(path);
      const touched = isSomewhere
        ? certain(this.#named(`/${path}`, use))
        : this.#at(path, folder ?? '/', use, mayHave);
      if (touched !== null) return touched;
    }
    return null;
  }

  /** A path whose beginning is not known, by its end. */
  #named(end: string, use: CallUse): string | null {
    // A folder that is there already stays as it is.
    const isGoing = /^(?:mkdir|cd|pushd)$/.test(use.command?.name ?? '');
    if (end === '' || end.length > maxPathLength || isGoing) return null;
    const takesAll = (use.deep || use.access === 'delete') && !use.guessed;
    const found = this.#paths.find((own) => {
      const isProgram = this.#programs.has(own);
      return couldBe(end, own, { takesAll: takesAll && !isProgram, atLeast: isProgram ? 2 : 1 });
    });
    return found ?? null;
  }

  #at(path: string, folder: string, use: CallUse, mayHave: (own: string) => boolean): TouchedPath | null {
    const { access, deep, only, copied, folders, unpacks, hides, shares } = use;
    const spellings = spellingsOf(path, folder);
    // Of a file whose mode makes it unreadable, everybody hears.
    const takesAll =
      (deep || access === 'delete') && unpacks === undefined && use.keepsContent !== true && shares !== true;
    const names = only?.map((name) => compileWildcard(name.toLowerCase()));
    const isTaken = (own: string): boolean =>
      takesAll &&
      (hides === true || !this.#programs.has(own)) &&
      mayHave(own) &&
      (names === undefined || isFolder(own) || names.some((fits) => fits(basename(own).toLowerCase())));
    // What becomes of the project, trust tells. Nothing tells what becomes of what is elsewhere.
    const isShared = (own: string): boolean => shares === true && !isWithin(own, this.#folder);
    const touched =
      this.#paths.find((own) =>
        spellings.some(
          (spelling) =>
            isAtOrIn(spelling, own) ||
            (isShared(own) && isWithin(own, spelling)) ||
            (isTaken(own) && isWithin(own, spelling)) ||
            (copied !== undefined && isCopiedTo(own, spelling, copied, folders)),
        ),
      ) ?? spellings.find((spelling) => this.#isNew(spelling));
    return certain(touched) ?? this.#unpackedAt(spellings, use);
  }

  /** What an archive holds counts. Where that cannot be told, a person is to say, in the folder of the session. */
  #unpackedAt(spellings: readonly string[], { unpacks, folders }: CallUse): TouchedPath | null {
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

function certain(path: string | null | undefined): TouchedPath | null {
  return path === null || path === undefined ? null : { path, isCertain: true };
}

/** An archive that other commands of the line may change is not known. */
function withKnownArchives(use: CallUse, commands: ReadonlySet<ShellCommand>): CallUse {
  if (use.unpacks === undefined) return use;
  const isLeft = [...commands].every((command) => command === use.command || leavesArchives(command));
  return isLeft ? use : { ...use, unpacks: { archives: [], strip: null } };
}

/** Whether a command is no more than code that is seen to read. */
function isReading(command: ShellCommand | undefined): boolean {
  return command !== undefined && command.code.length > 0 && command.code.every(onlyReads);
}

/** Below a file there is nothing. */
function isAtOrIn(path: string, own: string): boolean {
  return isWithin(path, own) && (path === own || !isFile(own));
}

/** A path, and what it leads to. One that cannot be followed leads to none of our files: those can be. */
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
