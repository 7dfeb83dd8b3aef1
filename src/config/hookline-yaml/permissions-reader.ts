import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import type { Declaration, FilePermissions } from '../load/declaration.ts';
import { type ConfigLevel, configLevels } from '../load/levels.ts';
import type { RuleOrigin } from '../load/permission-guard.ts';
import type { RuleSetting } from '../rules/check-rule.ts';
import type { OwnTools } from '../rules/tool-names.ts';
import type { FileParts } from '../schema/schema.ts';
import { type FilePlace, mistake, type Problem } from '../source/problem.ts';
import { projectFolder } from '../source/project-folder.ts';
import type { Source } from '../source/yaml-source.ts';

const ruleLists = '"deny", "ask" or "allow"';
const ruleKinds = ['allow', 'deny', 'ask'] as const;
type RuleKind = (typeof ruleKinds)[number];

export interface PlacedRule extends RuleSetting {
  readonly rule: string;
  readonly place: FilePlace;
}

/** A permission that `.arma` scripts check by its name. */
export interface ScriptPermission {
  readonly name: string;
  readonly isGranted: boolean;
  readonly rank: number;
  readonly place: FilePlace;
  readonly own: OwnTools;
}

interface PermissionGuards {
  readonly own: readonly Declaration[];
  readonly settings: readonly Declaration[];
}

interface GuardedRules {
  readonly from: RuleOrigin;
  readonly level: ConfigLevel | undefined;
  readonly file: string;
  readonly root: string;
  readonly allow: string[];
  readonly deny: string[];
  readonly ask: string[];
  readonly place: FilePlace;
}

const anyLevel = 0;
const lowestRank = configLevels.length;

function rankOf(level: ConfigLevel | undefined): number {
  return level === undefined ? anyLevel : configLevels.indexOf(level) + 1;
}

export class PermissionsReader {
  readonly problems: Problem[] = [];
  readonly placed: PlacedRule[] = [];
  readonly granted: ScriptPermission[] = [];
  #rank = anyLevel;
  readonly #rules: Record<RuleKind, string[]> = { allow: [], deny: [], ask: [] };
  readonly #guarded: GuardedRules[] = [];

  async add(
    permissions: FileParts['permissions'],
    source: Source,
    own: OwnTools,
    level?: ConfigLevel,
  ): Promise<void> {
    this.#rank = rankOf(level);
    if (Array.isArray(permissions)) {
      for (const [index, name] of permissions.entries()) {
        this.#named(name, true, source.at(['permissions', index]), own);
      }
      return;
    }
    const { allow, deny, ask, ...names } = permissions ?? {};
    await this.addRules({ allow, deny, ask }, source, own, { level });
    for (const [name, isGranted] of Object.entries(names)) {
      this.#named(name, isGranted === true, source.at(['permissions', name], 'key'), own);
    }
  }

  async addRules(
    lists: { readonly [K in RuleKind]?: readonly string[] | undefined },
    source: Source,
    own: OwnTools,
    { from = 'a person', level }: { readonly from?: RuleOrigin; readonly level?: ConfigLevel | undefined },
  ): Promise<void> {
    if (ruleKinds.every((kind) => (lists[kind] ?? []).length === 0)) return;
    const { ruleProblem } = await import('../rules/check-rule.ts');
    const root = rootOf(source.file.path, level);
    for (const kind of ruleKinds) {
      const isRestraint = kind !== 'allow';
      const setting = { own, root, isRestraint, isSaved: from === 'Claude Code' && !isRestraint };
      for (const [index, rule] of (lists[kind] ?? []).entries()) {
        const place = source.at(['permissions', kind, index]);
        const problem = ruleProblem(rule, setting);
        if (problem !== null) {
          this.problems.push(mistake(problem, place));
          continue;
        }
        this.#rules[kind].push(rule);
        this.placed.push({ ...setting, rule, place });
        // Claude Code applies those of its settings by itself.
        if (kind === 'allow' && from === 'Claude Code') continue;
        const guarded = { from, level, file: source.file.path, root };
        this.#setOf(guarded, () => source.at(['permissions', kind], 'key'))[kind].push(rule);
      }
    }
  }

  #setOf(facts: Omit<GuardedRules, RuleKind | 'place'>, place: () => FilePlace): GuardedRules {
    const known = this.#guarded.find(({ from, file }) => from === facts.from && file === facts.file);
    if (known !== undefined) return known;
    const made = { ...facts, allow: [], deny: [], ask: [], place: place() };
    this.#guarded.push(made);
    return made;
  }

  get permissions(): FilePermissions {
    return { granted: this.#grantedAt(lowestRank), ...this.#rules };
  }

  grantedTo(level: ConfigLevel | undefined): ReadonlySet<string> {
    return this.#grantedAt(level === undefined ? lowestRank : rankOf(level));
  }

  #grantedAt(rank: number): ReadonlySet<string> {
    const withheld = new Set(this.granted.filter((one) => !one.isGranted).map(({ name }) => name));
    const heard = this.granted.filter((one) => one.rank <= rank && !withheld.has(one.name));
    return new Set(heard.map(({ name }) => name));
  }

  /**
   * One guard per level. The rules of Claude Code's settings join the group of their hooks, which also run for calls
   * that such a rule refuses.
   */
  async guards(groupOf: (level: ConfigLevel | undefined) => GroupOptions | null): Promise<PermissionGuards> {
    const own: Declaration[] = [];
    const settings: Declaration[] = [];
    if (this.#guarded.length === 0) return { own, settings };
    const { permissionGuard } = await import('../load/permission-guard.ts');
    for (const level of new Set(this.#guarded.map((set) => set.level))) {
      const sets = this.#guarded.filter((set) => set.level === level);
      const group = groupOf(level);
      const inGroup = group === null ? [] : sets.filter(({ from }) => from === 'Claude Code');
      const alone = sets.filter((set) => !inGroup.includes(set));
      const stamped = (declaration: Declaration): Declaration =>
        level === undefined ? declaration : { ...declaration, level };
      own.push(...permissionGuard(alone).map(stamped));
      settings.push(...permissionGuard(inGroup, group).map(stamped));
    }
    return { own, settings };
  }

  #named(name: string, isGranted: boolean, place: FilePlace, own: OwnTools): void {
    this.granted.push({ name, isGranted, rank: this.#rank, place, own });
    if (/\(/.test(name)) {
      this.problems.push(
        mistake(`${JSON.stringify(name)} is a rule: put it in a list under ${ruleLists}`, place),
      );
    }
  }
}

/** Rules of the machine and of the user apply to the current project. */
function rootOf(file: string, level: ConfigLevel | undefined): string {
  return level === 'managed' || level === 'user' ? process.cwd() : projectFolder(file);
}
