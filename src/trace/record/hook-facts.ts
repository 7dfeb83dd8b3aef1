import type { Mode } from '../../engine/hooks/hook.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import { type NameSetting, recordedName } from './names.ts';

export interface HookFacts {
  readonly level: string | null;
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
  readonly kind: string | null;
}

export type DescribeHook = (hook: string, point: string) => HookFacts | undefined;

export interface KnownHook extends HookFacts {
  readonly guard: boolean;
  readonly mode: Mode;
}

const ofCode: HookFacts = { level: null, place: null, kind: 'function' };
const ofFile: HookFacts = { level: null, place: null, kind: null };
const unknown: KnownHook = { level: null, place: null, kind: null, guard: false, mode: 'enforce' };
const maxAgeMs = 1000;
const minAgeMs = 20;
const maxNames = 10_000;

export class KnownHooks {
  readonly #hooks: Hooks;
  readonly #describe: DescribeHook;
  #known = new Map<string, KnownHook>();
  readonly #names = new Map<string, string>();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(hooks: Hooks, describe: DescribeHook) {
    this.#hooks = hooks;
    this.#describe = describe;
    this.#read(Number.NEGATIVE_INFINITY);
  }

  of(hook: string, point: string, time: number): KnownHook {
    const key = `${point}\n${hook}`;
    const age = Math.abs(time - this.#readAt);
    if (age > maxAgeMs || (age > minAgeMs && !this.#known.has(key))) this.#read(time);
    return this.#known.get(key) ?? unknown;
  }

  nameOf(hook: string, setting: NameSetting): string {
    const known = this.#names.get(hook);
    if (known !== undefined) return known;
    if (this.#names.size > maxNames) this.#names.clear();
    const name = recordedName(hook, setting);
    this.#names.set(hook, name);
    return name;
  }

  learn(runs: readonly { readonly hook: string }[], point: string, time: number): void {
    const unknowns = runs.map(({ hook }) => `${point}\n${hook}`).filter((key) => !this.#known.has(key));
    if (unknowns.length === 0) return;
    this.#read(time);
    for (const key of unknowns) if (!this.#known.has(key)) this.#known.set(key, unknown);
  }

  #read(time: number): void {
    this.#readAt = time;
    if (this.#known.size > 10_000) this.#known = new Map();
    for (const { name, point, guard, mode, source } of this.#hooks.list()) {
      const { level, place, kind } = this.#describe(name, point) ?? (source === null ? ofCode : ofFile);
      this.#known.set(`${point}\n${name}`, { level, place, kind, guard, mode });
    }
  }
}
