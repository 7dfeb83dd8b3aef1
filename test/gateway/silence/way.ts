import type { World } from './world.ts';

/** How a call ends whose guard somebody tried to silence. Each is heard: nothing may end in silence. */
export type Ending = 'refused' | 'told' | 'asked';

/** What is different about the call itself. */
export interface CallChange {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  /** By the line that is installed for all projects of the user. Default: by that of the project. */
  readonly byUserLine?: boolean;
  /** A shell line around the installed one, which is given with the quotes that it needs. */
  readonly around?: (line: string) => string;
}

/** One way to silence a guard. */
export interface Way {
  /** What is done, as the documentation says it. */
  readonly what: string;
  readonly ending?: Ending;
  /** The guard that is to be silenced. Default: a permission rule. */
  readonly guard?: GuardKind;
  /** Why it cannot be tried on this machine; null when it can. */
  readonly obstacle?: string | null;
  /** The installed line plays no part in it: the command judges the call in a process that serves many. */
  readonly inside?: boolean;
  /** A person trusts what was done: it is held to more than to being another. */
  readonly trusted?: boolean;
  /** What is done before the call. */
  readonly does?: (world: World) => unknown;
  /** What is different about the call. */
  readonly calls?: (world: World) => CallChange | Promise<CallChange>;
}

/** The kinds of guards that a world can have. */
export type GuardKind = 'rule' | 'command' | 'module' | 'python' | 'http' | 'user' | 'managed';

export type Ways = readonly Way[];
