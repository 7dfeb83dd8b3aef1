import { basename, extname } from 'node:path';
import { scriptText } from '../../config/handlers/script-text.ts';
import { firstBytes, isExecutable, isFile } from '../../files/file-facts.ts';
import { findInPath } from '../../processes/find-in-path.ts';

export type ScriptLanguage = 'sh' | 'bash' | 'zsh' | 'ksh' | 'python' | 'node' | 'ruby' | 'other';

export interface HookScript {
  readonly file: string;
  readonly text: string;
  readonly by: 'itself' | string;
  readonly reader: ScriptLanguage;
  readonly program: string;
}

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

export function isThere(program: string, isSearched: boolean, path: string): boolean {
  return isSearched ? findInPath(program, path) !== null : isFile(program) && isExecutable(program);
}
