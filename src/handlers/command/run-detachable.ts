import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { type ProcessResult, type ProcessRun, runProcess } from './run-process.ts';

/** A process that was let go, and what to do with its result. */
export interface Detached {
  readonly result: Promise<ProcessResult>;
  /** The context of what it says from now on. */
  readonly context: HookContext;
  cancel(failure: HookFailure): void;
}

type Start = Omit<ProcessRun, 'signal' | 'onText' | 'onExit' | 'leavesProcesses'>;

/** No such line is longer. */
const maxLine = 1000;

/**
 * Runs a process. On a wire that knows it, one whose first line says so is let go: it works on, within its time, and nobody
 * waits for it. A guard is always waited for.
 */
export async function runDetachable(start: Start, protocol: Protocol): Promise<ProcessResult | Detached> {
  const { context } = start;
  const { signal, timeoutMs } = context;
  const mayDetach = context.guard !== true && context.late !== true && context.later !== undefined;
  const ending = new AbortController();
  const end = (): void => ending.abort(signal.reason);
  let isLetGo = false;
  let line = '';
  let letGo = (): void => {};
  const gone = new Promise<null>((resolve) => {
    letGo = () => resolve(null);
  });
  const running = runProcess({
    ...start,
    signal: protocol.detaches !== undefined && mayDetach ? ending.signal : signal,
    leavesProcesses: protocol.leavesProcesses ?? false,
    onText: (stream, text) => {
      if (!isLetGo) context.progress({ [stream]: text });
      if (stream !== 'stdout' || !mayDetach || line.includes('\n') || line.length > maxLine) return;
      line += text.slice(0, maxLine);
      const [first = '', ...rest] = line.split('\n', 2);
      if (rest.length > 0 && protocol.detaches?.(first) === true) letGo();
    },
    onExit: (exitCode) => {
      if (!isLetGo) context.progress({ exitCode });
    },
  });
  if (protocol.detaches === undefined || !mayDetach) return running;
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  const result = await Promise.race([running, gone]);
  signal.removeEventListener('abort', end);
  if (result !== null) return result;
  isLetGo = true;
  const timer = setTimeout(() => ending.abort(HookFailure.timeout(timeoutMs)), timeoutMs);
  const { point, hook, agent, agentType, toolUseId, wire } = context;
  return {
    result: running.finally(() => clearTimeout(timer)),
    context: {
      ...{ point, hook, agent, agentType, toolUseId, wire, timeoutMs },
      ...{ phase: 1, runId: null, outcome: null, late: true, signal: ending.signal },
      progress: () => {},
    },
    cancel: (failure) => ending.abort(failure),
  };
}
