import { createHash } from 'node:crypto';
import type { ContentMode } from '../format/content-modes.ts';
import type { Redact } from './content.ts';

/** How names are recorded: they are kept with `content: none` too, and may still hold a secret. */
export interface NameSetting {
  readonly content: ContentMode;
  readonly redact: Redact | null;
}

/** The beginnings of keys of well-known services: where nothing else is looked for. */
const knownKeys =
  /(?:gh[oprsu]_|github_pat_|glpat-|sk-|sk_|xox[a-z]-|AKIA|ASIA|AIza|npm_|hf_|eyJ)[A-Za-z0-9_.-]{12,}/g;

/** A password in an address, and a secret behind its question mark: a hook may be named by its address. */
const addressSecrets =
  /(:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}(?=@)|([?&][\w-]{0,30}(?:token|secret|password|key|sig|signature)=)[^\s&]{1,200}/gi;

/** No path is longer. */
const maxName = 4096;

/** A name without secrets, cut where it is none. */
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

/** A name without what looks like a secret at once. */
export function withoutKnownKeys(name: string): string {
  return name.replaceAll(knownKeys, '[redacted]').replaceAll(addressSecrets, '$1$2[redacted]');
}

/** The session as it is recorded, in lines and in the name of its file. One that is too long or holds a secret is told from others by a hash. */
export function recordedSession(session: string, setting: NameSetting): string {
  if (recordedName(session, setting) === session) return session;
  return `session-${createHash('sha256').update(session).digest('hex').slice(0, 16)}`;
}
