import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Matcher } from '../../engine/hooks/matcher.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { checkPathText, followLinks, readingsOf, UnjudgeablePath } from '../../files/follow-links.ts';
import { pathActions } from '../../shell/actions/action.ts';
import { actionsOf } from '../../shell/actions/actions-of.ts';
import { accesses } from '../../shell/actions/path-use.ts';
import { ToolPaths } from '../../shell/actions/tools/tool-paths.ts';
import { compileDisposable, type PathHistory } from './history.ts';
import { lineUses } from './line-uses.ts';
import type { PathPermissionsChoices } from './options.ts';
import { type PathUse, realPaths, usesOf } from './path-use.ts';
import { type AccessRule, PathRules } from './rules.ts';

export class PathJudge {
  readonly #options: PathPermissionsChoices;
  readonly #root: string;
  readonly #rules: readonly AccessRule[];
  readonly #directory: string;
  readonly #tools: ToolPaths;
  readonly #disposable: Matcher;

  constructor(read: PathPermissionsChoices, root: string, directory: string) {
    this.#options = read;
    this.#root = root;
    this.#directory = directory;
    // A rule for the working folder itself replaces the default access there.
    const isStated = read.rules.some(({ path }) => resolve(directory, path) === root);
    this.#rules = isStated ? read.rules : [{ path: root, access: read.rootAccess }, ...read.rules];
    this.#tools = new ToolPaths(read.tools, read.unknownTools);
    this.#disposable = compileDisposable(read.disposable);
  }

  objection(input: Fields, history: PathHistory): string | null {
    const rules = new PathRules(this.#rules, this.#options.default, this.#directory);
    const root = followLinks(this.#root);
    for (const use of this.#uses(input)) {
      if (isMention(use)) {
        const problem = mentioned(use, rules);
        if (problem !== null) return problem;
        continue;
      }
      if (use.access === 'delete' && !use.isBelow && realPaths(use).includes(root))
        return 'the working folder itself may not be deleted or moved';
      const problem = rules.objection(use.access, use.path, use.folder, use) ?? this.#unread(use, history);
      if (problem !== null) return problem;
    }
    return null;
  }

  note(input: Fields, history: PathHistory): void {
    try {
      const uses = this.#uses(input).filter(({ shows }) => shows);
      for (const use of uses) for (const real of realPaths(use)) history.note(real);
    } catch {
      // An unjudgeable call was denied, so nothing was read.
    }
  }

  #uses({ cwd, tool_name: toolName, tool_input: input }: Fields): readonly PathUse[] {
    const folder =
      typeof cwd === 'string' && cwd !== '' ? resolve(this.#root, checkPathText(cwd)) : this.#root;
    if (typeof toolName !== 'string') throw new UnjudgeablePath('a tool without a name');
    const call = { toolName, input: isObject(input) ? input : {}, cwd: folder };
    const { actions, doubts, readings } = actionsOf(call, { tools: this.#tools, sourcedStays: true });
    const commands = new Set(readings.flatMap((reading) => reading.commands));
    if (actions.some(({ command }) => command !== null && !commands.has(command)))
      throw new UnjudgeablePath('code that runs commands');
    const restricts = [this.#options.default, ...this.#rules.map(({ access }) => access)].some(
      (access) => access.length < accesses.length,
    );
    const [doubt] = restricts ? doubts : doubts.filter(({ about }) => about !== 'word');
    if (doubt !== undefined) throw new UnjudgeablePath(doubt.reason);
    return [
      ...pathActions(actions)
        .filter(({ command }) => command === null)
        .flatMap(usesOf),
      ...readings.flatMap((reading) => lineUses(reading, actions, { ...this.#options, cwd: folder })),
    ];
  }

  #unread(use: PathUse, history: PathHistory): string | null {
    if (this.#loses(use) && this.#options.readBeforeDelete) {
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

  /** A move to a disposable name is a loss. */
  #loses({ access, loses, movedTo }: PathUse): boolean {
    const isLost = (path: string): boolean => path.split('/').some((name) => this.#disposable.matches(name));
    return access === 'delete' && (loses || movedTo.some(isLost));
  }
}

function isMention({ action, isGuess }: PathUse): boolean {
  return isGuess && action.command === null;
}

function mentioned({ access, path, folder }: PathUse, rules: PathRules): string | null {
  const text = path.trim();
  const isTooLong = text.split('/').some((name) => Buffer.byteLength(name) > 255);
  if (access !== 'read' || text === '' || text.length > 300 || isTooLong || /[\n\0]|^\w+:\/\//.test(text))
    return null;
  // A sentence may begin like a path: only an existing file makes it one.
  const isThere = readingsOf(text, folder).some((reading) => existsSync(reading));
  return rules.objection('read', text, folder, { stated: !isThere && /\s|^[^/]*$/.test(text) });
}
