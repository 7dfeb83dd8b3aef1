import { currentUser, Launcher } from './launcher.ts';

const firstRetryMs = 250;
const lastRetryMs = 60_000;

let current: Launcher | null = null;
let isScheduled = false;
let failures = 0;
let retryAt = 0;

/** The launcher of this process, if it is up and has the same user. */
export function launcherInUse(): Launcher | null {
  if (current === null || !current.isUp) return null;
  if (current.user === currentUser()) return current;
  stopLauncher();
  return null;
}

/** Starts it after the present work, unless it exists or has just failed. */
export function prepareLauncher(): void {
  if (current !== null || isScheduled || performance.now() < retryAt) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    current ??= tryToStart();
  }).unref();
}

/** Starts it now. Settles when it is up or has failed. */
export async function awaitLauncher(): Promise<void> {
  current ??= tryToStart();
  await current?.settled();
}

/** Ends the launcher when its runs are over. The next command may start another. */
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

/** A launcher that fails is tried again less and less often. */
function note(didWork: boolean): void {
  failures = didWork ? 0 : failures + 1;
  const pause = didWork ? 0 : Math.min(lastRetryMs, firstRetryMs * 2 ** (failures - 1));
  retryAt = performance.now() + pause;
}
