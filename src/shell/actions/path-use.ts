export const accesses = ['read', 'write', 'delete'] as const;
export type Access = (typeof accesses)[number];

export interface ToolPath {
  /** `code` cannot be judged; a `mention` is no path by its name, but might be one. */
  readonly kind: Access | 'command' | 'pattern' | 'code' | 'mention';
  readonly argument: string;
  readonly value: unknown;
  readonly deep: boolean;
  readonly lists?: boolean;
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  /** It is searched: the argument with patterns of what is left out. */
  readonly search?: { readonly excludes: string | null } | undefined;
  readonly shows?: boolean;
  readonly folder?: unknown;
}
