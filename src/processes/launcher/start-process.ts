import type { StartProcess } from '../process.ts';
import { startDirectly } from '../start-directly.ts';
import { currentUser, Launcher } from './launcher.ts';

const firstRetryMs = 250;
const lastRetryMs = 60_000;

let current: Launcher | null = null;
let isScheduled = false;
let failures = 0;
let retryAt = 0;

export function launcherInUse(): Launcher | null {
  if (current === null || !current.isUp) return null;
  if (current.user === currentUser()) return current;
  stopLauncher();
  return null;
}

function prepareLauncher(): void {
  if (current !== null || isScheduled || performance.now() < retryAt) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    current ??= tryToStart();
  }).unref();
}

export function stopLauncher(): void {
  const stopped = current;
  current = null;
  stopped?.retire();
}

function tryToStart(): Launcher | null {
  try {
    return new Launcher((didWork) => {
      current = null;
      note(didWork);
    });
  } catch {
    note(false);
    return null;
  }
}

function note(didWork: boolean): void {
  failures = didWork ? 0 : failures + 1;
  const pause = didWork ? 0 : Math.min(lastRetryMs, firstRetryMs * 2 ** (failures - 1));
  retryAt = performance.now() + pause;
}

/** When the launcher starts commands: always, never, or once forking this process is slow. */
const launcherModes = ['always', 'never', 'auto'] as const;
type LauncherMode = (typeof launcherModes)[number];

const largeBytes = 100 * 1024 * 1024;
const readEveryMs = 250;

let chosen: LauncherMode | null = null;
let readAt = Number.NEGATIVE_INFINITY;
let wasLarge = false;

function wantsLauncher(): boolean {
  chosen ??= modeOfEnvironment();
  if (chosen === 'never' || !canLaunch()) return false;
  return chosen === 'always' || (forksToSpawn && isLarge());
}

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

export const startProcess: StartProcess = (spec, events) => {
  const launcher = launcherInUse();
  if (launcher !== null) return launcher.start(spec, events);
  const running = startDirectly(spec, events);
  if (wantsLauncher()) prepareLauncher();
  return running;
};

export function setLauncherMode(mode: LauncherMode): void {
  chosen = mode;
  if (mode === 'never') stopLauncher();
}
