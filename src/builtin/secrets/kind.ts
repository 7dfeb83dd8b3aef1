/** A kind of secret: one row. A form must not need more than linear time. */
export interface SecretKind {
  readonly id: string;
  readonly what: string;
  /** Literal texts of which one is in every secret of the kind, so that most texts need no closer look. */
  readonly marks: readonly string[];
  /** What it looks like. The group `secret` is the secret itself, where there is one; else the whole match. */
  readonly form: RegExp;
  readonly isReal?: (secret: string, match: RegExpMatchArray) => boolean;
}

export function looksRandom(secret: string): boolean {
  return /\d/.test(secret) && /[A-Za-z]/.test(secret) && new Set(secret).size >= 8;
}

export function looksMixed(secret: string): boolean {
  return (
    looksRandom(secret) || (new Set(secret).size >= 14 && (secret.match(/[a-z][A-Z]/g)?.length ?? 0) >= 5)
  );
}

export function looksOfAllCases(secret: string): boolean {
  return looksRandom(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret);
}

/** Web apps show the key of Firebase to everyone. */
export function isOfWebApp(secret: string, { index = 0, input = '' }: RegExpMatchArray): boolean {
  const around = input.slice(Math.max(0, index - 300), index + 500);
  return secret.startsWith('AIza') && /firebase|authDomain|messagingSenderId/i.test(around);
}
