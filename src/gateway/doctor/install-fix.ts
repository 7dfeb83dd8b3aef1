import { dirname } from 'node:path';
import type { InstalledAgent } from '../install/installed-agents.ts';
import { fixLine } from './fix-line.ts';

/** The command that writes an installation again. */
export function installFix(
  { agent, scope, file, lines }: Pick<InstalledAgent, 'agent' | 'scope' | 'file' | 'lines'>,
  ...more: readonly string[]
): string {
  const where =
    scope === 'user' ? ['--user'] : scope === 'plugin' ? ['--plugin', dirname(dirname(file))] : [];
  const open = isOpen(lines) ? ['--open'] : [];
  return fixLine('hookline', 'install', agent.name, ...where, ...open, ...more, '--yes');
}

/** Whether all of its lines let go when hookline is missing, which only `--open` writes. */
function isOpen(lines: InstalledAgent['lines']): boolean {
  return lines.size > 0 && [...lines.values()].every((line) => line.includes(' tell '));
}
