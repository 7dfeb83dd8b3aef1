export const accesses = ['read', 'write', 'delete'] as const;
export type Access = (typeof accesses)[number];

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
  /** Names that are left out of what is below. */
  readonly except?: readonly string[] | undefined;
  /** It is searched: the argument with patterns of what is left out. */
  readonly search?: { readonly excludes: string | null } | undefined;
  /** Whether the agent knows afterwards what is in the file. */
  readonly shows?: boolean;
  /** Where a command runs, when the call says so. */
  readonly folder?: unknown;
}
