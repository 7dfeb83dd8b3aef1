import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { compileRule } from '../../permissions/compile-rule.ts';
import type { Declaration, FilePermissions } from '../load/declaration.ts';
import { permissionGuard } from '../load/permission-guard.ts';
import { type FilePlace, mistake, type Problem } from '../source/problem.ts';
import type { Source } from '../source/yaml-source.ts';
import type { ConfigFile } from './schema.ts';

const ruleKinds = ['allow', 'deny', 'ask'] as const;
type RuleKind = (typeof ruleKinds)[number];

/** Gathers what the files of one configuration say under `permissions`. */
export class PermissionsReader {
  readonly problems: Problem[] = [];
  readonly #granted = new Map<string, boolean>();
  readonly #rules: Record<RuleKind, string[]> = { allow: [], deny: [], ask: [] };
  /** Where the first rule that holds back stands. */
  #place: FilePlace | null = null;

  add(permissions: ConfigFile['permissions'], source: Source): void {
    if (Array.isArray(permissions)) {
      for (const name of permissions) this.#grant(name, true);
      return;
    }
    const { allow, deny, ask, ...names } = permissions ?? {};
    this.addRules({ allow, deny, ask }, source);
    for (const [name, isGranted] of Object.entries(names)) this.#grant(name, isGranted === true);
  }

  addRules(lists: { readonly [K in RuleKind]?: readonly string[] | undefined }, source: Source): void {
    for (const kind of ruleKinds) {
      for (const [index, rule] of (lists[kind] ?? []).entries()) {
        if (this.#check(rule, source.at(['permissions', kind, index]))) this.#rules[kind].push(rule);
      }
      if (kind !== 'allow' && (lists[kind] ?? []).length > 0)
        this.#place ??= source.at(['permissions', kind], 'key');
    }
  }

  get permissions(): FilePermissions {
    const granted = [...this.#granted].filter(([, isGranted]) => isGranted).map(([name]) => name);
    return { granted: new Set(granted), ...this.#rules };
  }

  /** What makes deny and ask rules hold wherever the hooks of the configuration do. */
  get guard(): Declaration | null {
    return this.#place === null ? null : permissionGuard(this.#rules, this.#place);
  }

  /** What one file withholds, no other grants. */
  #grant(name: string, isGranted: boolean): void {
    this.#granted.set(name, isGranted && this.#granted.get(name) !== false);
  }

  /** A rule that can never match would guard nothing. */
  #check(rule: string, place: FilePlace): boolean {
    try {
      compileRule(rule);
      return true;
    } catch (problem) {
      if (!(problem instanceof HooklineError)) throw problem;
      this.problems.push(mistake(messageOf(problem), place));
      return false;
    }
  }
}
