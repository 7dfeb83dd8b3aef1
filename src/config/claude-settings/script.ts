import { isFile } from '../../files/file-facts.ts';
import { plainWords } from '../../shell/plain-words.ts';
import type { CommandEntry } from './schema.ts';

const interpreters: readonly string[] = ['sh', 'bash', 'zsh', 'node', 'python', 'python3', 'ruby', 'perl'];
const placeholder = /\$(?:CLAUDE_PROJECT_DIR\b|\{CLAUDE_PROJECT_DIR\})/g;
// Replaces the project's path while a line is split, since the path may contain blanks.
const stand = '@project@';

/** The script of a command, if it is known and missing. */
export function missingScript({ command, args }: CommandEntry, project: string): string | null {
  const [line = '', ...rest] = [command, ...(args ?? [])].map((text) => text.replaceAll(placeholder, stand));
  const [first = '', second = ''] = args === undefined ? (plainWords(line) ?? []) : [line, ...rest];
  const script = (interpreters.includes(first) ? second : first).replaceAll(stand, () => project);
  return script.startsWith('/') && !isFile(script) ? script : null;
}
