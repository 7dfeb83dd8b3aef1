import { createHash } from 'node:crypto';

/** What makes a call the same call: who asks for what, with which words, where. Tool and input are as the agent announced them. */
export interface DecidedCall {
  /** The agent's name in hookline, such as `claude-code`. */
  readonly product: string;
  readonly tool: string;
  readonly input: unknown;
  readonly folder: string;
}

/** Crockford's letters: none that a person takes for another. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const codeLength = 7;
const bitsPerLetter = 5;

/** The short name of a call, for people to type. Two calls may share one: compare fingerprints before you act on it. */
export function decisionCode(call: DecidedCall): string {
  return codeOfFingerprint(callFingerprint(call));
}

/** The code of a call whose fingerprint is known. */
export function codeOfFingerprint(fingerprint: string): string {
  let bits = BigInt(`0x${fingerprint.slice(0, 16)}`) >> BigInt(64 - codeLength * bitsPerLetter);
  let code = '';
  for (let index = 0; index < codeLength; index += 1) {
    code = `${letters[Number(bits & 31n)]}${code}`;
    bits >>= 5n;
  }
  return code;
}

/** The same text exactly for the same call. */
export function callFingerprint({ product, tool, input, folder }: DecidedCall): string {
  return createHash('sha256')
    .update(canonicalJson([product, tool, folder, input]))
    .digest('hex');
}

/** JSON that does not depend on the order in which keys were written. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
