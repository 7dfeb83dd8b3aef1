import { existsSync } from 'node:fs';
import { levelFiles } from '../../config/load/levels.ts';
import { shortPath } from '../../config/source/problem.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { launcherPath } from '../../gateway/install/checksums.ts';
import { needsTrust, standingOf } from '../../gateway/trust/find-trust.ts';
import type { CommandCall } from '../command.ts';

export function tellTrust({ options, terminal }: CommandCall): void {
  const isNamed = options['config'] !== undefined || options['claude'] === true;
  if (isNamed || !existsSync(launcherPath())) return;
  for (const file of levelFiles(process.cwd()).filter(needsTrust)) {
    const { kind } = standingOf(file);
    if (kind === 'trusted') continue;
    const [why, effect] =
      kind === 'changed'
        ? ['has changed since you trusted it', 'agents are blocked']
        : ['is not trusted yet', 'its hooks do not run'];
    const message = `${visible(shortPath(file))} ${why}, so ${effect}. Review and trust it: hookline trust`;
    terminal.tell(terminal.messageColors.yellow(message));
  }
}
