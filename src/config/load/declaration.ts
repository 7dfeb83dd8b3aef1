import type { HookOptions } from '../../engine/hooks/hook.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Point } from '../../engine/points/point-types.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { McpServerConfig } from '../../mcp/mcp.ts';
import type { HookEntry } from '../schema/entry-schema.ts';
import type { FilePlace, Problem } from '../source/problem.ts';
import type { ConfigLevel } from './levels.ts';

/** A hook of a file, ready to register. */
export interface Declaration {
  readonly point: Point;
  /** Null until it gets one. */
  readonly name: string | null;
  /** The level of its file; undefined where files were named by hand. */
  readonly level?: ConfigLevel;
  /** The agent whose hook it is; null for everyone's. */
  readonly agent: string | null;
  readonly matcher: Matcher;
  readonly options: Omit<HookOptions, 'name' | 'matcher'>;
  /** Shared by hooks that run together. */
  readonly group: GroupOptions | null;
  readonly handler: HookFunction;
  /** The kind of handler, and what it runs. */
  readonly type: string;
  readonly runs: string;
  /** The arguments of a command that stand apart from it. */
  readonly args?: readonly string[];
  /** The program that a line of a script runs, and its words as far as they are written there. */
  readonly program?: readonly string[];
  /** Further folders in which a Python module is looked for. */
  readonly searches?: readonly string[];
  /** The MCP server whose tool it is. */
  readonly server?: McpServerConfig;
  /** What a `hookline.yaml` says of it, for whoever looks at it without running it. */
  readonly entry?: HookEntry;
  /** The module that defines a type of the user's own. */
  readonly definedIn?: string;
  readonly description: string | null;
  /** The place of what runs. */
  readonly place: FilePlace;
  /** The keys that set options, and their places. Other options are at `place`. */
  readonly keys?: ReadonlyMap<string, { readonly key: string; readonly place: FilePlace }>;
}

/** The place of an option of a declaration. */
export function placeOf({ keys, place }: Declaration, option: string | null): FilePlace {
  return (option === null ? undefined : keys?.get(option)?.place) ?? place;
}

/** An agent for which the global hooks of a point do not run. */
export interface Override {
  readonly agent: string;
  readonly point: Point;
  readonly place: FilePlace;
}

/** The rules for tool calls and the named permissions of files. */
export interface FilePermissions {
  readonly granted: ReadonlySet<string>;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly ask: readonly string[];
}

/** A declaration with its name. */
export interface NamedDeclaration extends Declaration {
  readonly name: string;
}

/** The content of one file. */
export interface FileContent {
  readonly declarations: readonly Declaration[];
  readonly overrides: readonly Override[];
  readonly problems: readonly Problem[];
}
