import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { keyName, stateFolder } from './state-folder.ts';

/** How many times in a row hooks may make an agent go on. Codex itself would go on for ever. */
const maxRounds = 8;

/** The call with `stop_hook_active` as it should be: Gemini CLI forgets after a tool call that the turn was resumed. */
export async function withRounds(call: AgentCall): Promise<AgentCall> {
  if (call.point.block !== 'resume' || (await roundsOf(call)) === 0) return call;
  return { ...call, input: { ...call.input, stop_hook_active: true } };
}

/** Counts how often the agent was made to go on, and lets it end when that is too often. */
export async function endRounds(call: AgentCall, outcome: Outcome): Promise<Outcome> {
  if (call.point.block !== 'resume') return outcome;
  const rounds = outcome.resume ? (await roundsOf(call)) + 1 : 0;
  const isOver = rounds === 0 || rounds > maxRounds;
  // Where nothing can be noted, the agent's own count is all there is.
  await note(call, isOver ? 0 : rounds).catch(() => undefined);
  if (!isOver || rounds === 0) return outcome;
  const message = `hookline: hooks made this agent go on ${maxRounds} times in a row, so it may stop now`;
  return {
    ...outcome,
    resume: false,
    notices: [...outcome.notices, { message, level: 'warning', hook: 'hookline' }],
  };
}

async function note(call: AgentCall, rounds: number): Promise<void> {
  const file = await fileOf(call);
  if (rounds === 0) await rm(file, { force: true });
  else await writeFile(file, String(rounds), { mode: 0o600 });
}

async function roundsOf(call: AgentCall): Promise<number> {
  const rounds = Number(
    await fileOf(call)
      .then((file) => readFile(file, 'utf8'))
      .catch(() => '0'),
  );
  return Number.isSafeInteger(rounds) ? rounds : 0;
}

async function fileOf({ agent, input, point }: AgentCall): Promise<string> {
  const session = [agent.name, point.name, String(input['session_id']), String(input['agent_id'] ?? '')];
  return join(await stateFolder('rounds'), keyName(session));
}
