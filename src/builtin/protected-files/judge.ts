import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { compileWildcard } from '../../bounds/wildcard.ts';
import type { WalkBudget } from '../../files/first-below.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { absolutePath, realPath } from '../../files/real-path.ts';
import type { Bases } from '../../permissions/path-rule.ts';
import {
  type Below,
  type CallActions,
  type GivenCall,
  type PathAction,
  pathActions,
} from '../../shell/actions/action.ts';
import { actionsOf } from '../../shell/actions/actions-of.ts';
import { wholeText } from '../../shell/actions/path-text.ts';
import type { Access } from '../../shell/actions/path-use.ts';
import { reachOf } from '../../shell/actions/reach.ts';
import { compileFilePattern, type FileTest } from './file-pattern.ts';
import { firstFileBelow, walkBudget } from './files-below.ts';
import type { FileGroup } from './groups.ts';
import { isOfUsualVariables, openDoubt, showsVariables } from './unknown.ts';

export interface FileVerdict {
  readonly decision: 'deny' | 'ask';
  readonly group: FileGroup | null;
  readonly access: Access;
  readonly about: string;
  /** Set where a tool searches; `names` is what it must leave out. */
  readonly search?: { readonly excludes: string | null; readonly names: readonly string[] };
}

interface CompiledGroup {
  readonly group: FileGroup;
  readonly isFile: FileTest;
  readonly isExcepted: FileTest;
}

interface Judging extends Bases {
  readonly does: CallActions;
  readonly budget: WalkBudget;
  readonly isOpen: (group: FileGroup) => boolean;
}

const maxPathLength = 4096;

export class FileJudge {
  readonly #groups: readonly CompiledGroup[];
  readonly #root: string;

