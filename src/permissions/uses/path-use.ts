export const accesses = ['read', 'write', 'delete'] as const;
export type Access = (typeof accesses)[number];

/** What a call would do to a path. */
export interface PathUse {
  readonly access: Access;
  readonly path: string;
  /** What the path is relative to. */
  readonly folder: string;
  readonly deep: boolean;
  /** Only what lies below the path, not the path itself. */
  readonly isBelow?: boolean;
  /** Whether what is there is gone afterwards: a move takes it elsewhere. */
  readonly loses: boolean;
  /** Whether the agent knows afterwards what is in the file: it was shown, or the agent wrote it. */
  readonly shows: boolean;
  /** Where a move takes it. */
  readonly movedTo?: readonly string[] | undefined;
}

/** Where a tool call has a path, or what may be one. */
export interface ToolPath {
  /** `code` cannot be judged; a `mention` is no path by its name, but might be one. */
  readonly kind: Access | 'command' | 'pattern' | 'code' | 'mention';
  readonly argument: string;
  readonly value: unknown;
  readonly deep: boolean;
  /** Only the names of files are told, not what is in them. */
  readonly lists?: boolean;
  /** Of what is below, only files with such names. */
  readonly only?: readonly string[] | undefined;
  /** Whether the agent knows afterwards what is in the file. */
  readonly shows?: boolean;
  /** Where a command runs, when the call says so. */
  readonly folder?: unknown;
}
