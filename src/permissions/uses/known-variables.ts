import { homedir } from 'node:os';
import { readShell } from '../../shell/read-shell.ts';
import type { ShellReading } from '../../shell/reading.ts';

/** Variables that lead to folders, and that a command has as this process has them. */
const named =
  /^(?:XDG_[A-Z]+_(?:HOME|DIR)|TMPDIR|USER|LOGNAME|CLAUDE_CONFIG_DIR|CLAUDE_PROJECT_DIR|CODEX_HOME|GEMINI_[A-Z_]*(?:DIR|PATH|HOME))$/;

/** Several parts of a guard read the same line, one after the other. */
let last: { readonly key: string; readonly reading: ShellReading } | null = null;

/** Reads a line that runs in this folder, with what is known of home and the other places of a user. */
export function readInPlace(line: string, cwd: string): ShellReading {
  const variables = new Map([['HOME', homedir()]]);
  variables.set('PWD', cwd);
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && value !== '' && named.test(name)) variables.set(name, value);
  const key = JSON.stringify([line, ...variables]);
  if (last?.key !== key) last = { key, reading: readShell(line, { variables }) };
  return last.reading;
}
