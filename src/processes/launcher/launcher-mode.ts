/** When commands are started by the launcher: always, never, or once this process is so large that forking it is slow. */
export const launcherModes = ['always', 'never', 'auto'] as const;
export type LauncherMode = (typeof launcherModes)[number];

/** Measured: up to this size a spawn is as fast as in a small process. Each further gigabyte costs 45 ms. */
const largeBytes = 100 * 1024 * 1024;
const readEveryMs = 250;

let chosen: LauncherMode | null = null;
let readAt = Number.NEGATIVE_INFINITY;
let wasLarge = false;

/** Overrides the environment variable HOOKLINE_LAUNCHER. */
export function chooseLauncherMode(mode: LauncherMode): void {
  chosen = mode;
}

/** The same, unless somebody has chosen a mode here or by the variable. */
export function preferLauncherMode(mode: LauncherMode): void {
  chosen ??= process.env['HOOKLINE_LAUNCHER'] ? modeOfEnvironment() : mode;
}

export function wantsLauncher(): boolean {
  chosen ??= modeOfEnvironment();
  if (chosen === 'never' || !canLaunch()) return false;
  return chosen === 'always' || (forksToSpawn && isLarge());
}

/** On macOS Node starts processes by posix_spawn, which costs the same in a process of any size. */
const forksToSpawn = process.platform !== 'darwin';

/**
 * Where the running program is not simply Node, starting it again would start whatever it is; Windows has neither fork
 * nor process groups.
 */
function canLaunch(): boolean {
  canLaunchHere ??=
    process.platform !== 'win32' &&
    !['bun', 'deno', 'electron'].some((runtime) => runtime in process.versions) &&
    !('pkg' in process) &&
    process.getBuiltinModule('node:sea')?.isSea() !== true;
  return canLaunchHere;
}
let canLaunchHere: boolean | null = null;

function isLarge(): boolean {
  const now = performance.now();
  if (now - readAt >= readEveryMs) {
    readAt = now;
    wasLarge = residentBytes() >= largeBytes;
  }
  return wasLarge;
}

/** Reading it takes a descriptor; in a process that has none left, a launcher could not be started either. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

function modeOfEnvironment(): LauncherMode {
  const value = process.env['HOOKLINE_LAUNCHER'];
  if (value === undefined || value === '') return 'auto';
  const mode = launcherModes.find((known) => known === value);
  if (mode === undefined) {
    process.emitWarning(
      `HOOKLINE_LAUNCHER is one of ${launcherModes.join(', ')}, not "${value}"; taken as auto`,
    );
  }
  return mode ?? 'auto';
}
