/** Ends something that must not outlive the host; called synchronously, with the reason as text. */
export type Ending = (cause: string) => void;

/** What asks a process to end and can be answered; KILL and ABRT cannot. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
const endings = new Set<Ending>();

/** Calls `ending` when the host exits or is told to, until the function that it returns is called. */
export function onHostEnd(ending: Ending): () => void {
  if (endings.size === 0) listen();
  endings.add(ending);
  return () => {
    if (endings.delete(ending) && endings.size === 0) unlisten();
  };
}

function listen(): void {
  process.on('exit', onExit);
  // First in line, so that a listener that the host registered with `once` still counts when this one looks.
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
  // Off before the host's own listeners run: some of them leave the host running when they are not alone.
  unlisten();
  endAll(`the host received ${signal}`);
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function endAll(cause: string): void {
  const all = [...endings];
  endings.clear();
  for (const ending of all) ending(cause);
}
