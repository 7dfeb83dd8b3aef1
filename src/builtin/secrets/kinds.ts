import { addressKinds } from './address-kinds.ts';
import { isOfWebApp, looksRandom, type SecretKind } from './kind.ts';
import { tokenKinds } from './token-rows.ts';

const namedSecret =
  /(?:key|secret|token|password|passwd)["']?[ \t]{0,5}(?:=>|[:=])[ \t]{0,5}["']?(?<secret>[A-Za-z0-9_+/=.~!@#%^*-]{16,512})(?![A-Za-z0-9_+/=.~!@#%^*(-])/dgi;
const secretKeyName = /(?:api|secret|access|private|auth|service|encryption|signing|account|master)[_-]?$/i;

export const secretKinds: readonly SecretKind[] = [
  ...tokenKinds,
  {
    id: 'jwt',
    what: 'a signed token (JWT)',
    marks: ['eyJ'],
    form: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,4096}\.eyJ[A-Za-z0-9_-]{10,16384}\.[A-Za-z0-9_-]{20,1024}/g,
    // The token that the page about the format shows, with the subject 1234567890.
    isReal: (secret) => !secret.includes('.eyJzdWIiOiIxMjM0NTY3ODkwIi') && !isAnonymous(secret),
  },
  {
    id: 'bearer-token',
    what: 'a token in an Authorization header',
    marks: ['earer ', 'EARER ', 'asic '],
    form: /(?<![A-Za-z0-9])(?:bearer[ \t]{1,3}|authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?basic[ \t]{1,3})(?<secret>[A-Za-z0-9._~+/=-]{20,4096})/dgi,
    isReal: (secret) => looksRandom(secret) && !/^[a-z]+(?:[._-][a-z]+)*\d?$/i.test(secret.slice(0, 200)),
  },
  {
    id: 'named-secret',
    what: 'a value that is named as a secret',
    marks: ['=', ':'],
    form: namedSecret,
    isReal: (secret, match) =>
      looksLikeValue(secret) &&
      !isOfWebApp(secret, match) &&
      (!/^key/i.test(match[0]) ||
        secretKeyName.test((match.input ?? '').slice(Math.max(0, (match.index ?? 0) - 20), match.index))),
  },
  ...addressKinds,
];

/** Supabase gives every visitor such a token. */
function isAnonymous(token: string): boolean {
  return /"role"\s*:\s*"anon"/.test(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** Behind a name, only what no person would write as a word or as code: all of letters, digits and more than one case, or hexadecimal. */
function looksLikeValue(secret: string): boolean {
  if (!looksRandom(secret) || /^(?:sha\d{1,3}|md5)[-:=]/i.test(secret)) return false;
  if (/^[0-9a-f-]+$/i.test(secret)) return secret.length >= 32;
  // Names and paths in code: process.env.API_KEY2, config/v1/token.
  if (/[A-Za-z]{2}[./][A-Za-z]{2}/.test(secret) || /^[A-Za-z]+(?:[_-][A-Za-z]+)+\d*$/.test(secret))
    return false;
  const digits = secret.replace(/\D/g, '').length;
  return digits >= 2 && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && new Set(secret).size >= 10;
}

export const secretKindRows: readonly Pick<SecretKind, 'id' | 'what'>[] = [
  ...secretKinds,
  { id: 'private-key', what: 'a private key' },
  { id: 'environment-variable', what: 'the value of a secret environment variable' },
];
