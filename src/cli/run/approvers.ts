import { createInterface } from 'node:readline/promises';
import type { Script } from '../../agent/script/script.ts';
import type { Approver } from '../../agent/tool-call/permissions.ts';
import type { CommandCall } from '../command.ts';

/** Who is asked: the person of the script, else the one at the terminal; null where nobody is. */
export function approverFor(call: CommandCall, script: Script | null): Approver | null {
  if (script?.approve !== undefined) return scriptedPerson(script.approve);
  return call.options['json'] === true || !process.stdin.isTTY ? null : askPerson(call);
}

/** Answers always the same, or one answer after another and then no. */
function scriptedPerson(approve: NonNullable<Script['approve']>): Approver {
  if (!Array.isArray(approve)) return () => approve;
  const answers = [...approve];
  return () => answers.shift() ?? false;
}

/** Asks the person at the terminal. Anything but a yes is a no. */
function askPerson({ terminal }: CommandCall): Approver {
  return async ({ toolName, input, reason }, { signal }) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      // On a terminal, the notice has just said why.
      const why = process.stdout.isTTY ? '' : `\n${reason}`;
      terminal.tell(terminal.messageColors.yellow(`${toolName} ${JSON.stringify(input)}${why}`));
      const answer = await lines.question('Go ahead? [y/N] ', { signal });
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      lines.close();
    }
  };
}
