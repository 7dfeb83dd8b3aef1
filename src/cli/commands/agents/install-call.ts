import { projectFiles } from '../../../config/load/levels.ts';
import { shortPath } from '../../../config/source/problem.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import { lineChanges } from '../../../files/line-changes.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import type { InstallScope } from '../../../gateway/install/agent-places.ts';
import type { InstallChange } from '../../../gateway/install/install-change.ts';
import { type CommandCall, wrongCall } from '../../command.ts';
import { counted } from '../../show/show-problem.ts';

export function scopeOf(options: CommandCall['options']): InstallScope {
  if (options['user'] === true && options['project'] === true)
    throw wrongCall('--user and --project exclude each other');
  return options['user'] === true ? 'user' : 'project';
}

/** A project's agents are guarded by the project's policy. */
export function requirePolicy(folder: string): void {
  if (projectFiles(folder).length > 0) return;
  throw new HooklineError(
    'config-invalid',
    'there is no hookline.yaml in this folder or above; make one with: hookline init --guards',
  );
}

/** A line for each file; with --verbose, every line that changes. */
export function showChanges(changes: readonly InstallChange[], { terminal, options }: CommandCall): void {
  const { bold, green, red } = terminal.colors;
  const isVerbose = options['verbose'] === true;
  for (const { path, before, after, keeps } of changes) {
    const lines = keeps === true ? lineChanges(before ?? '', after ?? '') : [];
    const added = lines.filter(({ sign }) => sign === '+').length;
    const counts = [
      ...(added > 0 ? [`${counted(added, 'line')} added`] : []),
      ...(added < lines.length ? [`${lines.length - added} removed`] : []),
    ];
    const what =
      keeps !== true ? "hookline's own file" : after === null ? 'will be deleted' : counts.join(', ');
    terminal.print(`${bold(visible(shortPath(path)))}: ${what}`);
    if (isVerbose)
      terminal.print(
        ...lines.map(({ sign, text }) => (sign === '+' ? green : red)(`  ${sign} ${visible(text)}`)),
      );
  }
  if (!isVerbose && changes.some(({ keeps }) => keeps === true))
    terminal.print(terminal.colors.dim('--verbose shows every line.'));
}

export function changeData({ path, before, after }: InstallChange): object {
  return { path, change: before === null ? 'created' : after === null ? 'deleted' : 'changed' };
}
