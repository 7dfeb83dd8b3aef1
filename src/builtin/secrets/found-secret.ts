/** A secret in a text. It says where, never what: nothing that is told or recorded can then hold it. */
export interface FoundSecret {
  readonly kind: string;
  readonly what: string;
  readonly start: number;
  readonly end: number;
}
