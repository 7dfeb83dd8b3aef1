/** A folder from which programs load files by name: a new file there can replace one elsewhere. */
export interface NewFiles {
  readonly newIn: string;
  /** The endings of such files: `.py`. */
  readonly endings: readonly string[];
}

/** A file, existing or not; a folder with everything in it; or new files in a folder. */
export type ProtectedPath = string | NewFiles;
