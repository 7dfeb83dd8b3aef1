import type { FiringInfo, Interceptor } from '../engine/firing/interceptor.ts';
import type { Progress } from '../engine/hooks/hook-context.ts';
import type { Run } from '../engine/outcome/outcome.ts';

interface MessageBase {
  readonly type: 'system';
  readonly uuid: string;
  readonly session_id: string;
  readonly hook_id: string;
  readonly hook_name: string;
  readonly hook_event: string;
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly output: string;
}

interface HookStartedMessage extends MessageBase {
  readonly subtype: 'hook_started';
}

interface HookProgressMessage extends MessageBase, Output {
  readonly subtype: 'hook_progress';
}

interface HookResponseMessage extends MessageBase, Output {
  readonly subtype: 'hook_response';
  readonly exit_code?: number;
  readonly outcome: 'success' | 'error' | 'cancelled';
}

export type HookMessage = HookStartedMessage | HookProgressMessage | HookResponseMessage;

type Printed = { -readonly [K in keyof Output]: string } & { exitCode: number | undefined };

/** An interceptor that reports every run as messages of the Agent SDK: `hooks.intercept(hookMessages(listener))`. */
export function hookMessages(listener: (message: HookMessage) => void): Interceptor {
  const printed = new WeakMap<Run, Printed>();
  return {
    started(firing, run) {
      printed.set(run, { stdout: '', stderr: '', output: '', exitCode: undefined });
      listener({ ...base(firing, run), subtype: 'hook_started' });
    },
    progress(firing, run, { stdout = '', stderr = '', exitCode }: Progress) {
      const all = printed.get(run);
      if (all === undefined) return;
      all.stdout += stdout;
      all.stderr += stderr;
      all.output += stdout + stderr;
      all.exitCode = exitCode ?? all.exitCode;
      if (stdout + stderr === '') return;
      listener({ ...base(firing, run), subtype: 'hook_progress', stdout, stderr, output: stdout + stderr });
    },
    finished(firing, run) {
      const all = printed.get(run);
      if (all === undefined) return;
      const { stdout, stderr, output, exitCode } = all;
      const end = { stdout, stderr, output, outcome: outcomeOf(run) };
      const message = { ...base(firing, run), subtype: 'hook_response' as const, ...end };
      listener(exitCode === undefined ? message : { ...message, exit_code: exitCode });
    },
  };
}

function outcomeOf({ status, failure }: Run): HookResponseMessage['outcome'] {
  if (status === 'ok') return 'success';
  return failure === 'timeout' || failure === 'cancelled' ? 'cancelled' : 'error';
}

function base(firing: FiringInfo, run: Run): MessageBase {
  const { session_id } = firing.input as { session_id: string };
  return {
    type: 'system',
    uuid: crypto.randomUUID(),
    session_id,
    hook_id: run.id ?? '',
    hook_name: run.hook,
    hook_event: firing.point,
  };
}
