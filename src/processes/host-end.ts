export type Ending = (cause: string) => void;

/** Signals that ask a process to end and can be handled. KILL and ABRT cannot. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
const endings = new Set<Ending>();

export function onHostEnd(ending: Ending): () => void {
  if (endings.size === 0) listen();
  endings.add(ending);
  return () => {
    if (endings.delete(ending) && endings.size === 0) unlisten();
  };
}

function listen(): void {
  process.on('exit', onExit);
  // First, so that a listener that the host registered with `once` still counts here.
  for (const signal of signals) process.prependListener(signal, onSignal);
}

function unlisten(): void {
  process.off('exit', onExit);
  for (const signal of signals) process.off(signal, onSignal);
}

function onExit(): void {
  endAll('the host exited');
}

function onSignal(signal: NodeJS.Signals): void {
  // Removed before the host's own listeners run: some keep the host running when they are not alone.
  unlisten();
  endAll(`the host received ${signal}`);
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function endAll(cause: string): void {
  const all = [...endings];
  endings.clear();
  for (const ending of all) ending(cause);
}
