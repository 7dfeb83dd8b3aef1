import type { ScriptStep } from '../../agent/script/script.ts';
import type { Running } from './with-agent.ts';

export interface Play {
  readonly prompt: string;
  readonly setup: 'init' | 'maintenance' | null;
  /** What the host does after the first prompt. */
  readonly steps: readonly ScriptStep[];
}

/** Takes an agent, and its team, through a session: setup, the prompt, and the steps of a script. */
export async function play(
  running: Running,
  { prompt, setup, steps }: Play,
  signal: AbortSignal,
): Promise<void> {
  const { agent, team } = running;
  if (setup !== null) await agent.setup(setup);
  if (team === null) await agent.ask(prompt, { signal });
  else await team.run(prompt, { signal, end: true });
  for (const step of steps) {
    if (signal.aborted) return;
    await take(running, step, signal);
  }
}

async function take({ agent }: Running, step: ScriptStep, signal: AbortSignal): Promise<void> {
  const { prompt, compact, clear, notify, phase } = step;
  if (prompt !== undefined) await agent.ask(prompt, { signal });
  if (compact !== undefined && compact !== false)
    await agent.compact(compact === true ? undefined : compact, { signal });
  if (clear === true) await agent.clear();
  if (notify !== undefined) await agent.notify(notify.message, notify.type, notify.title);
  if (phase !== undefined) await agent.enterPhase(phase);
}
