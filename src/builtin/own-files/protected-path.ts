/** A folder from which programs load files by name: a new file there can replace one elsewhere. */
export interface NewFiles {
  readonly newIn: string;
  readonly endings: readonly string[];
}

export type ProtectedPath = string | NewFiles;
