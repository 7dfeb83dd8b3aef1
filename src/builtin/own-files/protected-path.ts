/** Programs load by name what lies in a folder, so that a new file there can take the place of one elsewhere. */
export interface NewFiles {
  readonly newIn: string;
  /** How the names of such files end: `.py`. */
  readonly endings: readonly string[];
}

/** A file, whether it exists or not; a folder with all that is in it; or what is new in one. */
export type ProtectedPath = string | NewFiles;
