import type { HookOptions } from '../../engine/hooks/hook.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Point } from '../../engine/points/point-types.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { McpServerConfig } from '../../mcp/mcp.ts';
import type { OwnTools } from '../rules/tool-names.ts';
import type { HookEntry } from '../schema/hook-entry.ts';
import type { FilePlace, Problem } from '../source/problem.ts';
import type { ConfigLevel } from './levels.ts';

export interface Declaration {
  readonly point: Point;
  readonly name: string | null;
  /** Undefined where files were named by hand. */
  readonly level?: ConfigLevel;
  /** The agent whose hook it is; null for everyone's. */
  readonly agent: string | null;
  readonly matcher: Matcher;
  readonly pattern?: string | undefined;
  readonly options: Omit<HookOptions, 'name' | 'matcher'>;
  /** Shared by hooks that run together. */
  readonly group: GroupOptions | null;
  readonly handler: HookFunction;
  readonly type: string;
  readonly runs: string;
  readonly args?: readonly string[];
  readonly program?: readonly string[];
  /** Further folders in which a Python module is looked for. */
  readonly searches?: readonly string[];
  readonly server?: McpServerConfig;
  readonly entry?: HookEntry;
  readonly own?: OwnTools;
  readonly definedIn?: string;
  readonly description: string | null;
  readonly place: FilePlace;
  /** Other options are at `place`. */
  readonly keys?: ReadonlyMap<string, { readonly key: string; readonly place: FilePlace }>;
}

export function placeOf({ keys, place }: Declaration, option: string | null): FilePlace {
  return (option === null ? undefined : keys?.get(option)?.place) ?? place;
}

export interface Override {
  readonly agent: string;
  readonly point: Point;
  readonly place: FilePlace;
}

export interface FilePermissions {
  readonly granted: ReadonlySet<string>;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly ask: readonly string[];
}

export interface NamedDeclaration extends Declaration {
  readonly name: string;
}

export interface FileContent {
  readonly declarations: readonly Declaration[];
  readonly overrides: readonly Override[];
  readonly problems: readonly Problem[];
}

/** Whether a hook must hold: a guard, or one whose every failure blocks. */
export function failsClosed({ options }: Declaration): boolean {
  return options.guard === true || options.onFailure === 'closed';
}
