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
import { openDoubt } from './doubts.ts';
import { compileFilePattern, type FileTest } from './file-pattern.ts';
import { firstFileBelow, walkBudget } from './files-below.ts';
import type { FileGroup } from './groups.ts';
import { showsVariables } from './shown-variables.ts';
import { isOfUsualVariables } from './usual-variables.ts';

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
  readonly tests: readonly FileTest[];
  readonly excepts: readonly FileTest[];
}

interface CallBases extends Bases {
  readonly isOpen: (group: FileGroup) => boolean;
}

export class FileJudge {
  readonly #groups: readonly CompiledGroup[];
  readonly #root: string;

  constructor(groups: readonly FileGroup[], root: string) {
    this.#root = root;
    this.#groups = groups.map((group) => ({
      group,
      tests: group.files.map(compileFilePattern),
      excepts: group.except.map(compileFilePattern),
    }));
  }

  judge(call: GivenCall, isOpen: (rule: string) => boolean = () => false): FileVerdict | null {
    const bases: CallBases = {
      root: this.#root,
      cwd: call.cwd,
      isOpen: ({ id }) => isOpen(`protected-files.${id}`),
    };
    const does = actionsOf(call);
    const budget = walkBudget();
    const showsLoaded = does.readings.some(showsVariables);
    const verdicts = [
      ...pathActions(does.actions)
        .flatMap(foundPaths)
        .filter((use) => isUsed(use, showsLoaded))
        .map((use) => this.#verdict(use, does, bases, budget)),
      doubtful(does),
    ].filter((verdict) => verdict !== null);
    return verdicts.find(({ decision }) => decision === 'deny') ?? verdicts[0] ?? null;
  }

  #verdict(
    use: PathAction,
    { readings }: CallActions,
    bases: CallBases,
    budget: WalkBudget,
  ): FileVerdict | null {
    const { below, folders } = use;
    const access = accessOf(use);
    const text = wholeText(use.path);
    if (text === null) return this.#unknown(use, bases, readings);
    if (text === '' || text.length > 4096 || /[\0\n]/.test(text) || isAddress(text, use)) return null;
    const isPhrase = use.kind === 'read' && /\s/.test(text);
    for (const folder of folders) {
      const isSomewhere = folder === null && !/^[/~]/.test(text);
      const path = absolutePath(text, folder ?? '/');
      // A phrase is a name only where there is such a file.
      if (isPhrase && !isSomewhere && !existsSync(path)) continue;
      const names = isSomewhere ? [path] : spellings(text, folder ?? '/');
      const group = this.#groupOf(names, access, bases);
      if (
        group !== null &&
        !(group.fromGit && use.isRecorded === true) &&
        !isCopy(path, group, bases) &&
        !this.#isStarted(use, path, group, bases)
      )
        return { decision: 'deny', group, access, about: text };
      if (below !== null && folder !== null && (use.command !== null || use.search !== undefined)) {
        const found = this.#below(path, below, use, { bases, budget });
        if (found !== null) return found;
      }
    }
    return null;
  }

  #below(
    folder: string,
    below: Below,
    use: PathAction,
    { bases, budget }: { readonly bases: CallBases; readonly budget: WalkBudget },
  ): FileVerdict | null {
    const access = accessOf(use);
    // What the system shows of itself isn't on a disk.
    if (!use.isSure || access === 'write' || /^\/(?:proc|sys|dev)(?:\/|$)/.test(folder)) return null;
    const isProtected = (path: string): boolean => this.#groupOf([path], 'read', bases) !== null;
    const firstBut = (except: readonly string[]): ReturnType<typeof firstFileBelow> =>
      firstFileBelow(folder, { ...below, except: [...(below.except ?? []), ...except] }, isProtected, budget);
    const found = firstBut([]);
    if (found === null) return null;
    const patterns = this.#groups.flatMap(({ group }) =>
      group.forbids.includes('read') ? group.files.filter((pattern) => !pattern.includes('/')) : [],
    );
    const search =
      use.search === undefined
        ? {}
        : { search: { ...use.search, names: namesBelow(found, firstBut) ?? patterns } };
    if (found !== 'too-many')
      return {
        decision: 'deny',
        group: this.#groupOf([found], access, bases),
        access,
        about: found,
        ...search,
      };
    const reaches = reachOf(below, folder);
    const samples = this.#groups.flatMap(({ group }) =>
      group.forbids.includes('read') ? group.samples : [],
    );
    if (!samples.some((sample) => reaches(join(folder, sample)))) return null;
    const about = `${folder}, which has too many files to look through`;
    return { decision: 'ask', group: null, access, about, ...search };
  }

  #unknown(use: PathAction, bases: CallBases, readings: CallActions['readings']): FileVerdict | null {
    const { path, isSure, folders } = use;
    const access = accessOf(use);
    const shown = path.map((part) => part ?? '…').join('');
    const known = path
      .map((part) => part ?? '\0')
      .join('')
      .toLowerCase();
    // A word of a program that nobody knows need not be a path, if nothing in it says so.
    if (!isSure && !/[/.]/.test(known)) return null;
    const name = compileWildcard(basename(known).replaceAll('*', '').replaceAll('\0', '*'));
    const isBare = basename(known).replaceAll('\0', '') === '';
    const only = use.below?.only;
    if (only !== undefined && isBare && !this.#mayBe(only, access)) return null;
    if (isAddress(known, use) || (isBare && isOfUsualVariables(use, readings))) return null;
    for (const { group, excepts } of this.#groups) {
      if (!group.forbids.includes(access) || isExcepted(excepts, known, bases)) continue;
      if (!isBare && group.samples.some((sample) => name(sample.toLowerCase())) && !bases.isOpen(group))
        return { decision: 'deny', group, access, about: shown };
      if (isBare && group.forbids.includes('read') && (folders.length > 0 || !isSure) && !bases.isOpen(group))
        return { decision: 'ask', group, access, about: shown };
    }
    return null;
  }

  /** Whether one of these patterns may be the name of a protected file. */
  #mayBe(names: readonly string[], access: Access): boolean {
    const samples = this.#groups.flatMap(({ group }) =>
      group.forbids.includes(access) ? group.samples : [],
    );
    return names.some((name) =>
      samples.some(compileWildcard(name.replaceAll(/\[[^\]]*\]?/g, '?').toLowerCase())),
    );
  }

  /** A file that isn't there yet begins as its harmless example (`cp .env.example .env`), or as a new key. */
  #isStarted(
    { kind, copied, folders, isGenerated }: PathAction,
    path: string,
    group: FileGroup,
    bases: CallBases,
  ): boolean {
    const { excepts } = this.#groups.find((one) => one.group === group) ?? { excepts: [] };
    if (kind !== 'write' || folders.includes(null) || existsSync(path)) return false;
    if (isGenerated === true) return true;
    if (copied === undefined || copied.length === 0) return false;
    return copied.every((source) => {
      const text = wholeText(source);
      return (
        text !== null &&
        folders.every((folder) => isExcepted(excepts, absolutePath(text, folder ?? '/').toLowerCase(), bases))
      );
    });
  }

  #groupOf(paths: readonly string[], access: Access, bases: CallBases): FileGroup | null {
    for (const { group, tests, excepts } of this.#groups) {
      if (!group.forbids.includes(access)) continue;
      for (const path of paths.map((one) => one.toLowerCase()))
        if (
          tests.some((test) => test(path, bases)) &&
          !isExcepted(excepts, path, bases) &&
          !bases.isOpen(group)
        )
          return group;
    }
    return null;
  }
}

