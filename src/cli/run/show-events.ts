import type { Agent } from '../../agent/loop/agent.ts';
import type { AgentEvent } from '../../agent/loop/events.ts';
import { JsonView } from '../../agent/view/json-view.ts';
import { TerminalView } from '../../agent/view/view.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Shows what an agent does, in order. */
export interface Show {
  show(event: AgentEvent): void;
  /** Settles when everything so far is shown. */
  done(): Promise<void>;
}

/** For programs, one JSON object a line; or for people. Hooks may change each frame. */
export function showEvents(terminal: Terminal, hooks: Hooks, agent: Agent, isJson: boolean): Show {
  const { colors } = terminal;
  const options = {
    hooks,
    agent: agent.agentId,
    base: () => ({
      session_id: agent.sessionId,
      transcript_path: agent.transcriptPath,
      cwd: process.cwd(),
      permission_mode: agent.permissionMode,
      ...(agent.orchestratorId !== null && { orchestrator_id: agent.orchestratorId }),
    }),
    write: (text: string) => terminal.print(text.trimEnd()),
  };
  const view = isJson
    ? new JsonView(options)
    : new TerminalView({ ...options, paint: (text, colour) => colors[colour](text) });
  let last: Promise<void> = Promise.resolve();
  return {
    show: (event) => {
      last = view.show(event);
    },
    done: () => last,
  };
}
