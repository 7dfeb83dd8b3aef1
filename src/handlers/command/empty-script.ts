import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isFile } from '../../files/file-facts.ts';
import type { CommandLine } from '../../processes/resolve-command.ts';
import { cardOf } from '../../shell/programs/cards.ts';
import { readShell } from '../../shell/read/read-shell.ts';
import type { ShellCommand } from '../../shell/read/reading.ts';
import { shellQuoted } from '../../shell/read/words.ts';

const maxBytes = 64 * 1024;

/** An emptied script exits with 0, like one without an objection. Null: there is something to run. */
export function emptyScript({ command, args = [] }: CommandLine, folders: readonly string[]): string | null {
  const line = command.trim();
  const whole = folders.map((folder) => resolve(folder, line)).find(isFile);
  if (whole !== undefined) return isEmpty(whole) ? whole : null;
  const [folder = ''] = folders;
  const known = `HOOKLINE_DIRECTORY=${shellQuoted(folder)}; CLAUDE_PROJECT_DIR=${shellQuoted(folder)}; `;
  const text = args.length === 0 ? line : [line, ...args].map(shellQuoted).join(' ');
  const plain = readShell(text);
  if (plain.commands.length === 0 && plain.doubts.length === 0) return 'its line';
  // Reading takes a while, and without a `$` no variable counts.
  const { commands } = text.includes('$') ? readShell(known + text) : plain;
  const scripts = commands.flatMap((each) => scriptsOf(each));
  return (
    scripts.flatMap((script) => folders.map((folder) => resolve(folder, script))).find(isEmptyFile) ?? null
  );
}

function scriptsOf({ program, words, name }: ShellCommand): readonly string[] {
  const own = program?.value?.includes('/') === true ? [program.value] : [];
  const card = cardOf(name);
  if (card?.dialect === undefined && card?.slots[0]?.role !== 'script') return own;
  const operand = words.find(({ value }) => value !== null && !value.startsWith('-'))?.value;
  return operand === undefined || operand === null ? own : [...own, operand];
}

function isEmptyFile(file: string): boolean {
  return isFile(file) && isEmpty(file);
}

function isEmpty(file: string): boolean {
  try {
    if (statSync(file).size > maxBytes) return false;
    return withoutComments(readFileSync(file, 'utf8'), basename(file)).trim() === '';
  } catch {
    return false;
  }
}

/** Lines that begin as comments do in the languages of scripts. A block begins one too, in JavaScript alone. */
function withoutComments(text: string, name: string): string {
  const isJavaScript = /\.[cm]?[jt]s$/.test(name) || /^#!.*\b(?:node|deno|bun)\b/.test(text.slice(0, 200));
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  if (!isJavaScript) return lines.join('\n');
  const [first = '', ...others] = lines
    .filter((line) => !/^\s*\/\//.test(line))
    .join('\n')
    .split('/*');
  return first + others.map((part) => part.slice(part.indexOf('*/') + 2)).join('');
}