/** `cp go.sum /tmp/`: what may be read may lie in a temporary folder too, outside the project. */
function isCopy(path: string, group: FileGroup, { root, cwd }: Bases): boolean {
  if (group.forbids.includes('read')) return false;
  return spellings(path, '/').every(
    (one) =>
      ['/tmp', '/var/tmp', '/private/tmp', tmpdir()].some((folder) => one.startsWith(`${folder}/`)) &&
      ![root, cwd]
        .flatMap((own) => spellings(own, '/'))
        .some((own) => one.startsWith(own === '/' ? own : `${own}/`)),
  );
}

function isExcepted(excepts: readonly FileTest[], path: string, bases: Bases): boolean {
  return excepts.some((test) => test(path, bases));
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

/** What is elsewhere; of a word of a program that nobody knows, what stands behind the scheme. */
function isAddress(text: string, { isSure, command }: PathAction): boolean {
  if (/^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true;
  return !isSure && command !== null && text.startsWith('//');
}

function accessOf({ kind }: PathAction): Access {
  return kind === 'list' ? 'read' : kind;
}

/** Names of files tell nothing of what is in them, nor do modes, nor what a program loads for itself. */
function isUsed(use: PathAction, showsLoaded: boolean): boolean {
  const { kind, isLoaded, keepsContent, mayOnlyRead, command } = use;
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
  for (let found: string | null = first; found !== null; found = firstBut(names)) {
    if (found === 'too-many' || names.length >= maxNames) return null;
    names.push(basename(found));
  }
  return names;
}

function foundPaths(use: PathAction): readonly PathAction[] {
  // What git lists is judged where it is added.
  const places = use.among?.filter(({ below }) => below?.isOfGit !== true);
  return places?.map(({ path, below }) => ({ ...use, path, below })) ?? [use];
}

function doubtful({ readings, doubts }: CallActions): FileVerdict | null {
  if (readings.length === 0) return null;
  const about = openDoubt(
    readings,
    doubts.flatMap(({ about, reason }) => (about === 'word' ? [] : [reason])),
  );
  return about === null ? null : { decision: 'ask', group: null, access: 'read', about };
}
