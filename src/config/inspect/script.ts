import { basename, extname } from 'node:path';
import { firstBytes, isExecutable, isFile } from '../../files/file-facts.ts';
import { findInPath } from '../../processes/find-in-path.ts';
import { scriptText } from '../handlers/script-text.ts';

/** Who reads a script, as far as it matters what stands in it. */
export type ScriptLanguage = 'sh' | 'bash' | 'zsh' | 'ksh' | 'python' | 'node' | 'ruby' | 'other';

/** A script that a hook runs. */
export interface HookScript {
  readonly file: string;
  readonly text: string;
  /** What it is started by: its own first line, or a program. */
  readonly by: 'itself' | string;
  readonly reader: ScriptLanguage;
  /** The program that reads it, as the first line or the command names it. */
  readonly program: string;
}

/** A script, and by what it is started; null when it is no text. */
export function scriptAt(file: string, by: 'itself' | string): HookScript | null {
  if (!isFile(file) || firstBytes(file, 4).startsWith('\u007fELF') || firstBytes(file, 1024).includes('\0'))
    return null;
  const text = scriptText(file);
  const program = by === 'itself' ? (firstLineProgram(text)?.program ?? '') : by;
  return { file, text, by, program, reader: readerOf(program, file) };
}

/** The program that the first line of a script names: `#!/usr/bin/env bash` names bash, by way of env. */
export function firstLineProgram(
  text: string,
): { readonly program: string; readonly isSearched: boolean } | null {
  const [, line = ''] = /^#!([^\n]*)/.exec(text) ?? [];
  const [first, ...words] = line.trim().split(/\s+/);
  if (first === undefined || first === '') return null;
  if (basename(first) !== 'env') return { program: first, isSearched: false };
  const program = words.find((word) => !word.startsWith('-') && !/^\w+=/.test(word));
  return program === undefined ? null : { program, isSearched: true };
}

const readers: readonly (readonly [RegExp, ScriptLanguage])[] = [
  [/^(?:ba|r?ba)sh$/, 'bash'],
  [/^(?:sh|dash|ash|busybox)$/, 'sh'],
  [/^zsh$/, 'zsh'],
  [/^(?:m|pd)?ksh$/, 'ksh'],
  [/^(?:python|pypy)[\d.]*$/, 'python'],
  [/^(?:node|nodejs)$/, 'node'],
  [/^ruby[\d.]*$/, 'ruby'],
];

function readerOf(program: string, file: string): ScriptLanguage {
  const name = basename(program);
  const byName = readers.find(([pattern]) => pattern.test(name))?.[1];
  if (byName !== undefined) return byName;
  return program === '' && extname(file) === '.sh' ? 'sh' : 'other';
}

/** Whether a program that a script needs is there. */
export function isThere(program: string, isSearched: boolean, path: string): boolean {
  return isSearched ? findInPath(program, path) !== null : isFile(program) && isExecutable(program);
}
