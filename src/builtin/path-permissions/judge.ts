import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { checkPathText, followLinks, readingsOf, UnjudgeablePath } from '../../files/follow-links.ts';
import type { PathUse, ToolPath } from '../../permissions/uses/path-use.ts';
import { patternStarts } from '../../permissions/uses/search-pattern.ts';
import { ToolPaths } from '../../permissions/uses/tool-paths.ts';
import { compileDisposable, type PathHistory } from './history.ts';
import type { PathPermissionsChoices } from './options.ts';
import { PathRules, type ResolvedRules } from './rules.ts';
import type { ShellOptions } from './shell/call.ts';
import { pathsInCommand } from './shell/line-uses.ts';

/** Judges tool calls by what they do to paths. Throws when it cannot tell. */
export class PathJudge {
  readonly #options: PathPermissionsChoices;
  readonly #root: string;
  readonly #rules: PathRules;
  readonly #tools: ToolPaths;
  readonly #shell: ShellOptions;
  readonly #disposable: Matcher;

  constructor(read: PathPermissionsChoices, root: string, directory: string) {
    const rules = [{ path: root, access: read.rootAccess }, ...read.rules];
    this.#options = read;
    this.#root = root;
    // A rule for the working folder itself replaces the default access there.
    const isStated = read.rules.some(({ path }) => resolve(directory, path) === root);
    this.#rules = new PathRules({ rules: isStated ? read.rules : rules, fallback: read.default, directory });
    this.#tools = new ToolPaths(read.tools, read.unknownTools);
    this.#shell = {
      readers: new Set(read.readers),
      trusted: new Set(read.trusted),
      allowOthers: read.commands === 'allow',
    };
    this.#disposable = compileDisposable(read.disposable);
  }

  objection(input: Fields, history: PathHistory): string | null {
    const { tool, folder, found } = this.#call(input);
    const rules = this.#rules.resolved();
    for (const one of found) {
      const problem = one.kind === 'mention' ? mentioned(one, folder, rules) : null;
      if (problem !== null) return problem;
    }
    for (const use of this.#uses(tool, folder, found)) {
      if (use.access === 'delete' && use.isBelow !== true && realPaths(use).includes(followLinks(this.#root)))
        return 'the working folder itself may not be deleted or moved';
      const problem = rules.objection(use.access, use.path, use.folder, use) ?? this.#unread(use, history);
      if (problem !== null) return problem;
    }
    return null;
  }

  /** Remembers the files that a call showed or wrote. */
  note(input: Fields, history: PathHistory): void {
    try {
      const { tool, folder, found } = this.#call(input);
      const uses = this.#uses(tool, folder, found).filter(({ shows }) => shows);
      for (const use of uses) for (const real of realPaths(use)) history.note(real);
    } catch {
      // What cannot be judged was not allowed, so nothing was read.
    }
  }

  #call(input: Fields): { tool: string; folder: string; found: readonly ToolPath[] } {
    const { cwd, tool_name: tool } = input;
    const folder =
      typeof cwd === 'string' && cwd !== '' ? resolve(this.#root, checkPathText(cwd)) : this.#root;
    if (typeof tool !== 'string') throw new UnjudgeablePath('a tool without a name');
    return { tool, folder, found: this.#tools.in(tool, input['tool_input']) };
  }

  #uses(tool: string, folder: string, found: readonly ToolPath[]): readonly PathUse[] {
    const start = found.find(({ kind }) => kind === 'read')?.value;
    return found.flatMap((one) => this.#usesOf(tool, one, folder, typeof start === 'string' ? start : '.'));
  }

  #usesOf(tool: string, found: ToolPath, folder: string, start: string): readonly PathUse[] {
    const { kind, argument, value, deep, shows = false } = found;
    if (typeof value !== 'string') throw new UnjudgeablePath(`${tool} without text as its ${argument}`);
    const use = { folder, deep, loses: kind === 'delete', shows };
    switch (kind) {
      case 'command':
        return this.#commandUses(value, found.folder, folder);
      case 'pattern':
        return patternStarts(value, start).map((path) => ({ ...use, access: 'read', path }));
      case 'code':
        if (this.#rules.restricts)
          throw new UnjudgeablePath(`the ${argument} of ${tool}, which is a program or a patch`);
        return [];
      case 'mention':
        return [];
      default:
        // Some tools keep blanks around a path, others drop them.
        return [...new Set([value, value.trim()])].map((path) => ({ ...use, access: kind, path }));
    }
  }

  #commandUses(line: string, place: unknown, folder: string): readonly PathUse[] {
    if (place === undefined || place === null || place === '')
      return pathsInCommand(line, folder, this.#shell);
    const path = checkPathText(place);
    const [inside = folder] = readingsOf(/^~(?:\/|$)/.test(path) ? homedir() + path.slice(1) : path, folder);
    const use = { access: 'read', path, folder, deep: false, loses: false, shows: false } as const;
    return [use, ...pathsInCommand(line, inside, this.#shell)];
  }

  #unread(use: PathUse, history: PathHistory): string | null {
    if (use.access === 'delete' && this.#options.readBeforeDelete && this.#loses(use)) {
      const unseen = realPaths(use)
        .map((real) => history.unseen(real, this.#disposable))
        .find((path) => path !== null);
      if (unseen !== undefined) return `${unseen} was never read: read it before you delete it`;
    }
    if (use.access === 'write' && this.#options.readBeforeWrite) {
      const unseen = realPaths(use).find((real) => history.isUnseen(real));
      if (unseen !== undefined) return `${unseen} was never read: read it before you overwrite it`;
    }
    return null;
  }

  /** A file that moves to a disposable name is as good as lost. */
  #loses({ loses, movedTo = [] }: PathUse): boolean {
    return loses || movedTo.some((path) => path.split('/').some((name) => this.#disposable.matches(name)));
  }
}

function realPaths({ path, folder, access: kind }: PathUse): readonly string[] {
  return readingsOf(path, folder).map((reading) => followLinks(reading, { keepLast: kind === 'delete' }));
}

/** Text in an argument that is not named like a path. It must not name a place that a rule forbids. */
function mentioned({ value }: ToolPath, folder: string, rules: ResolvedRules): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const isLongest = text.split('/').some((name) => Buffer.byteLength(name) > 255);
  if (text === '' || text.length > 300 || isLongest || /[\n\0]|^\w+:\/\//.test(text)) return null;
  // A sentence may begin like a path. If a file of that name exists, it is a path.
  const isThere = readingsOf(text, folder).some((reading) => existsSync(reading));
  return rules.objection('read', text, folder, { stated: !isThere && /\s|^[^/]*$/.test(text) });
}
