import type { Agent } from '../../agent/loop/agent.ts';
import type { AgentEvent } from '../../agent/loop/events.ts';
import { TerminalView } from '../../agent/view/view.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Shows what an agent does, in order. */
export interface Show {
  show(event: AgentEvent): void;
  /** Settles when everything so far is shown. */
  done(): Promise<void>;
}

/** For programs: one JSON object a line. */
export function asJsonLines(terminal: Terminal): Show {
  return { show: (event) => terminal.print(JSON.stringify(event)), done: async () => {} };
}

/** For people; hooks may change each frame. */
export function onTerminal(terminal: Terminal, hooks: Hooks, agent: Agent): Show {
  const { colors } = terminal;
  const view = new TerminalView({
    hooks,
    agent: agent.agentId,
    base: () => ({
      session_id: agent.sessionId,
      transcript_path: agent.transcriptPath,
      cwd: process.cwd(),
      permission_mode: agent.permissionMode,
    }),
    write: (text) => terminal.print(text.trimEnd()),
    paint: (text, colour) => colors[colour](text),
  });
  let last: Promise<void> = Promise.resolve();
  return {
    show: (event) => {
      last = view.show(event);
    },
    done: () => last,
  };
}
