import { hash } from 'node:crypto';

/** Where a writer's chain of hashes stands. */
export interface ChainState {
  /** The number of the next line. */
  readonly seq: number;
  /** The hash of the last line; empty before the first. */
  readonly hash: string;
}

export const chainStart: ChainState = { seq: 0, hash: '' };

/** The fields of a line without those that all lines share. */
export interface LineBody {
  readonly type: string;
  /** As JSON: an object that is not empty. */
  readonly json: string;
}

const tail = /,"hash":"([0-9a-f]{64})"\}$/;
/** Every sealed line ends with so many characters that tell its hash. */
export const tailLength = ',"hash":"'.length + 64 + '"}'.length;

/** The line with its place in the chain of its writer, and the chain after it. */
export function seal(
  { type, json }: LineBody,
  version: number,
  writer: string,
  { seq, hash: before }: ChainState,
): { readonly text: string; readonly next: ChainState } {
  const open = `{"v":${version},"type":"${type}","writer":"${writer}","seq":${seq},${json.slice(1, -1)}`;
  const own = hashAfter(before, `${open}}`);
  return { text: `${open},"hash":"${own}"}`, next: { seq: seq + 1, hash: own } };
}

/** The hash that a sealed line tells; null where it is none. */
export function toldHash(line: string): string | null {
  return tail.exec(line.slice(-tailLength))?.[1] ?? null;
}

function hashAfter(before: string, text: string): string {
  return hash('sha256', before + text, 'hex');
}

/** The hash that a sealed line should have after that of its writer's previous line. */
export function rightHash(before: string, line: string): string {
  return hashAfter(before, `${line.slice(0, -tailLength)}}`);
}
