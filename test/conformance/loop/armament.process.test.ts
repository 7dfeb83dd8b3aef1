import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { Agent } from '../../../src/agent/loop/agent.ts';
import type { AgentEvent } from '../../../src/agent/loop/events.ts';
import { defineTool } from '../../../src/agent/tools/define-tool.ts';
import { FileHistory, ScriptedModel, standardTools, TerminalView } from '../../../src/entries/agent.ts';
import type { LogEntry } from '../../../src/entries/index.ts';
import { HookSystem } from '../../../src/front-doors/armament/hook-system.ts';
import type { HookHandler } from '../../../src/front-doors/armament/types.ts';
import { described, type Run } from '../../agent/support.ts';
import type { ArmamentPoint } from '../../support/firing/hook-system.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';
import { armament } from '../catalogue/armament.ts';
import { conforms } from '../line.ts';

interface Seen extends Run {
  readonly log: readonly LogEntry[];
  /** What the tool `shell` ran with. */
  readonly ran: readonly unknown[];
  /** The file that the agent writes; null when there is none. */
  readonly file: string | null;
  readonly shown: string;
  readonly phases: readonly string[];
}

/** An agent that talks, uses tools, writes, starts a subagent and shows it all, with one hook that always answers that. */
async function session(point: ArmamentPoint, answer: object): Promise<Seen> {
  const scratch = new Scratch();
  const { hooks, log } = quietHooks();
  const ran: unknown[] = [];
  const shell = defineTool({
    name: 'shell',
    description: 'Runs a command.',
    input: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    run(input) {
      ran.push(input);
      return 'listing';
    },
  });
  const agent = new Agent({
    hooks,
    model: new ScriptedModel({
      turns: [
        { text: 'Hi', tools: [{ name: 'shell', input: { command: 'ls' } }] },
        { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'one' } }] },
        { tools: [{ name: 'Task', input: { prompt: 'Find it', subagent_type: 'explore' } }] },
        { text: 'Done.' },
      ],
      subagents: { explore: [{ text: 'Found it.' }] },
    }),
    tools: [shell, ...standardTools()],
    files: await FileHistory.open({ root: scratch.path, sessionId: 's1' }),
    cwd: scratch.path,
    sessionId: 's1',
    transcripts: join(scratch.path, 'sessions'),
    permissionMode: 'bypassPermissions',
    subagents: { explore: {} },
  });
  let shown = '';
  const write = (text: string): void => {
    shown += text;
  };
  const view = new TerminalView({ hooks, write });
  new HookSystem({ hooks }).register(point, (() => answer) as unknown as HookHandler<ArmamentPoint>);
  const events: AgentEvent[] = [];
  for await (const event of agent.run('Hello', { end: true })) {
    events.push(event);
    await view.show(event);
  }
  const path = join(scratch.path, 'a.txt');
  return {
    ...described(events),
    log,
    ran,
    file: existsSync(path) ? readFileSync(path, 'utf8') : null,
    shown,
    phases: events.filter((event) => event.type === 'phase').map(({ phase }) => phase),
  };
}

const abort = { abort: true, reason: 'not this' };
const change = (field: string, value: unknown): object => ({ modify: { [field]: value } });

/** What came of a session, without what is made up anew every time. */
function course({ requests, results, result, ran, file, phases }: Seen): string {
  const seen = JSON.stringify([requests, results, result, ran, file, phases]);
  return seen.replaceAll(/explore-[0-9a-f]{8}|\/[^" ]*hookline-[^/" ]*/g, '…');
}

let untouched: string | null = null;

/** The session goes on as if the hook had said nothing, and somebody is told. */
function hasNoEffect(point: ArmamentPoint, answer: object): () => Promise<void> {
  return async () => {
    untouched ??= course(await session(point, {}));
    const seen = await session(point, answer);
    expect(course(seen)).toBe(untouched);
    expect(`${JSON.stringify(seen.events)}${JSON.stringify(seen.log)}${seen.shown}`).toMatch(
      /was not obeyed|was dropped/,
    );
  };
}

