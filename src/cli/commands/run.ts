import { createInterface } from 'node:readline/promises';
import { type AgentEvent, type PermissionMode, permissionModes } from '../../agent/index.ts';
import type { Approver } from '../../agent/permissions.ts';
import { TerminalView } from '../../agent/view.ts';
import { HooklineError } from '../../engine/errors.ts';
import { didYouMean } from '../../engine/suggest.ts';
import type { Call, Run } from '../command.ts';
import { chooseModel } from '../run/choose-model.ts';
import { withAgent } from '../run/with-agent.ts';
import { withConfig } from '../with-config.ts';

/** Runs the agent loop on one prompt and tells what happens, event by event. */
export const run: Run = async (call) => {
  const { options, terminal, signal } = call;
  const chosen = await chooseModel(call);
  const isJson = options['json'] === true;
  const end = await withConfig(call, (config) =>
    withAgent(
      {
        config,
        chosen,
        permissionMode: permissionMode(options['permissionMode']),
        hookMessages: isJson,
        ...(isJson || !process.stdin.isTTY ? {} : { approver: askPerson(call) }),
        ...(typeof options['resume'] === 'string' && { resume: options['resume'] }),
        tell: (message) => terminal.tell(terminal.messageColors.yellow(message)),
      },
      async (agent) => {
        const { colors } = terminal;
        const view = new TerminalView({
          hooks: config.hooks,
          base: { session_id: agent.sessionId, transcript_path: agent.transcriptPath, cwd: process.cwd() },
          write: (text) => terminal.print(text.trimEnd()),
          paint: (text, colour) => colors[colour](text),
        });
        if (options['init'] === true) await agent.setup('init');
        let last: AgentEvent | null = null;
        for await (const event of agent.run(chosen.prompt, { end: true, signal })) {
          last = event;
          if (isJson) terminal.print(JSON.stringify(event));
          else await view.show(event);
        }
        return last;
      },
    ),
  );
  return end?.type === 'result' && end.stop_reason !== 'error' ? 0 : 1;
};

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

/** Asks whoever sits at the terminal. Anything but a yes is a no. */
function askPerson({ terminal }: Call): Approver {
  return async ({ toolName, input, reason }, { signal }) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      terminal.tell(terminal.messageColors.yellow(`${toolName} ${JSON.stringify(input)}\n${reason}`));
      const answer = await lines.question('Go ahead? [y/N] ', { signal });
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      lines.close();
    }
  };
}