  constructor(groups: readonly FileGroup[], root: string) {
    this.#root = root;
    this.#groups = groups.map((group) => ({
      group,
      isFile: anyOf(group.files),
      isExcepted: anyOf(group.except),
    }));
  }

  judge(call: GivenCall, isOpen: (rule: string) => boolean = () => false): FileVerdict | null {
    const does = actionsOf(call);
    const judging: Judging = {
      root: this.#root,
      cwd: call.cwd,
      does,
      budget: walkBudget(),
      isOpen: ({ id }) => isOpen(`protected-files.${id}`),
    };
    const showsLoaded = does.readings.some(showsVariables);
    const verdicts = [
      ...pathActions(does.actions)
        .flatMap(foundPaths)
        .filter((action) => isUsed(action, showsLoaded))
        .map((action) => this.#verdict(action, judging)),
      doubtful(does),
    ].filter((verdict) => verdict !== null);
    return verdicts.find(({ decision }) => decision === 'deny') ?? verdicts[0] ?? null;
  }

  #verdict(action: PathAction, judging: Judging): FileVerdict | null {
    const { below, folders } = action;
    const access = accessOf(action);
    const text = wholeText(action.path);
    if (text === null) return this.#unknown(action, judging);
    if (text === '' || text.length > maxPathLength || /[\0\n]/.test(text) || isAddress(text, action))
      return null;
    const isPhrase = action.kind === 'read' && /\s/.test(text);
    for (const folder of folders) {
      const isSomewhere = folder === null && !/^[/~]/.test(text);
      const path = absolutePath(text, folder ?? '/');
      // A phrase is a name only where there is such a file.
      if (isPhrase && !isSomewhere && !existsSync(path)) continue;
      const names = isSomewhere ? [path] : spellings(text, folder ?? '/');
      const pattern = globIn(action) && folder !== null ? this.#namedIn(folder, [text], access) : null;
      const compiled = this.#groupOf(pattern === null ? names : [pattern], access, judging);
      if (
        compiled !== null &&
        !(compiled.group.fromGit && action.isRecorded === true) &&
        !isCopy(path, compiled.group, judging) &&
        !isStarted(action, path, compiled, judging)
      )
        return { decision: 'deny', group: compiled.group, access, about: text };
      if (below !== null && folder !== null && (action.command !== null || action.search !== undefined)) {
        const verdict = this.#below(path, below, action, judging);
        if (verdict !== null) return verdict;
      }
    }
    return null;
  }

  #below(folder: string, below: Below, action: PathAction, judging: Judging): FileVerdict | null {
    const access = accessOf(action);
    // What the system shows of itself isn't on a disk.
    if (!action.isSure || access === 'write' || /^\/(?:proc|sys|dev)(?:\/|$)/.test(folder)) return null;
    // The system's own files count only where they are named.
    const isProtected = (path: string): boolean =>
      !/^\/(?:etc|proc)\//.test(path) && this.#groupOf([path], 'read', judging) !== null;
    const firstBut = (except: readonly string[]): ReturnType<typeof firstFileBelow> =>
      firstFileBelow(
        folder,
        { ...below, except: [...(below.except ?? []), ...except] },
        isProtected,
        judging.budget,
      );
    const file = firstBut([]) ?? this.#namedIn(folder, below.only ?? [], access);
    if (file === null) return null;
    const unreadable = this.#groups.flatMap(({ group }) => (group.forbids.includes('read') ? group : []));
    const search = action.search && {
      search: {
        ...action.search,
        names:
          namesBelow(file, firstBut) ??
          unreadable.flatMap(({ files }) => files.filter((pattern) => !pattern.includes('/'))),
      },
    };
    if (file !== 'too-many') {
      const group = this.#groupOf([file], access, judging)?.group ?? null;
      return { decision: 'deny', group, access, about: file, ...search };
    }
    const reaches = reachOf(below, folder);
    if (!unreadable.some(({ samples }) => samples.some((sample) => reaches(join(folder, sample)))))
      return null;
    const about = `${folder}, which has too many files to look through`;
    return { decision: 'ask', group: null, access, about, ...search };
  }

  /** In a folder that can't be looked at, a pattern counts that begins like a protected name: `.env*`. */
  #namedIn(folder: string, patterns: readonly string[], access: Access): string | null {
    if (existsSync(folder)) return null;
    const samples = this.#groups.flatMap(({ group }) =>
      group.forbids.includes(access) ? group.samples : [],
    );
    const isNamed = patterns.filter((pattern) => /^[.\w]/.test(basename(pattern))).map(wildcardOf);
    const sample = samples.find((name) => isNamed.some((matches) => matches(name.toLowerCase())));
    return sample === undefined ? null : join(folder, sample);
  }

  #unknown(action: PathAction, judging: Judging): FileVerdict | null {
    const { path, isSure, folders, below } = action;
    const access = accessOf(action);
    const about = path.map((part) => part ?? '…').join('');
    const known = path
      .map((part) => part ?? '\0')
      .join('')
      .toLowerCase();
    // A word of an unknown program need not be a path, if nothing in it says so.
    if (!isSure && !/[/.]/.test(known)) return null;
    const isBare = basename(known).replaceAll('\0', '') === '';
    const groups = this.#groups.filter(({ group }) => group.forbids.includes(access));
    const isSample = (pattern: string, of: FileGroup): boolean =>
      of.samples.some((sample) => compileWildcard(pattern)(sample.toLowerCase()));
    const only = below?.only?.map(wildcardOf);
    const isOnly = (matches: TextTest): boolean =>
      groups.some(({ group }) => group.samples.some((sample) => matches(sample.toLowerCase())));
    if (isBare && only?.some(isOnly) === false) return null;
    if (isAddress(known, action) || (isBare && isOfUsualVariables(action, judging.does.readings)))
      return null;
    const listed = isBare && action.isListed === true ? listedFor(action, judging.does) : [];
    if (listed.length > 0)
      return (
        listed.map((list) => this.#listed(list, action, judging)).find((verdict) => verdict !== null) ?? null
      );
    const name = basename(known).replaceAll('*', '').replaceAll('\0', '*');
    for (const { group, isExcepted } of groups) {
      if (judging.isOpen(group) || isExcepted(known, judging)) continue;
      if (!isBare && isSample(name, group)) return { decision: 'deny', group, access, about };
      if (isBare && group.forbids.includes('read') && (folders.length > 0 || !isSure))
        return { decision: 'ask', group, access, about };
    }
    return null;
  }

  #listed({ path, folders, below }: PathAction, action: PathAction, judging: Judging): FileVerdict | null {
    const text = wholeText(path) ?? '';
    const [verdict = null] = folders.flatMap(
      (folder) => this.#below(absolutePath(text, folder ?? '/'), below ?? {}, action, judging) ?? [],
    );
    return verdict && { ...verdict, decision: 'ask' };
  }

  #groupOf(paths: readonly string[], access: Access, judging: Judging): CompiledGroup | null {
    const lower = paths.map((path) => path.toLowerCase());
    const isOf = ({ group, isFile, isExcepted }: CompiledGroup): boolean =>
      group.forbids.includes(access) &&
      lower.some((path) => isFile(path, judging) && !isExcepted(path, judging)) &&
      !judging.isOpen(group);
    return this.#groups.find(isOf) ?? null;
  }
}

