import { messageOf } from '../../../engine/values/text.ts';
import { oneLine } from '../../../gateway/answer/visible.ts';
import { callingAgent, ownOrigin } from '../../../gateway/caller/calling-agent.ts';
import { type CommandCall, wrongCall } from '../../command.ts';
import { confirms } from '../../input/confirms.ts';

/** Why a person in a terminal didn't start this; null where one did. */
export function whyNoPerson(what: string): string | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    return `run ${what} yourself, in a terminal; stdin or stderr is not a terminal`;
  return whyAgent(what);
}

/** A CI step has no terminal, and may run this too. */
export function requireNoAgent(what: string): void {
  const why = whyAgent(what);
  if (why !== null) throw wrongCall(why);
}

function whyAgent(what: string): string | null {
  try {
    const agent = callingAgent(ownOrigin());
    return agent === null
      ? null
      : `agents can't run ${what}: ${oneLine(agent)}. Run it yourself, in a terminal of your own`;
  } catch (problem) {
    return `${what} must not be run by an agent, and what started it is unknown: ${messageOf(problem)}`;
  }
}

/** Whether the user agrees to a change. Without a terminal, `--yes` is needed; agents can't give it. */
export async function mayWrite(
  { name, options, terminal, signal }: CommandCall,
  question: string,
): Promise<boolean> {
  requireNoAgent(`hookline ${name}`);
  if (options['yes'] === true) return true;
  if (!process.stdin.isTTY)
    terminal.tell('nothing was changed: stdin is not a terminal; to change it without a question, add --yes');
  else if (await confirms(question, signal)) return true;
  else terminal.tell('nothing was changed');
  return false;
}
