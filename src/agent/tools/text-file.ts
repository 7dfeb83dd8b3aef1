import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '../../engine/values/text.ts';

const maxBytes = 32 * 1024 * 1024;

export type TextFile = { readonly text: string } | { readonly problem: string };

/** `exact` refuses what would not survive being written back. */
export async function readTextFile(path: string, options: { readonly exact: boolean }): Promise<TextFile> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) return { problem: `${path} is a folder, not a file` };
    if (!facts.isFile()) return { problem: `${path} is not a regular file` };
    if (facts.size > maxBytes) {
      return {
        problem: `${path} has ${facts.size} bytes; at most ${maxBytes} can be read. Use Grep or Bash.`,
      };
    }
    return decode(await readFile(path), path, options.exact);
  } catch (error) {
    return { problem: problemOf(error, path) };
  }
}

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8192).includes(0);
}

export function problemOf(error: unknown, path: string): string {
  const { code } = error as { readonly code?: unknown };
  if (code === 'ENOENT') return `${path} does not exist`;
  if (code === 'ENOTDIR') return `${path} does not exist: something in it is a file, not a folder`;
  if (code === 'EISDIR') return `${path} is a folder, not a file`;
  if (code === 'EACCES' || code === 'EPERM') return `${path} may not be accessed`;
  return `${path} could not be used: ${messageOf(error)}`;
}

function decode(bytes: Uint8Array, path: string, exact: boolean): TextFile {
  if (isBinary(bytes)) return { problem: `${path} is a binary file` };
  try {
    return { text: new TextDecoder('utf-8', { fatal: exact, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: `${path} is not UTF-8 text, so editing it would damage it` };
  }
}
