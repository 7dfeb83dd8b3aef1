import { createInterface } from 'node:readline/promises';
import { HooklineError } from '../../../engine/values/errors.ts';
import { messageOf } from '../../../engine/values/text.ts';
import { agentAbove, ownOrigin } from '../../../gateway/people/above-agent.ts';
import type { CommandCall } from '../../command.ts';
import { oneLine } from '../../terminal/visible.ts';

/** Throws where it is no person who asks: without a terminal, and below an agent. */
export function requirePerson(what: string): void {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw refused(`${what} is for a person in a terminal, and this is none`);
  let above: string | null;
  try {
    above = agentAbove(ownOrigin());
  } catch (problem) {
    throw refused(`it cannot be told whether a person asks: ${messageOf(problem)}`);
  }
  if (above !== null)
    throw refused(`${what} is for a person in a terminal of their own, and an agent asks: ${oneLine(above)}`);
}

function refused(message: string): HooklineError {
  return new HooklineError('option-invalid', message);
}

/** Whether the person says yes. */
export async function confirms({ signal }: CommandCall, question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    lines.close();
  }
}
