/** A kind of secret: one row. A form must not need more than linear time. */
export interface SecretKind {
  /** What options and messages go by. */
  readonly id: string;
  /** As messages name it: "a GitHub token". */
  readonly what: string;
  /** Literal texts of which one is in every secret of the kind, so that most texts need no closer look. */
  readonly marks: readonly string[];
  /** What it looks like. The group `secret` is the secret itself, where there is one; else the whole match. */
  readonly form: RegExp;
  /** Whether a match is one, where its looks alone do not tell. */
  readonly isReal?: (secret: string, match: RegExpMatchArray) => boolean;
}

/** Letters and digits mixed, as only machines write them. */
export function looksRandom(secret: string): boolean {
  return /\d/.test(secret) && /[A-Za-z]/.test(secret) && new Set(secret).size >= 8;
}

/** The same, or capitals and small letters in no order that words have. */
export function looksMixed(secret: string): boolean {
  return (
    looksRandom(secret) || (new Set(secret).size >= 14 && (secret.match(/[a-z][A-Z]/g)?.length ?? 0) >= 5)
  );
}
