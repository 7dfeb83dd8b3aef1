/** Names of fields whose text is nobody's business. */
const secretNames = /token|secret|passw(?:or)?d|passphrase|key|credential|authorization|cookie/i;

/** Names that only look so. */
const plainNames = /^(?:key|keys|keyboard|keyword|keywords|.*_tokens|tool_use_id)$/i;

const redacted = '[redacted]';

/** Texts that look like the keys that services give out, wherever they stand. */
const secretTexts: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\b(?:sk|pk|rk)[-_](?:ant-|live_|test_|proj-)?[A-Za-z0-9_-]{16,}/g,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\b(?:npm|hf)_[A-Za-z0-9]{20,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
];

/** A name and, behind it, what is secret: in commands, headers, addresses and settings. */
const secretAssignments =
  /((?:api[-_]?key|access[-_]?key|token|secret|passw(?:or)?d|authorization)["']?\s{0,3}[=:]\s{0,3}["']?(?:bearer\s|basic\s)?)[^\s"'&,;]{3,}/gi;
const bearers = /\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi;
const addressPasswords = /(:\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}(?=@)/g;

export interface Redaction {
  /** Further names of fields to redact, and further patterns of text. */
  readonly names: RegExp | null;
  readonly texts: readonly RegExp[];
}

export function isSecretName(name: string, { names }: Redaction): boolean {
  return (secretNames.test(name) && !plainNames.test(name)) || (names?.test(name) ?? false);
}

export function redactText(text: string, { texts }: Redaction): string {
  let result = text;
  for (const form of [...secretTexts, ...texts]) result = result.replace(form, redacted);
  return result
    .replace(secretAssignments, `$1${redacted}`)
    .replace(bearers, `$1${redacted}`)
    .replace(addressPasswords, `$1${redacted}`);
}
