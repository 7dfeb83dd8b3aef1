/**
 * Asks processes to end, waits until they are gone or the grace is over, and kills the rest. An idle wait lets the host
 * exit before.
 */
export function termThenKill(
  signal: (name: 'SIGTERM' | 'SIGKILL') => void,
  gone: Promise<unknown>,
  graceMs: number,
  isIdle = false,
): Promise<void> {
  signal('SIGTERM');
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, graceMs);
    if (isIdle) timer.unref();
  });
  return Promise.race([gone, patience]).then(() => {
    clearTimeout(timer);
    signal('SIGKILL');
  });
}
