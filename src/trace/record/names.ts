import { createHash } from 'node:crypto';
import type { ContentMode } from '../format/lines.ts';
import type { Redact } from './content.ts';

/** Names are recorded even with `content: none`, and may hold a secret. */
export interface NameSetting {
  readonly content: ContentMode;
  readonly redact: Redact | null;
}

const knownKeys =
  /(?:gh[oprsu]_|github_pat_|glpat-|sk-|sk_|xox[a-z]-|AKIA|ASIA|AIza|npm_|hf_|eyJ)[A-Za-z0-9_.-]{12,}/g;

/** A hook may be named by its address, which may contain a password or token. */
const addressSecrets =
  /(:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}(?=@)|([?&][\w-]{0,30}(?:token|secret|password|key|sig|signature)=)[^\s&]{1,200}/gi;

const maxName = 4096;

export function recordedName<Name extends string | null>(name: Name, setting: NameSetting): Name | string {
  if (name === null) return name;
  const short = name.length > maxName ? `${name.slice(0, maxName)}… [cut]` : name;
  if (setting.content === 'full') return short;
  const plain = withoutKnownKeys(short);
  if (setting.redact === null) return plain;
  try {
    return String(setting.redact(plain));
  } catch {
    return '[redacted]';
  }
}

export function withoutKnownKeys(name: string): string {
  return name.replaceAll(knownKeys, '[redacted]').replaceAll(addressSecrets, '$1$2[redacted]');
}

/** A session name that is too long or holds a secret is replaced by a hash. */
export function recordedSession(session: string, setting: NameSetting): string {
  if (recordedName(session, setting) === session) return session;
  return `session-${createHash('sha256').update(session).digest('hex').slice(0, 16)}`;
}
