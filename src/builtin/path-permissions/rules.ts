import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { cutEnd } from '../../engine/values/cut-text.ts';
import { checkPathText, followLinks, readingsOf } from '../../files/follow-links.ts';
import { folded, isWithin } from '../../files/within.ts';
import { type Access, accesses } from '../../shell/actions/path-use.ts';

export interface AccessRule {
  readonly path: string;
  readonly access: readonly Access[];
}

export interface PathRulesOptions {
  readonly rules: readonly AccessRule[];
  readonly fallback: readonly Access[];
  readonly directory: string;
}

export interface AccessOptions {
  readonly deep?: boolean;
  readonly stated?: boolean;
}

const harmless = new Set([
  '/dev/null',
  '/dev/stdin',
  '/dev/stdout',
  '/dev/stderr',
  '/dev/tty',
  '/dev/zero',
  '/dev/random',
  '/dev/urandom',
]);

export class PathRules {
  readonly #options: PathRulesOptions;

  constructor(options: PathRulesOptions) {
    this.#options = options;
  }

  get restricts(): boolean {
    const { rules, fallback } = this.#options;
    return [fallback, ...rules.map((rule) => rule.access)].some((access) => access.length < accesses.length);
  }

  /** The rules as of now: a folder may have become a link since. */
  resolved(): ResolvedRules {
    const { rules, directory, fallback } = this.#options;
    const resolved = rules.map(({ path, access }) => {
      const home = path === '~' || path.startsWith('~/') ? homedir() + path.slice(1) : path;
      return { path: folded(followLinks(resolve(directory, home))), access };
    });
    return new ResolvedRules(resolved, fallback);
  }
}

/** Rules by their real paths. The most specific one counts. Of two for the same place, both must allow. */
export class ResolvedRules {
  readonly #rules: readonly AccessRule[];
  readonly #fallback: readonly Access[];

  constructor(rules: readonly AccessRule[], fallback: readonly Access[]) {
    this.#rules = rules;
    this.#fallback = fallback;
  }

  objection(access: Access, path: unknown, folder: string, how: AccessOptions = {}): string | null {
    const text = checkPathText(path);
    if (harmless.has(text) && access !== 'delete') return null;
    for (const reading of readingsOf(text, folder)) {
      const real = followLinks(reading);
      const problem =
        this.#objectionAt(access, real, text, how) ??
        // Removing or replacing a link changes its folder, and perhaps its target.
        (access === 'read'
          ? null
          : this.#objectionAt(access, followLinks(reading, { keepLast: true }), text, {
              ...how,
              deep: false,
            }));
      if (problem !== null) return problem;
    }
    return null;
  }

  #objectionAt(access: Access, real: string, text: string, { deep, stated }: AccessOptions): string | null {
    const rules = this.#rules;
    const above = rules.filter((rule) => isWithin(real, rule.path));
    const longest = Math.max(...above.map(({ path }) => path.length));
    const nearest = above.filter(({ path }) => path.length === longest);
    const isAllowed =
      nearest.length === 0
        ? stated === true || this.#fallback.includes(access)
        : nearest.every((rule) => rule.access.includes(access));
    if (!isAllowed) return refusal(access, text, real);
    const below = deep
      ? rules.find((rule) => isWithin(rule.path, real) && !rule.access.includes(access))
      : undefined;
    return below === undefined
      ? null
      : `${refusal(access, text, real)}: it contains ${below.path}, where that is not allowed; name what you need instead`;
  }
}

function refusal(access: Access, text: string, real: string): string {
  return `${access} access to ${cutEnd(text, 200)}${real === text ? '' : ` (${real.slice(0, 200)})`} is not allowed`;
}
