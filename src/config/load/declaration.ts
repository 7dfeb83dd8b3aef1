import type { HookOptions } from '../../engine/hooks/hook.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Point } from '../../engine/points/point-types.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { FilePlace, Problem } from '../source/problem.ts';

/** A hook as a file declares it, ready to be registered. */
export interface Declaration {
  readonly point: Point;
  /** Null until one is made up for it. */
  readonly name: string | null;
  /** The agent whose hook it is; null when it is everyone's. */
  readonly agent: string | null;
  readonly matcher: Matcher;
  readonly options: Omit<HookOptions, 'name' | 'matcher'>;
  /** Shared by the hooks that run together. */
  readonly group: GroupOptions | null;
  readonly handler: HookFunction;
  /** The kind of handler, and what the file says runs. */
  readonly type: string;
  readonly runs: string;
  /** The arguments of a command that stand apart from it. */
  readonly args?: readonly string[];
  /** Further folders in which a Python module is looked for. */
  readonly searches?: readonly string[];
  /** The module that defines a type of the user's own. */
  readonly definedIn?: string;
  readonly description: string | null;
  /** Where what runs stands in the file. */
  readonly place: FilePlace;
  /** The keys by which the file states options, and where; an option that no key of its own states is at `place`. */
  readonly keys?: ReadonlyMap<string, { readonly key: string; readonly place: FilePlace }>;
}

/** The place of what a declaration says about one of its options. */
export function placeOf({ keys, place }: Declaration, option: string | null): FilePlace {
  return (option === null ? undefined : keys?.get(option)?.place) ?? place;
}

/** An agent for which the global hooks of a point do not run. */
export interface Override {
  readonly agent: string;
  readonly point: Point;
  readonly place: FilePlace;
}

/** The rules for tool calls and the named permissions that files give. */
export interface FilePermissions {
  readonly granted: ReadonlySet<string>;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly ask: readonly string[];
}

/** A declaration that has its name. */
export interface NamedDeclaration extends Declaration {
  readonly name: string;
}

/** What one file says. */
export interface FileContent {
  readonly declarations: readonly Declaration[];
  readonly overrides: readonly Override[];
  readonly problems: readonly Problem[];
}
