import { isFile } from '../../files/file-facts.ts';
import { plainWords } from '../../shell/plain-words.ts';
import type { CommandEntry } from './schema.ts';

const interpreters: readonly string[] = ['sh', 'bash', 'zsh', 'node', 'python', 'python3', 'ruby', 'perl'];
const placeholder = /\$(?:CLAUDE_PROJECT_DIR\b|\{CLAUDE_PROJECT_DIR\})/g;
// Stands for the project while a line is taken apart, since the path of a folder may have blanks.
const stand = '@project@';

/** The script that a command is to run, if it can be told and is not there. */
export function missingScript({ command, args }: CommandEntry, project: string): string | null {
  const [line = '', ...rest] = [command, ...(args ?? [])].map((text) => text.replaceAll(placeholder, stand));
  const [first = '', second = ''] = args === undefined ? (plainWords(line) ?? []) : [line, ...rest];
  const script = (interpreters.includes(first) ? second : first).replaceAll(stand, () => project);
  return script.startsWith('/') && !isFile(script) ? script : null;
}