function anyOf(patterns: readonly string[]): FileTest {
  const tests = patterns.map(compileFilePattern);
  return (path, bases) => tests.some((test) => test(path, bases));
}

/** The places that code lists, where it opens one of the names there: `open(join('src', name))`. */
function listedFor({ path, command }: PathAction, { actions }: CallActions): readonly PathAction[] {
  const known = path.filter((part) => part !== null && part !== '/').join('');
  return pathActions(actions).filter(({ kind, path: listed, isSure, command: lister, folders, below }) => {
    if (kind !== 'list' || !isSure || folders.includes(null)) return false;
    const folder = wholeText(listed)?.replace(/\/$/, '') ?? null;
    if (lister !== command || folder === null) return false;
    // Where only the existence of a file is asked for, nothing below it is listed.
    return known === '' ? below !== null : `${folder}/`.repeat(2).endsWith(known);
  });
}

/** A missing file may begin as its harmless example (`cp .env.example .env`), or as a new key. */
function isStarted(
  { kind, copied = [], folders, isGenerated }: PathAction,
  path: string,
  { isExcepted }: CompiledGroup,
  bases: Bases,
): boolean {
  if (kind !== 'write' || folders.includes(null) || existsSync(path)) return false;
  if (isGenerated === true) return true;
  const isExample = (text: string | null): boolean =>
    text !== null &&
    folders.every((folder) => isExcepted(absolutePath(text, folder ?? '/').toLowerCase(), bases));
  return copied.length > 0 && copied.every((source) => isExample(wholeText(source)));
}

/** `cp go.sum /tmp/`: a readable file may also be in a temporary folder, outside the project. */
function isCopy(path: string, group: FileGroup, { root, cwd }: Bases): boolean {
  if (group.forbids.includes('read')) return false;
  const project = [root, cwd].flatMap((folder) => spellings(folder, '/'));
  return spellings(path, '/').every(
    (spelling) =>
      ['/tmp', '/var/tmp', '/private/tmp', tmpdir()].some((folder) => spelling.startsWith(`${folder}/`)) &&
      !project.some((folder) => spelling.startsWith(folder === '/' ? folder : `${folder}/`)),
  );
}

function spellings(path: string, folder: string): readonly string[] {
  const written = absolutePath(path, folder);
  try {
    return [...new Set([written, realPath(path, folder)])];
  } catch (problem) {
    if (problem instanceof UnjudgeablePath) return [written];
    throw problem;
  }
}

type TextTest = (text: string) => boolean;

function wildcardOf(pattern: string): TextTest {
  return compileWildcard(
    basename(pattern)
      .replaceAll(/\[[^\]]*\]?/g, '?')
      .toLowerCase(),
  );
}

function globIn({ word }: PathAction): boolean {
  return word?.pieces.some(({ kind }) => kind === 'glob') === true;
}

/** Unknown programs may take an address without its scheme. */
function isAddress(text: string, { isSure, command }: PathAction): boolean {
  if (/^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true;
  return !isSure && command !== null && text.startsWith('//');
}

function accessOf({ kind }: PathAction): Access {
  return kind === 'list' ? 'read' : kind;
}

/** Neither names nor modes show what is in a file, and what a program loads stays in it. */
function isUsed(action: PathAction, showsLoaded: boolean): boolean {
  const { kind, isLoaded, keepsContent, mayOnlyRead, command } = action;
  const setsVariables = command?.card?.runs === 'source' || command?.card?.wraps === 'plain';
  const isHidden = isLoaded === true && !(showsLoaded && setsVariables);
  return kind !== 'list' && !isHidden && keepsContent !== true && mayOnlyRead !== true;
}

const maxNames = 20;

function namesBelow(
  first: string,
  firstBut: (except: readonly string[]) => string | null,
): readonly string[] | null {
  const names: string[] = [];
  for (let file: string | null = first; file !== null; file = firstBut(names)) {
    if (file === 'too-many' || names.length >= maxNames) return null;
    names.push(basename(file));
  }
  return names;
}

function foundPaths(action: PathAction): readonly PathAction[] {
  // Files that git lists are judged where they are added.
  const places = action.among?.filter(({ below }) => below?.isOfGit !== true);
  return places?.map(({ path, below }) => ({ ...action, path, below })) ?? [action];
}

function doubtful(does: CallActions): FileVerdict | null {
  const about = does.readings.length === 0 ? null : openDoubt(does);
  return about === null ? null : { decision: 'ask', group: null, access: 'read', about };
}
