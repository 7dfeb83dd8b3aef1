import type { FilePlace } from '../../config/source/problem.ts';
import type { Point } from '../../engine/points/point-types.ts';
import type { Fields } from '../../engine/values/shapes.ts';

/** One hook in a file of an agent. */
export interface FoundHook {
  /** The agent's own name of the event. */
  readonly event: string;
  readonly point: Point;
  readonly matcher: string | undefined;
  readonly entry: Fields;
  /** Whether the hooks of its group run one after the other. */
  readonly isSequential: boolean;
  readonly place: FilePlace;
  at(key: string): FilePlace;
}

/** Something that is not carried over. */
export interface Lost {
  readonly what: string;
  readonly why: string;
  readonly place: FilePlace;
}

/** What the files of an agent have. */
export interface FoundHooks {
  readonly files: readonly string[];
  readonly hooks: readonly FoundHook[];
  readonly lost: readonly Lost[];
  /** The entries by which the agent calls hookline. */
  readonly ownEntries: number;
  /** Why a hook is switched off; null when it is on. */
  whyOff(hook: FoundHook): string | null;
  /** The variables that the agent gives to its hooks. */
  readonly env: Readonly<Record<string, string>>;
  readonly permissions: Readonly<Record<'allow' | 'deny' | 'ask', readonly string[]>>;
  /** The addresses and variables that hooks by HTTP may have; null for all. */
  readonly allowedUrls: readonly string[] | null;
  readonly allowedVariables: readonly string[] | null;
  /** The MCP servers of the project, as `mcpServers` has them; or why one cannot stand there. */
  readonly servers: ReadonlyMap<string, Fields | string>;
}
