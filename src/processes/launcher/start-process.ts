import type { StartProcess } from '../process.ts';
import { startDirectly } from '../start-directly.ts';
import { chooseLauncherMode, type LauncherMode, preferLauncherMode, wantsLauncher } from './launcher-mode.ts';
import { awaitLauncher, launcherInUse, prepareLauncher, stopLauncher } from './shared-launcher.ts';

/** Starts a process in the way that is fast for a host of this size. */
export const startProcess: StartProcess = (spec, events) => {
  const launcher = launcherInUse();
  if (launcher !== null) return launcher.start(spec, events);
  const running = startDirectly(spec, events);
  if (wantsLauncher()) prepareLauncher();
  return running;
};

/** Chooses when the launcher starts commands. Overrides the environment variable HOOKLINE_LAUNCHER. */
export function setLauncherMode(mode: LauncherMode): void {
  chooseLauncherMode(mode);
  if (mode === 'never') stopLauncher();
}

/**
 * Has commands end with this process in whatever way it ends, a kill included: by the launcher, however small this
 * process is, unless somebody chose otherwise. Settles when that holds, or cannot.
 */
export async function tieCommandsToHost(): Promise<void> {
  preferLauncherMode('always');
  if (wantsLauncher()) await awaitLauncher();
}
