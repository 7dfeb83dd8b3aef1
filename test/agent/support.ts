import type { AgentEvent, ModelRequestEvent, ResultEvent } from '../../src/agent/loop/events.ts';
import { defineTool } from '../../src/agent/tools/define-tool.ts';
import { Agent, type AgentOptions, type Script, ScriptedModel, type Tool } from '../../src/entries/agent.ts';
import { allPoints, type Hooks, type LogEntry } from '../../src/entries/index.ts';
import type { Message } from '../../src/models/model.ts';
import { quietHooks } from '../support/hooks.ts';
import { Scratch } from '../support/scratch.ts';

type Turns = Script['turns'];

export interface Setting extends Partial<AgentOptions> {
  readonly turns?: Turns;
  readonly scripts?: Script['subagents'];
}

export interface Told {
  readonly agent: Agent;
  readonly hooks: Hooks;
  readonly log: readonly LogEntry[];
  readonly scratch: Scratch;
  /** The inputs that the tool `echo` really ran with. */
  readonly ran: unknown[];
  run(prompt?: string): Promise<Run>;
}

export interface Run {
  readonly events: readonly AgentEvent[];
  readonly requests: readonly ModelRequestEvent[];
  readonly result: ResultEvent;
  /** What the tools gave, as the model got it. */
  readonly results: readonly string[];
}

/** An agent in a folder of its own, with a scripted model and a tool that notes its inputs. */
export function newAgent({ turns = [], scripts = {}, ...options }: Setting = {}): Told {
  const scratch = new Scratch();
  const { hooks, log } = quietHooks();
  const ran: unknown[] = [];
  const agent = new Agent({
    hooks,
    model: new ScriptedModel({ turns, subagents: scripts }),
    tools: [echoTool(ran)],
    cwd: scratch.path,
    transcripts: `${scratch.path}/sessions`,
    permissionMode: 'bypassPermissions',
    ...options,
  });
  const run = async (prompt = 'Do it'): Promise<Run> => {
    const events: AgentEvent[] = [];
    for await (const event of agent.run(prompt)) events.push(event);
    return described(events);
  };
  return { agent, hooks: options.hooks ?? hooks, log, scratch, ran, run };
}

export function described(events: readonly AgentEvent[]): Run {
  const result = events.at(-1);
  if (result?.type !== 'result') throw new Error(`the last event is no result: ${JSON.stringify(result)}`);
  return {
    events,
    result,
    requests: events.filter((event) => event.type === 'model_request'),
    results: events.filter((event) => event.type === 'tool_result').map(({ content }) => String(content)),
  };
}

function echoTool(ran: unknown[]): Tool {
  return defineTool({
    name: 'echo',
    description: 'Says what it is told.',
    input: {
      type: 'object',
      properties: { text: { type: 'string' }, fail: { type: 'boolean' } },
      required: ['text'],
    },
    run(input) {
      ran.push(input);
      if (input['fail'] === true) throw new Error(`failed on ${String(input['text'])}`);
      return `echo: ${String(input['text'])}`;
    },
  });
}

/** One turn that calls `echo`. */
export function echo(text: string, more: Readonly<Record<string, unknown>> = {}): Turns[number] {
  return { tools: [{ name: 'echo', input: { text, ...more } }] };
}

/** Notes the name of every point that fires, in order. */
export function noteFirings(hooks: Hooks): string[] {
  const fired: string[] = [];
  for (const { name } of allPoints()) {
    hooks.on(name as 'Stop', { priority: -1000, name: `note ${name}` }, () => {
      fired.push(name);
    });
  }
  return fired;
}

/** All that a message says, as one text. */
export function textOf({ content }: Message): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
