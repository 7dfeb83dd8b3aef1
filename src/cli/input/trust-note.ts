import { existsSync } from 'node:fs';
import { levelFiles } from '../../config/load/levels.ts';
import { shortPath } from '../../config/source/problem.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { launcherPath } from '../../gateway/install/checksums.ts';
import { needsTrust, standingOf } from '../../gateway/trust/find-trust.ts';
import type { CommandCall } from '../command.ts';

export function tellTrust({ options, terminal }: CommandCall): void {
  const isFound = options['config'] === undefined && options['claude'] !== true;
  if (!isFound || !existsSync(launcherPath())) return;
  for (const file of levelFiles(process.cwd()).filter(needsTrust)) {
    const { kind } = standingOf(file);
    if (kind === 'trusted') continue;
    const why = kind === 'changed' ? 'has changed since it was trusted' : 'is not trusted yet';
    const effect = kind === 'changed' ? 'agents are blocked' : 'agents are not judged by it';
    terminal.tell(
      terminal.messageColors.yellow(`${visible(shortPath(file))} ${why}, so ${effect}: hookline trust`),
    );
  }
}
