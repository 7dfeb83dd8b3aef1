import { replaceExpression } from '../../bounds/expression.ts';

const secretNames =
  /token|secret|passw(?:or)?d|passphrase|key|credential|authorization|cookie|(?:^|[_-])(?:pass|pw)$/i;

/** Either a password or the working folder: the value decides. */
const twofoldNames = /pwd$/i;
const folderStart = /^(?:[/~.$]|[A-Za-z]:[\\/]|$)/;

const plainNames = /^(?:key|keys|keyboard|keyword|keywords|.*_tokens|tool_use_id)$/i;

const redacted = '[redacted]';

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

const secretAssignments =
  /((?:api[-_]?key|access[-_]?key|token|secret|passw(?:or)?d|passphrase|(?<![a-z0-9])pass|authorization)(?:\\{0,4}["'])?\s{0,3}[=:]\s{0,3}(?:\\{0,4}["'])?(?:bearer\s|basic\s)?)[^\s"'&,;]{3,}/gi;
const twofoldAssignments = /(pwd["']?\s{0,3}[=:]\s{0,3}["']?)(?![/~.$]|[A-Za-z]:[\\/])[^\s"'&,;]{3,}/gi;

const secretOptions =
  /(?<![\w-])(--?(?:[a-z0-9]+[-_]){0,5}(?:token|secret|pass|passw(?:or)?d|passphrase|pwd|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|auth)\s+)(?!-)(?:"[^"]*"|'[^']*'|[^\s"']+)/gi;
const userOptions =
  /(?<![\w-])((?:-u|-U|--user|--proxy-user)(?:\s+|=)?["']?(?!\d+:\d+\b)[^\s:"'/=]{1,100}:)(?!\/\/)[^\s"']+/g;
const programPasswords =
  /(\bsshpass\s+-p\s*|\b(?:mysql\w{0,10}|mariadb\w{0,10})\b[^|;&\n]{0,200}?\s-p|\bdocker\s+login\b[^|;&\n]{0,200}?\s-p\s*)(?:"[^"]*"|'[^']*'|[^\s"']+)/g;
const bearers = /\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi;
const addressPasswords = /(:\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}(?=@)/g;

export interface Redaction {
  readonly names: RegExp | null;
  readonly texts: readonly RegExp[];
}

export function isSecretField(name: string, value: unknown, { names }: Redaction): boolean {
  if (typeof value !== 'string' && typeof value !== 'object') return false;
  if (twofoldNames.test(name) && typeof value === 'string' && !folderStart.test(value)) return true;
  return (secretNames.test(name) && !plainNames.test(name)) || (names?.test(name) ?? false);
}

export function redactText(text: string, { texts }: Redaction): string {
  let result = text;
  for (const form of secretTexts) result = result.replace(form, redacted);
  // A user's expression that times out may match anything, so the whole text is redacted.
  for (const form of texts) result = replaceExpression(form, result, redacted) ?? redacted;
  return result
    .replace(secretAssignments, `$1${redacted}`)
    .replace(twofoldAssignments, `$1${redacted}`)
    .replace(secretOptions, `$1${redacted}`)
    .replace(userOptions, `$1${redacted}`)
    .replace(programPasswords, `$1${redacted}`)
    .replace(bearers, `$1${redacted}`)
    .replace(addressPasswords, `$1${redacted}`);
}
