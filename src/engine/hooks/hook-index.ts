import { SetMap } from '../values/maps.ts';
import type { Matcher } from './matcher.ts';

export class HookIndex<Hook extends { readonly matcher: Matcher }> {
  readonly #byValue = new SetMap<string, Hook>();
  readonly #patterns = new Set<Hook>();

  add(hook: Hook): void {
    if (hook.matcher.literals === null) this.#patterns.add(hook);
    else for (const value of hook.matcher.literals) this.#byValue.add(value, hook);
  }

  remove(hook: Hook): boolean {
    if (hook.matcher.literals === null) return this.#patterns.delete(hook);
    return hook.matcher.literals.map((value) => this.#byValue.delete(value, hook)).includes(true);
  }

  matching(value: string): Hook[] {
    const hooks = this.#byValue.get(value);
    for (const hook of this.#patterns) if (hook.matcher.matches(value)) hooks.push(hook);
    return hooks;
  }

  [Symbol.iterator](): Iterator<Hook> {
    return new Set([...this.#patterns, ...this.#byValue.values()]).values();
  }
}
