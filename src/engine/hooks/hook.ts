import { type EffectType, effectTypes } from '../outcome/effects.ts';
import {
  asksToBlock,
  checkPolicy,
  closedKinds,
  type FailurePolicy,
  type KindSet,
} from '../outcome/failure.ts';
import { type EffectSet, effectSet } from '../points/point.ts';
import type { Point } from '../points/point-types.ts';
import { HooklineError } from '../values/errors.ts';
import {
  checkOptions,
  isNumber,
  millisecondsCheck,
  type OptionChecks,
  refuseOption,
  textCheck,
  truthCheck,
} from '../values/options.ts';
import { describe } from '../values/text.ts';
import type { HookContext } from './hook-context.ts';
import type { HookIndex } from './hook-index.ts';
import { compileMatcher, type Matcher, matchAll } from './matcher.ts';

export const modes = ['enforce', 'observe', 'background'] as const;
export type Mode = (typeof modes)[number];

export interface HookOptions {
  readonly name?: string;
  /** Patterns as in fnmatch, separated by `|`; none matches everything. */
  readonly matcher?: string | Matcher;
  /** Lower runs earlier. Default: 100. */
  readonly priority?: number;
  readonly timeoutMs?: number;
  /** Extra time after the timeout for a handler that cleans up. Default: none. */
  readonly graceMs?: number;
  readonly onFailure?: FailurePolicy;
  readonly silent?: boolean;
  /** A hook that must hold: never overridden, disabled or skipped, and it fails closed. */
  readonly guard?: boolean;
  /** What it denies or asks cannot be excused. Default: false. */
  readonly final?: boolean;
  readonly mode?: Mode;
  /** False registers it switched off, until `enable` is called with its name. */
  readonly enabled?: boolean;
  /** The effects that the hook's protocol knows. Default: all of the point's. */
  readonly rights?: readonly EffectType[];
  /** Shared by the registrations of one hook at several points: each may use its name. */
  readonly family?: object;
  /** Where the hook comes from, such as a configuration file; names may be replaced within one source only. */
  readonly source?: string;
}

export interface HookGroup {
  readonly parallel: boolean;
  readonly timeoutMs: number | null;
}

export interface HandlerTraits {
  readonly graceMs?: number;
  timeoutMs?(point: Point): number | undefined;
  rights?(point: Point): readonly EffectType[];
}

export interface ScopeRecord {
  readonly agent: string;
  readonly type: string | null;
  readonly ancestors: readonly string[];
  readonly override: ReadonlySet<Point>;
  readonly sequence: number;
  readonly indexes: Map<Point, HookIndex<Hook>>;
  open: boolean;
}

export interface Hook {
  readonly point: Point;
  readonly name: string | null;
  readonly matcher: Matcher;
  readonly handler: (input: unknown, context: HookContext) => unknown;
  readonly priority: number;
  readonly timeoutMs: number;
  readonly graceMs: number;
  readonly closed: KindSet;
  readonly silent: boolean;
  readonly guard: boolean;
  readonly final: boolean;
  readonly mode: Mode;
  readonly rights: EffectSet;
  readonly source: string | null;
  readonly family: object | null;
  readonly scope: ScopeRecord | null;
  readonly group: HookGroup | null;
  readonly sequence: number;
  enabled: boolean;
  label: string | null;
}

export interface HookPlace {
  readonly scope: ScopeRecord | null;
  readonly group: HookGroup | null;
  readonly sequence: number;
  readonly timeoutMs: number;
}

export function nameOf(hook: Hook): string {
  hook.label ??= hook.name ?? `${hook.point.name}#${hook.sequence}`;
  return hook.label;
}

export function makeHook(
  point: Point,
  pattern: string | undefined,
  options: HookOptions,
  handler: unknown,
  place: HookPlace,
): Hook {
  checkHook(point, pattern, options, handler);
  const guard = options.guard ?? false;
  const traits = handler as HandlerTraits;
  const rights = options.rights ?? traits.rights?.(point);
  if (guard && point.block !== null && rights?.includes(point.block) === false) {
    refuseOption(whoIs(point, options), `is a guard, which needs the right to ${point.block}`, 'guard');
  }
  return {
    point,
    name: options.name ?? null,
    matcher: point.matches === null ? matchAll : readMatcher(pattern ?? options.matcher, point),
    handler: handler as Hook['handler'],
    priority: options.priority ?? 100,
    timeoutMs: options.timeoutMs ?? traits.timeoutMs?.(point) ?? place.timeoutMs,
    graceMs: options.graceMs ?? traits.graceMs ?? 0,
    closed: closedKinds(guard ? 'closed' : options.onFailure),
    silent: options.silent ?? false,
    guard,
    final: options.final ?? false,
    mode: options.mode ?? 'enforce',
    rights: rights === undefined ? point.rights : point.rights & effectSet([...rights, 'notify']),
    source: options.source ?? null,
    family: options.family ?? null,
    scope: place.scope,
    group: place.group,
    sequence: place.sequence,
    enabled: options.enabled ?? true,
    label: null,
  };
}

