import { createInterface } from 'node:readline/promises';
import type { AgentEvent } from '../../agent/loop/events.ts';
import { type Approver, type PermissionMode, permissionModes } from '../../agent/tool-call/permissions.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import { withConfig } from '../input/with-config.ts';
import { chooseModel } from '../run/choose-model.ts';
import { asJsonLines, onTerminal, type Show } from '../run/show-events.ts';
import { withAgent } from '../run/with-agent.ts';

/** Runs the agent loop on one prompt and shows its events. */
export const runAgent: CommandRun = async (call) => {
  const { options, terminal, signal } = call;
  const chosen = await chooseModel(call);
  const mode = permissionMode(options['permissionMode']);
  const isJson = options['json'] === true;
  const session = sessionOf(options);
  const end = await withConfig(call, (config) => {
    let shown: Show | null = null;
    const setting = {
      config,
      chosen,
      permissionMode: mode,
      hookMessages: isJson,
      ...(isJson || !process.stdin.isTTY ? {} : { approver: askPerson(call) }),
      ...session,
      tell: (message: string) => {
        // After an interrupt, everybody knows why servers end.
        if (!signal.aborted) terminal.tell(terminal.messageColors.yellow(message));
      },
      onEvent: (event: AgentEvent) => shown?.show(event),
    };
    return withAgent(setting, async (agent) => {
      shown = isJson ? asJsonLines(terminal) : onTerminal(terminal, config.hooks, agent);
      if (options['init'] === true) await agent.setup('init');
      const result = await agent.ask(chosen.prompt, { end: true, signal });
      await shown.done();
      const { dim } = terminal.messageColors;
      if (!isJson) terminal.tell(dim(`to go on: hookline run --resume ${agent.sessionId} …`));
      return result;
    });
  });
  return end.stop_reason === 'error' ? 1 : 0;
};

/** The session to start or to resume. */
function sessionOf({ resume, session }: CommandCall['options']): {
  readonly sessionId?: string;
  readonly resume: boolean;
} {
  if (resume !== undefined && session !== undefined) {
    throw new HooklineError(
      'option-invalid',
      '--session begins a session and --resume goes on with one; give one of them',
    );
  }
  const id = resume ?? session;
  return { resume: resume !== undefined, ...(id !== undefined && { sessionId: String(id) }) };
}

function permissionMode(given: unknown): PermissionMode {
  if (given === undefined) return 'bypassPermissions';
  const modes = Object.keys(permissionModes);
  const mode = modes.find((name) => name === given);
  if (mode !== undefined) return mode as PermissionMode;
  throw new HooklineError(
    'option-invalid',
    `unknown permission mode "${String(given)}"${didYouMean(String(given), modes) || `: it is one of ${modes.join(', ')}`}`,
  );
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