describe('Hook Points', () => {
  conforms(armament, '003.points.pre:message.abort', 'the loop', async () => {
    const { requests, result } = await session('pre:message', abort);
    expect(requests).toEqual([]);
    expect(result).toMatchObject({ stop_reason: 'denied', reason: expect.stringContaining('not this') });
  });
  conforms(armament, '003.points.pre:message.modify', 'the loop', async () => {
    const { requests } = await session('pre:message', change('prompt', 'changed'));
    expect(requests[0]?.messages[0]).toEqual({ role: 'user', content: 'changed' });
    expect(JSON.stringify(requests)).not.toContain('Hello');
  });
  conforms(armament, '003.points.post:message.abort', 'the loop', hasNoEffect('post:message', abort));
  conforms(armament, '003.points.post:message.modify', 'the loop', async () => {
    const { result, shown } = await session('post:message', change('output', 'changed'));
    expect(result.result).toBe('changed');
    expect(shown).not.toContain('Done.');
  });

  conforms(armament, '003.points.pre:tool.abort', 'the loop', async () => {
    const { ran, file, results } = await session('pre:tool', abort);
    expect([ran, file]).toEqual([[], null]);
    expect(results).toHaveLength(3);
    for (const result of results) expect(result).toContain('not this');
  });
  conforms(armament, '003.points.pre:tool.modify', 'the loop', async () => {
    const { ran } = await session('pre:tool', change('args', 'pwd'));
    expect(ran).toEqual([{ command: 'pwd' }]);
  });
  conforms(armament, '003.points.post:tool.abort', 'the loop', hasNoEffect('post:tool', abort));
  conforms(armament, '003.points.post:tool.modify', 'the loop', async () => {
    const { results, requests } = await session('post:tool', change('result', 'changed'));
    expect(results).toEqual(['changed', 'changed', 'changed']);
    expect(JSON.stringify(requests)).not.toContain('listing');
  });

  conforms(armament, '003.points.pre:agent:spawn.abort', 'the loop', async () => {
    const { requests, results } = await session('pre:agent:spawn', abort);
    expect(requests.filter(({ agent_type }) => agent_type === 'explore')).toEqual([]);
    expect(results[2]).toContain('not this');
  });
  conforms(armament, '003.points.pre:agent:spawn.modify', 'the loop', async () => {
    const config = {
      description: '',
      prompt: 'changed',
      system_prompt: 'You look.',
      tools: [],
      max_turns: null,
    };
    const { requests } = await session('pre:agent:spawn', change('config', config));
    expect(requests.filter(({ agent_type }) => agent_type === 'explore')).toMatchObject([
      { system: 'You look.', messages: [{ role: 'user', content: 'changed' }] },
    ]);
  });
  conforms(
    armament,
    '003.points.post:agent:complete.abort',
    'the loop',
    hasNoEffect('post:agent:complete', abort),
  );
  conforms(
    armament,
    '003.points.post:agent:complete.modify',
    'the loop',
    hasNoEffect('post:agent:complete', change('result', 'changed')),
  );

  conforms(armament, '003.points.pre:session:phase.abort', 'the loop', async () => {
    const { phases, requests, result } = await session('pre:session:phase', abort);
    expect([phases, requests]).toEqual([[], []]);
    expect(result).toMatchObject({ stop_reason: 'denied', reason: expect.stringContaining('not this') });
  });
  conforms(
    armament,
    '003.points.pre:session:phase.modify',
    'the loop',
    hasNoEffect('pre:session:phase', change('phase', 'changed')),
  );
  conforms(
    armament,
    '003.points.post:session:phase.abort',
    'the loop',
    hasNoEffect('post:session:phase', abort),
  );
  conforms(
    armament,
    '003.points.post:session:phase.modify',
    'the loop',
    hasNoEffect('post:session:phase', change('phase', 'changed')),
  );

  conforms(armament, '003.points.pre:git:write.abort', 'the loop', async () => {
    const { file, results } = await session('pre:git:write', abort);
    expect(file).toBeNull();
    expect(results[1]).toContain('not this');
  });
  conforms(armament, '003.points.pre:git:write.modify', 'the loop', async () => {
    expect((await session('pre:git:write', change('content', 'changed'))).file).toBe('changed');
  });
  conforms(armament, '003.points.post:git:write.abort', 'the loop', hasNoEffect('post:git:write', abort));
  conforms(
    armament,
    '003.points.post:git:write.modify',
    'the loop',
    hasNoEffect('post:git:write', change('content', 'changed')),
  );

  conforms(armament, '003.points.pre:view:render.abort', 'the loop', hasNoEffect('pre:view:render', abort));
  conforms(armament, '003.points.pre:view:render.modify', 'the loop', async () => {
    const { shown } = await session('pre:view:render', change('data', 'changed'));
    expect(shown).toContain('changed\n');
    expect(shown).not.toContain('Done.');
  });
});
