import type { Agent } from '../../agent/loop/agent.ts';
import type { AgentEvent, ResultEvent } from '../../agent/loop/events.ts';
import type { Script, ScriptStep } from '../../agent/script/scripted-model.ts';
import type { Approver, PermissionMode } from '../../agent/tool-call/permissions.ts';
import { JsonView, TerminalView } from '../../agent/view/view.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import { recordConfig } from '../../gateway/host/record-config.ts';
import { type CommandCall, type CommandRun, wrongCall } from '../command.ts';
import { confirms } from '../input/confirms.ts';
import { withConfig } from '../input/with-config.ts';
import { chooseModel } from '../run/choose-model.ts';
import { type Running, withAgent } from '../run/with-agent.ts';
import type { Terminal } from '../terminal/terminal.ts';

class LastResult {
  readonly #sessionId: string;
  readonly #show: (event: AgentEvent) => void;
  #result: ResultEvent | null = null;

  constructor(sessionId: string, show: (event: AgentEvent) => void) {
    this.#sessionId = sessionId;
    this.#show = show;
  }

  show(event: AgentEvent): void {
    const isResult = event.type === 'result' && event.session_id === this.#sessionId;
    // The next prompt has begun.
    if (isResult || (event.type === 'phase' && event.phase === 'plan' && event.agent_id === undefined))
      this.end();
    if (isResult) this.#result = event;
    else this.#show(event);
  }

  end(): ResultEvent | null {
    const result = this.#result;
    this.#result = null;
    if (result !== null) this.#show(result);
    return result;
  }
}

export const runAgent: CommandRun = async (call) => {
  const { options, isJson, terminal, signal } = call;
  const chosen = await chooseModel(call);
  const { prompt, script } = chosen;
  const approver = approverFor(call, script);
  const compactAt = compactAtOf(options, script);
  const orchestratorId = orchestratorOf(options, script);
  const scene = { prompt, setup: setupOf(options, script), steps: script?.steps ?? [] };
  const own = {
    permissionMode: (options['permissionMode'] ?? 'bypassPermissions') as PermissionMode,
    hookMessages: isJson,
    ...sessionOf(options),
  };
  const end = await withConfig(call, async (config) => {
    const recording = await recordConfig(config, ({ message }) =>
      terminal.tell(terminal.messageColors.yellow(message)),
    );
    let last: LastResult | null = null;
    const setting = {
      config,
      chosen,
      ...own,
      ...(approver && { approver }),
      ...(compactAt !== undefined && { compactAt }),
      ...(orchestratorId !== undefined && { orchestratorId }),
      tell: (message: string) => {
        // An interrupt explains why servers end.
        if (!signal.aborted) terminal.tell(terminal.messageColors.yellow(message));
      },
      onEvent: (event: AgentEvent) => last?.show(event),
    };
    return withAgent(setting, async (running) => {
      const { agent } = running;
      const shown = showEvents(terminal, config.hooks, agent, isJson);
      last = new LastResult(agent.sessionId, (event) => shown.show(event));
      await play(running, scene, signal);
      await agent.end();
      const result = last.end();
      await shown.done();
      const { dim } = terminal.messageColors;
      if (!isJson) terminal.tell(dim(`to continue: hookline run --resume ${agent.sessionId} …`));
      return result;
    }).finally(() => recording?.stop());
  });
  return end === null || end.stop_reason === 'error' ? 1 : 0;
};

function approverFor(call: CommandCall, script: Script | null): Approver | null {
  if (script?.approve !== undefined) return scriptedPerson(script.approve);
  return call.isJson || !process.stdin.isTTY ? null : askPerson(call);
}

function scriptedPerson(approve: NonNullable<Script['approve']>): Approver {
  if (typeof approve === 'boolean') return () => approve;
  const answers = [...approve];
  return () => answers.shift() ?? false;
}

function askPerson({ terminal }: CommandCall): Approver {
  return ({ toolName, input, reason }, { signal }) => {
    // On a terminal, the notice has just given the reason.
    const why = process.stdout.isTTY ? '' : `\n${reason}`;
    terminal.tell(terminal.messageColors.yellow(`${toolName} ${JSON.stringify(input)}${why}`));
    return confirms('Allow this?', signal);
  };
}

interface Play {
  readonly prompt: string;
  readonly setup: 'init' | 'maintenance' | null;
  readonly steps: readonly ScriptStep[];
}

async function play(running: Running, { prompt, setup, steps }: Play, signal: AbortSignal): Promise<void> {
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

type Options = CommandCall['options'];

function sessionOf({ resume, session }: Options): {
  readonly sessionId?: string;
  readonly resume: boolean;
} {
  if (resume !== undefined && session !== undefined)
    throw wrongCall('--session starts a session and --resume continues one; use one of them');
  const id = resume ?? session;
  return { resume: resume !== undefined, ...(id !== undefined && { sessionId: String(id) }) };
}

function setupOf({ init, maintenance }: Options, script: Script | null): 'init' | 'maintenance' | null {
  if (init === true && maintenance === true)
    throw wrongCall('--init and --maintenance are two setups; use one of them');
  if (init === true) return 'init';
  return maintenance === true ? 'maintenance' : (script?.setup ?? null);
}

function compactAtOf({ compactAt: given }: Options, script: Script | null): number | undefined {
  if (given === undefined) return script?.compactAt;
  const tokens = Number(given);
  if (Number.isInteger(tokens) && tokens > 0) return tokens;
  throw wrongCall(`--compact-at takes a number of tokens above 0, not "${String(given)}"`);
}

function orchestratorOf({ orchestrator }: Options, script: Script | null): string | undefined {
  return typeof orchestrator === 'string' ? orchestrator : script?.orchestrator;
}

function showEvents(terminal: Terminal, hooks: Hooks, agent: Agent, isJson: boolean) {
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
    show: (event: AgentEvent): void => {
      last = view.show(event);
    },
    done: () => last,
  };
}
