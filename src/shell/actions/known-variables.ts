import { homedir } from 'node:os';
import { readShell } from '../read/read-shell.ts';
import type { ShellReading } from '../read/reading.ts';
import type { ReaderOptions } from '../read/state/frame.ts';
import { knownOutputs } from './known-outputs.ts';

/** Variables that lead to folders, and that a command has as this process has them. */
const named =
  /^(?:XDG_[A-Z]+_(?:HOME|DIR)|TMPDIR|USER|LOGNAME|CLAUDE_CONFIG_DIR|CLAUDE_PROJECT_DIR|CODEX_HOME|GEMINI_[A-Z_]*(?:DIR|PATH|HOME))$/;

/** Reads a line that runs in this folder, with what is known of home and the other places of a user. */
export function readInPlace(line: string, cwd: string, options: ReaderOptions = {}): ShellReading {
  const variables = new Map([['HOME', homedir()]]);
  variables.set('PWD', cwd);
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && value !== '' && named.test(name)) variables.set(name, value);
  return readShell(line, { variables, ...knownOutputs(cwd), ...options });
}
