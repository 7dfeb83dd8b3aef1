import { Agent } from '../../../src/agent/loop/agent.ts';
import type { AgentEvent } from '../../../src/agent/loop/events.ts';
import { Team } from '../../../src/agent/team/team.ts';
import { defineTool } from '../../../src/agent/tools/define-tool.ts';
import { type AgentOptions, type Script, ScriptedModel } from '../../../src/entries/agent.ts';
import type { LogEntry } from '../../../src/entries/index.ts';
import { HOOK_EVENTS } from '../../../src/front-doors/runner/config.ts';
import type { Runner } from '../../../src/front-doors/runner/runner.ts';
import type { Model } from '../../../src/models/model.ts';
import type { AgentSdkEvent, HookCallbackLike } from '../../../src/protocols/agent-sdk/types.ts';
import { described, echo, type Run } from '../../agent/support.ts';
import { Scratch } from '../../support/scratch.ts';
import { quietRunner } from '../goat/support.ts';

/** What a callback answers, by what it gets and how often it ran before. */
export type Answer = object | ((input: Readonly<Record<string, unknown>>, count: number) => object);
export type Answers = { readonly [Event in AgentSdkEvent]?: Answer };

export interface Journal {
  readonly agent: Agent;
  readonly runner: Runner;
  readonly log: readonly LogEntry[];
  /** Every event, every model call and every run of the tool, in order. */
  readonly entries: string[];
  /** What the tool really ran with. */
  readonly ran: unknown[];
  /** What the model was asked for when the conversation was compacted. */
  readonly summaries: string[];
  /** What hooks were told, by event. */
  told(event: AgentSdkEvent): readonly Readonly<Record<string, unknown>>[];
  run(prompt?: string): Promise<Run>;
  /** Has a team of one teammate do one task. */
  runTeam(): Promise<readonly string[]>;
}

export interface JournalSetting extends Partial<AgentOptions> {
  readonly turns?: Script['turns'];
  readonly scripts?: Script['subagents'];
}

/** The agent loop itself, with callbacks of the runner at all fifteen events, a scripted model and a tool that runs. */
export function journal(answers: Answers = {}, setting: JournalSetting = {}): Journal {
  const { turns = [echo('a'), { text: 'Done.' }], scripts = {}, ...options } = setting;
  const entries: string[] = [];
  const ran: unknown[] = [];
  const summaries: string[] = [];
  const inputs: [AgentSdkEvent, Readonly<Record<string, unknown>>][] = [];
  const callback =
    (event: AgentSdkEvent): HookCallbackLike =>
    (input) => {
      const answer = answers[event] ?? {};
      const count = inputs.filter(([other]) => other === event).length;
      entries.push(event);
      inputs.push([event, { ...input }]);
      return (typeof answer === 'function' ? answer({ ...input }, count) : answer) as object;
    };
  const { runner, log } = quietRunner(
    Object.fromEntries(HOOK_EVENTS.map((event) => [event, [{ hooks: [callback(event)] }]])),
  );
  const cwd = new Scratch().path;
  const common = {
    hooks: runner.hooks,
    cwd,
    transcripts: `${cwd}/sessions`,
    permissionMode: 'bypassPermissions' as const,
    systemPrompt: 'You help.',
    tools: [notingTool(entries, ran)],
  };
  const script = new ScriptedModel({ turns, subagents: scripts });
  const agent = new Agent({ ...common, model: noting(script, entries, summaries), ...options });
  const run = async (prompt = 'Do it'): Promise<Run> => {
    const events: AgentEvent[] = [];
    for await (const event of agent.run(prompt)) events.push(event);
    return described(events);
  };
  const runTeam = async (): Promise<readonly string[]> => {
    const model = noting(new ScriptedModel({ turns: [] }), entries, summaries);
    const ann = new Agent({ ...common, model, agentId: 'ann', agentType: 'teammate' });
    const team = new Team({ name: 'crew', hooks: runner.hooks, teammates: { ann } });
    team.tasks.add({ subject: 'Fix it' });
    const { tasks } = await team.run(undefined, { end: true });
    return tasks.map(({ status }) => status);
  };
  const told = (event: AgentSdkEvent): readonly Readonly<Record<string, unknown>>[] =>
    inputs.filter(([other]) => other === event).map(([, input]) => input);
  return { agent, runner, log, entries, ran, summaries, told, run, runTeam };
}

function noting(script: Model, entries: string[], summaries: string[]): Model {
  return {
    name: 'scripted',
    respond(request, options) {
      const { agent, purpose, messages } = request;
      if (purpose === 'summary') summaries.push(String(messages.at(-1)?.content));
      entries.push(purpose === 'summary' ? '[compact]' : agent.type === null ? '[model]' : `[${agent.type}]`);
      return script.respond(request, options);
    },
  };
}

function notingTool(entries: string[], ran: unknown[]) {
  return defineTool({
    name: 'echo',
    description: 'Says what it is told.',
    input: { type: 'object', properties: { text: { type: 'string' }, fail: { type: 'boolean' } } },
    run(input) {
      entries.push('[tool]');
      ran.push(input);
      if (input['fail'] === true) throw new Error(`failed on ${String(input['text'])}`);
      return `echo: ${String(input['text'])}`;
    },
  });
}

export const task: Script['turns'][number] = {
  tools: [{ name: 'Task', input: { prompt: 'Find it', subagent_type: 'explore' } }],
};
