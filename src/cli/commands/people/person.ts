import { createInterface } from 'node:readline/promises';
import { HooklineError } from '../../../engine/values/errors.ts';
import { messageOf } from '../../../engine/values/text.ts';
import { oneLine } from '../../../gateway/answer/visible.ts';
import { callingAgent, ownOrigin } from '../../../gateway/caller/calling-agent.ts';
import type { CommandCall } from '../../command.ts';

export function requirePerson(what: string): void {
  const why = whyNoPerson(what);
  if (why !== null) throw new HooklineError('option-invalid', why);
}

export function whyNoPerson(what: string): string | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    return `${what} is for a person in a terminal, and this is none; start it yourself, in a terminal of your own`;
  return whyAgent(what);
}

/** A CI step may ask, too, so no terminal is needed. */
export function requireNoAgent(what: string): void {
  const why = whyAgent(what);
  if (why !== null) throw new HooklineError('option-invalid', why);
}

function whyAgent(what: string): string | null {
  try {
    const above = callingAgent(ownOrigin());
    return above === null
      ? null
      : `${what} is for a person in a terminal of their own, and an agent asks: ${oneLine(above)}`;
  } catch (problem) {
    return `it cannot be told whether a person asks: ${messageOf(problem)}`;
  }
}

export async function confirms({ signal }: CommandCall, question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    lines.close();
  }
}
