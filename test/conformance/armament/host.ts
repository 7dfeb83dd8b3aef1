import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { defineTool } from '../../../src/agent/tools/define-tool.ts';
import { TerminalView } from '../../../src/agent/view/view.ts';
import { Agent, FileHistory, type Model, ScriptedModel, standardTools } from '../../../src/entries/agent.ts';
import { HookSystem } from '../../../src/front-doors/armament/hook-system.ts';
import type { HookHandler } from '../../../src/front-doors/armament/types.ts';
import type { ArmamentPoint } from '../../support/firing/hook-system.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

/** A look at the world from inside a hook. */
export interface Look {
  readonly context: Readonly<Record<string, unknown>>;
  /** Whether what the point is about had happened by then. */
  readonly isDone: boolean;
}

export interface Session {
  /** What each run of the hook saw. */
  readonly looks: readonly Look[];
  /** Whether it has happened now that all is over. */
  readonly isDone: boolean;
}

/**
 * Has an agent talk to its model, run a tool, write a file, start a subagent, go through its phases and show it all, with
 * a hook of Armament at one point that takes its time and then looks whether the action has happened.
 */
export async function lookingAt(point: ArmamentPoint): Promise<Session> {
  const scratch = new Scratch();
  const { hooks } = quietHooks();
  const happened = new Set<string>();
  const script = new ScriptedModel({
    turns: [
      { text: 'Hi', tools: [{ name: 'shell', input: { command: 'ls' } }] },
      { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'one' } }] },
      { tools: [{ name: 'Task', input: { prompt: 'Find it', subagent_type: 'explore' } }] },
      { text: 'Done.' },
    ],
    subagents: { explore: [{ text: 'Found it.' }] },
  });
  const model: Model = {
    name: 'scripted',
    async *respond(request, options) {
      const who = request.agent.type ?? 'main';
      happened.add(`${who} asked`);
      for await (const event of script.respond(request, options)) {
        // The agent reads on before it is told that the answer is complete.
        if (event.type === 'stop') happened.add(`${who} answered`);
        yield event;
      }
    },
  };
  const shell = defineTool({
    name: 'shell',
    description: 'Runs a command.',
    input: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    async run() {
      await delay(5);
      happened.add('tool');
      return 'a.txt';
    },
  });
  const files = await FileHistory.open({ root: scratch.path, sessionId: 's1' });
  const agent = new Agent({
    hooks,
    model,
    tools: [shell, ...standardTools()],
    files,
    cwd: scratch.path,
    sessionId: 's1',
    transcripts: join(scratch.path, 'sessions'),
    permissionMode: 'bypassPermissions',
    subagents: { explore: {} },
  });
  const view = new TerminalView({ hooks, write: () => happened.add('drawn') });
  const isDone = (phase: unknown): boolean => {
    if (point.endsWith(':phase')) return agent.phase === phase;
    if (point.endsWith(':write')) return existsSync(join(scratch.path, 'a.txt'));
    return happened.has(actions[point]);
  };
  const looks: Look[] = [];
  const look = async (context: Look['context']): Promise<void> => {
    await delay(10);
    looks.push({ context, isDone: isDone(context['phase']) });
  };
  new HookSystem({ hooks }).register(point, look as unknown as HookHandler<ArmamentPoint>);
  for await (const event of agent.run('Hello', { end: true })) await view.show(event);
  return { looks, isDone: isDone(agent.phase) };
}

/** What has to happen between the two points of a pair, by what does it. */
const actions: Readonly<Record<ArmamentPoint, string>> = {
  'pre:message': 'main asked',
  'post:message': 'main answered',
  'pre:tool': 'tool',
  'post:tool': 'tool',
  'pre:agent:spawn': 'explore asked',
  'post:agent:complete': 'explore answered',
  'pre:session:phase': 'phase',
  'post:session:phase': 'phase',
  'pre:git:write': 'file',
  'post:git:write': 'file',
  'pre:view:render': 'drawn',
};
