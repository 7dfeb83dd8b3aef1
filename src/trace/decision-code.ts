import { createHash } from 'node:crypto';

export interface DecidedCall {
  readonly product: string;
  readonly tool: string;
  readonly input: unknown;
  readonly folder: string;
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const codeLength = 7;
const bitsPerLetter = 5;

/** The short name of a call, for people to type. Two calls may share one: compare fingerprints before you act on it. */
export function decisionCode(call: DecidedCall): string {
  return codeOfFingerprint(callFingerprint(call));
}

export function codeOfFingerprint(fingerprint: string): string {
  const first = BigInt(`0x${fingerprint.slice(0, 16)}`);
  return codeOfNumber(Number(first >> BigInt(64 - codeLength * bitsPerLetter)));
}

export function codeNumber(code: string): number {
  if (code.length !== codeLength) return -1;
  let number = 0;
  for (const letter of code) {
    const value = letters.indexOf(letter);
    if (value < 0) return -1;
    number = number * letters.length + value;
  }
  return number;
}

export function codeOfNumber(number: number): string {
  if (number < 0) return '';
  let [code, rest] = ['', number];
  while (code.length < codeLength) {
    code = `${letters[rest % letters.length]}${code}`;
    rest = Math.floor(rest / letters.length);
  }
  return code;
}

/** People may type small letters, O for 0, and I or L for 1. */
export function isSameCode(code: string | null, typed: string): boolean {
  return code === asCode(typed);
}

export function asCode(typed: string): string {
  return typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

export function callFingerprint({ product, tool, input, folder }: DecidedCall): string {
  return createHash('sha256')
    .update(canonicalJson([product, tool, folder, input]))
    .digest('hex');
}

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
