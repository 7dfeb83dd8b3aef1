import { hash } from 'node:crypto';

export interface ChainState {
  readonly seq: number;
  readonly hash: string;
}

export const chainStart: ChainState = { seq: 0, hash: '' };

export interface LineBody {
  readonly type: string;
  readonly json: string;
}

const tail = /,"hash":"([0-9a-f]{64})"\}$/;
export const tailLength = ',"hash":"'.length + 64 + '"}'.length;

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

export function toldHash(line: string): string | null {
  return tail.exec(line.slice(-tailLength))?.[1] ?? null;
}

function hashAfter(before: string, text: string): string {
  return hash('sha256', before + text, 'hex');
}

export function rightHash(before: string, line: string): string {
  return hashAfter(before, `${line.slice(0, -tailLength)}}`);
}
