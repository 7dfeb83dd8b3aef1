import type { LogEntry } from '../../engine/firing/interceptor.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import type { Notice } from '../../engine/outcome/outcome.ts';
import { isNumber, millisecondsCheck, type OptionChecks, textCheck } from '../../engine/values/options.ts';

/** What a hook's error does: nothing, abort the action, or tell the log. */
const errorBehaviors = ['skip', 'abort', 'log'] as const;
export type ErrorBehavior = (typeof errorBehaviors)[number];

export type PermissionSource = readonly string[] | ReadonlySet<string> | (() => ReadonlySet<string>);

export interface HookSystemOptions {
  /** What an error does in a hook that does not say so itself: `log` unless stated. */
  readonly errorBehavior?: ErrorBehavior;
  /** How many milliseconds a hook may take: 5000 unless stated. */
  readonly timeout?: number;
  /** How many hooks a point takes: 50 unless stated. One more is an error. */
  readonly maxHooksPerPoint?: number;
  /** The hooks to join; its own unless stated. */
  readonly hooks?: Hooks;
  /** What `/perms check` of a script finds granted; nothing unless stated. */
  readonly permissions?: PermissionSource;
  /** Where errors, and what was not obeyed, are told; the console unless stated. Hooks that are joined have their own. */
  readonly log?: (entry: LogEntry) => void;
  /** Where `/log` and `/notify` of a script are told; the console unless stated. */
  readonly onNotice?: (notice: Notice) => void;
}

export interface RegisterOptions {
  /** Lower runs earlier; 100 unless stated. */
  readonly priority?: number;
  /** What `enable`, `disable` and `unregister` go by. Registering it again replaces the hook. */
  readonly name?: string;
  readonly onError?: ErrorBehavior;
}

const isErrorBehavior = (value: unknown): boolean => errorBehaviors.some((word) => word === value);
const errorBehavior = [`one of ${errorBehaviors.join(', ')}`, isErrorBehavior] as const;
const aFunction = ['a function', (value: unknown) => typeof value === 'function'] as const;

export const systemChecks: OptionChecks<HookSystemOptions> = {
  errorBehavior,
  timeout: millisecondsCheck,
  maxHooksPerPoint: [
    'a whole number above 0',
    (value) => (Number.isInteger(value) || value === Number.POSITIVE_INFINITY) && Number(value) > 0,
  ],
  hooks: ['a Hooks', (value) => value instanceof Hooks],
  permissions: ['a list or a set of names, or a function that gives a set', isPermissions],
  log: aFunction,
  onNotice: aFunction,
};

export const registerChecks: OptionChecks<RegisterOptions> = {
  priority: ['a number', isNumber],
  name: textCheck,
  onError: errorBehavior,
};

function isPermissions(value: unknown): boolean {
  if (typeof value === 'function') return true;
  const names: readonly unknown[] | null =
    value instanceof Set ? [...value] : Array.isArray(value) ? value : null;
  return names?.every((name) => typeof name === 'string') ?? false;
}

export function permissionsGetter(permissions: PermissionSource): () => ReadonlySet<string> {
  if (typeof permissions === 'function') return permissions;
  const granted = 'has' in permissions ? permissions : new Set(permissions);
  return () => granted;
}
