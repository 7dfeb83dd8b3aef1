import type { LogEntry } from '../../engine/firing/interceptor.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import type { Notice } from '../../engine/outcome/outcome.ts';
import { isNumber, millisecondsCheck, type OptionChecks, textCheck } from '../../engine/values/options.ts';

const errorBehaviors = ['skip', 'abort', 'log'] as const;
export type ErrorBehavior = (typeof errorBehaviors)[number];

export type PermissionSource = readonly string[] | ReadonlySet<string> | (() => ReadonlySet<string>);

export interface HookSystemOptions {
  /** What an error does in a hook without its own `onError`. Default: `log`. */
  readonly errorBehavior?: ErrorBehavior;
  /** Time limit of a hook, in ms. Default: 5000. */
  readonly timeout?: number;
  /** Maximum number of hooks at a point. One more is an error. Default: 50. */
  readonly maxHooksPerPoint?: number;
  readonly hooks?: Hooks;
  /** The granted permissions for `/perms check` in scripts. Default: none. */
  readonly permissions?: PermissionSource;
  readonly log?: (entry: LogEntry) => void;
  /** Gets the messages of `/log` and `/notify` in scripts. Default: the console. */
  readonly onNotice?: (notice: Notice) => void;
}

export interface RegisterOptions {
  readonly priority?: number;
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

export function noticeToConsole({ level, message, hook }: Notice): void {
  // biome-ignore lint/suspicious/noConsole: a script that logs wants to be read
  console[level === 'error' ? 'error' : 'warn'](`${level}: ${message} (${hook})`);
}
