import { currentUser, Launcher } from './launcher.ts';

const firstRetryMs = 250;
const lastRetryMs = 60_000;

let current: Launcher | null = null;
let isScheduled = false;
let failures = 0;
let retryAt = 0;

/** The one launcher of this process, if it is up and starts processes for the user that this process now is. */
export function launcherInUse(): Launcher | null {
  if (current === null || !current.isUp) return null;
  if (current.user === currentUser()) return current;
  stopLauncher();
  return null;
}

/** Starts it when the work at hand is done, unless it is there or was tried in vain a moment ago. */
export function prepareLauncher(): void {
  if (current !== null || isScheduled || performance.now() < retryAt) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    current ??= tryToStart();
  }).unref();
}

/** Starts it now. Settles when it is up, or turned out not to start. */
export async function awaitLauncher(): Promise<void> {
  current ??= tryToStart();
  await current?.settled();
}

/** Ends the launcher once its runs are over; the next command that wants one starts another. */
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

/** A launcher that dies before it was of use is tried again ever more seldom. */
function note(didWork: boolean): void {
  failures = didWork ? 0 : failures + 1;
  const pause = didWork ? 0 : Math.min(lastRetryMs, firstRetryMs * 2 ** (failures - 1));
  retryAt = performance.now() + pause;
}