export function warningsOf(
  point: Point,
  pattern: string | undefined,
  options: HookOptions,
): readonly string[] {
  const matcher = readMatcher(pattern ?? options.matcher, point);
  if (point.matches !== null) return matcher.warnings;
  return matcher.all
    ? []
    : [`${point.name} matches nothing, so the matcher "${matcher.source}" is ignored and the hook fires`];
}

function readMatcher(matcher: string | Matcher | undefined, { matches }: Point): Matcher {
  return typeof matcher === 'object' ? matcher : compileMatcher(matcher, matches);
}

function isMatcher(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { matches, literals, source, warnings } = value as Partial<Matcher>;
  const isList = (list: unknown): boolean =>
    Array.isArray(list) && list.every((item) => typeof item === 'string');
  return (
    typeof matches === 'function' &&
    typeof source === 'string' &&
    isList(warnings) &&
    (literals === null || isList(literals))
  );
}

function isEffectType(type: unknown): boolean {
  return typeof type === 'string' && Object.hasOwn(effectTypes, type);
}

const optionChecks: OptionChecks<HookOptions> = {
  name: textCheck,
  matcher: ['a pattern', isMatcher],
  priority: ['a number', isNumber],
  timeoutMs: millisecondsCheck,
  graceMs: ['a number of milliseconds', (value) => isNumber(value) && value >= 0],
  onFailure: ['a policy', () => true],
  silent: truthCheck,
  guard: truthCheck,
  final: truthCheck,
  mode: [`one of ${modes.join(', ')}`, (value) => modes.some((mode) => mode === value)],
  enabled: truthCheck,
  rights: ['a list of effect types', (value) => Array.isArray(value) && value.every(isEffectType)],
  family: ['an object', (value) => typeof value === 'object' && value !== null],
  source: textCheck,
};

function whoIs(point: Point, options: HookOptions | null): string {
  const name: unknown = options?.name;
  return typeof name === 'string' ? `the hook "${name}" at ${point.name}` : `a hook at ${point.name}`;
}

function checkHook(point: Point, pattern: string | undefined, options: HookOptions, handler: unknown): void {
  const who = whoIs(point, options);
  if (typeof handler !== 'function')
    refuseOption(who, `needs a function as its handler, not ${describe(handler)}`);
  checkOptions(who, options, optionChecks);
  checkPolicy(options.onFailure);
  if (pattern !== undefined && options.matcher !== undefined) {
    refuseOption(who, `has two matchers: "${pattern}" in the point's name, and another`, 'matcher');
  }
  if (options.final === true && options.mode !== undefined && options.mode !== 'enforce')
    refuseOption(who, `cannot be final in the mode ${options.mode}, which decides nothing`, 'final');
  if (options.guard === true) checkGuard(point, options);
  else if (asksToBlock(options.onFailure)) {
    checkBlock(point, who, 'onFailure', 'fail closed');
    if (options.mode !== undefined && options.mode !== 'enforce') {
      refuseOption(who, `cannot fail closed in the mode ${options.mode}, which decides nothing`, 'mode');
    }
  }
}

function checkGuard(point: Point, options: HookOptions): void {
  const who = whoIs(point, options);
  checkBlock(point, who, 'guard', 'be a guard');
  if (options.mode !== undefined && options.mode !== 'enforce') {
    refuseOption(
      who,
      `is a guard, which cannot ${options.mode === 'observe' ? 'only observe' : 'run in the background'}`,
      'mode',
    );
  }
  if (options.enabled === false) refuseOption(who, 'is a guard, which cannot be switched off', 'enabled');
  if (options.onFailure !== undefined && options.onFailure !== 'closed') {
    refuseOption(who, 'is a guard, which always fails closed; leave onFailure out', 'onFailure');
  }
}

function checkBlock(point: Point, who: string, option: keyof HookOptions, what: string): void {
  if (point.block !== null) return;
  throw new HooklineError(
    'block-impossible',
    `${who} cannot ${what}, since nothing can be blocked there`,
    option,
  );
}
