import { join } from 'node:path';
import { stateRoot } from './state-folder.ts';

/**
 * Python runs what it finds compiled beside a module, whatever the module says. So what it compiles of the hooks of this process
 * is kept where agents do not write.
 */
export function keepPythonApart(): void {
  process.env['PYTHONPYCACHEPREFIX'] = join(stateRoot(), 'python');
}
