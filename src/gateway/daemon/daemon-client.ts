import { askDaemon } from './ask-daemon.ts';

/** What the daemon answered to a call. */
export interface DaemonAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Whether calls go to the daemon at all. */
export function usesDaemon(): boolean {
  return process.env['HOOKLINE_DAEMON'] !== 'off';
}

/** Asks the daemon to answer a call. Null where it cannot: then this process must. */
export async function askToAnswer(
  agent: string,
  required: boolean,
  payload: string,
): Promise<DaemonAnswer | null> {
  const body = JSON.stringify({ payload, cwd: process.cwd(), environment: process.env });
  const text = await askDaemon(
    'POST',
    `hook/${encodeURIComponent(agent)}${required ? '?required' : ''}`,
    body,
  );
  const [, exitCode, stdout = '', stderr = ''] =
    /^hookline ([012])\n([^\n]*)\n([\s\S]*)$/.exec(text ?? '') ?? [];
  return exitCode === undefined ? null : { exitCode: Number(exitCode), stdout, stderr };
}
