import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { cutEnd } from '../../engine/values/cut-text.ts';
import { words } from '../../engine/values/text.ts';
import { checkPathText, followLinks, readingsOf } from '../../files/follow-links.ts';
import { folded, isWithin } from '../../files/within.ts';
import type { Access } from '../../shell/actions/path-use.ts';

export interface AccessRule {
  readonly path: string;
  readonly access: readonly Access[];
}

export interface AccessOptions {
  readonly deep?: boolean;
  readonly stated?: boolean;
}

const devices = new Set(
  words('/dev/null /dev/stdin /dev/stdout /dev/stderr /dev/tty /dev/zero /dev/random /dev/urandom'),
);

/** Rules by their current real paths: a folder may have become a link since. The most specific one counts. Of two for the same place, both must allow. */
export class PathRules {
  readonly #rules: readonly AccessRule[];
  readonly #fallback: readonly Access[];

  constructor(rules: readonly AccessRule[], fallback: readonly Access[], directory: string) {
    this.#rules = rules.map(({ path, access }) => {
      const home = path === '~' || path.startsWith('~/') ? homedir() + path.slice(1) : path;
      return { path: folded(followLinks(resolve(directory, home))), access };
    });
    this.#fallback = fallback;
  }

  objection(access: Access, path: unknown, folder: string, how: AccessOptions = {}): string | null {
    const text = checkPathText(path);
    if (devices.has(text) && access !== 'delete') return null;
    for (const reading of readingsOf(text, folder)) {
      // Removing or replacing a link changes its folder, and perhaps its target.
      const link = access === 'read' ? null : followLinks(reading, { keepLast: true });
      const problem =
        this.#objectionAt(access, followLinks(reading), text, how) ??
        (link === null ? null : this.#objectionAt(access, link, text, { ...how, deep: false }));
      if (problem !== null) return problem;
    }
    return null;
  }

  #objectionAt(access: Access, real: string, text: string, { deep, stated }: AccessOptions): string | null {
    const above = this.#rules.filter((rule) => isWithin(real, rule.path));
    const maxLength = Math.max(...above.map(({ path }) => path.length));
    const nearest = above.filter(({ path }) => path.length === maxLength);
    const isAllowed =
      nearest.length === 0
        ? stated === true || this.#fallback.includes(access)
        : nearest.every((rule) => rule.access.includes(access));
    const refusal = `${access} access to ${cutEnd(text, 200)}${real === text ? '' : ` (${real.slice(0, 200)})`} is not allowed`;
    if (!isAllowed) return refusal;
    const below = this.#rules.find((rule) => isWithin(rule.path, real) && !rule.access.includes(access));
    return deep !== true || below === undefined
      ? null
      : `${refusal}: it contains ${below.path}, where that is not allowed; name what you need instead`;
  }
}
