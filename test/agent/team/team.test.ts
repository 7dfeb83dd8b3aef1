import { describe, expect, it } from 'vitest';
import { Agent } from '../../../src/agent/loop/agent.ts';
import { maxSendBacks, Team, type Worker } from '../../../src/agent/team/team.ts';
import { deny, inject, notify, resume } from '../../../src/entries/index.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../src/models/model.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

/** A worker whose answers are scripted, and who notes what it was asked. */
function worker(
  answer: (prompt: string, count: number) => string | { stop_reason: string; reason?: string } = () => 'done',
): Worker & {
  readonly prompts: string[];
} {
  const prompts: string[] = [];
  return {
    prompts,
    async ask(prompt) {
      prompts.push(prompt);
      const said = answer(prompt, prompts.length);
      return typeof said === 'string' ? { result: said, stop_reason: 'end_turn' } : { result: '', ...said };
    },
  };
}

describe('a team', () => {
  it('shares its tasks among the teammates, each of them done once', async () => {
    const { hooks } = quietHooks();
    const anna = worker();
    const ben = worker();
    const team = new Team({ name: 'crew', hooks, teammates: { anna, ben } });
    for (const subject of ['one', 'two', 'three', 'four']) team.tasks.add({ subject });
    const { tasks, result } = await team.run();
    expect(tasks.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed']);
    expect(result).toBeNull();
    expect([...anna.prompts, ...ben.prompts].sort()).toEqual([
      'Task 1: one',
      'Task 2: two',
      'Task 3: three',
      'Task 4: four',
    ]);
    expect(anna.prompts.length).toBeGreaterThan(0);
    expect(ben.prompts.length).toBeGreaterThan(0);
  });

  it('fires TaskCompleted and TeammateIdle with the fields of the specification', async () => {
    const { hooks } = quietHooks({ base: { session_id: 's', transcript_path: '/t', cwd: '/c' } });
    const seen: unknown[] = [];
    hooks.on('TaskCompleted', (input) => void seen.push(input));
    hooks.on('TeammateIdle', (input) => void seen.push(input));
    const team = new Team({ name: 'crew', hooks, teammates: { anna: worker() } });
    team.tasks.add({ subject: 'Fix it', description: 'All of it' });
    await team.run();
    const base = { session_id: 's', transcript_path: '/t', cwd: '/c' };
    expect(seen).toEqual([
      {
        ...base,
        hook_event_name: 'TaskCompleted',
        task_id: '1',
        task_subject: 'Fix it',
        task_description: 'All of it',
        teammate_name: 'anna',
        team_name: 'crew',
      },
      { ...base, hook_event_name: 'TeammateIdle', teammate_name: 'anna', team_name: 'crew' },
    ]);
  });

  it('leaves a task open that a hook does not let be completed; the teammate gets the reason', async () => {
    const { hooks } = quietHooks();
    let denials = 2;
    hooks.on('TaskCompleted', { name: 'tests' }, () => {
      denials -= 1;
      return denials >= 0 ? deny('tests fail') : undefined;
    });
    const anna = worker((_, count) => `try ${count}`);
    const team = new Team({ name: 'crew', hooks, teammates: { anna } });
    team.tasks.add({ subject: 'Fix it' });
    const { tasks } = await team.run();
    const reason = 'Denied by the TaskCompleted hook "tests": tests fail';
    expect(anna.prompts).toEqual(['Task 1: Fix it', reason, reason]);
    expect(tasks).toMatchObject([{ status: 'completed', owner: 'anna', note: 'try 3' }]);
  });

  it('gives a task up that hooks never let be completed', async () => {
    const { hooks } = quietHooks();
    hooks.on('TaskCompleted', { name: 'never' }, () => deny('no'));
    const notices: string[] = [];
    const anna = worker();
    const team = new Team({
      name: 'crew',
      hooks,
      teammates: { anna },
      notice: ({ message }) => notices.push(message),
    });
    team.tasks.add({ subject: 'Fix it' });
    const { tasks } = await team.run();
    expect(tasks).toMatchObject([{ status: 'failed', note: 'Denied by the TaskCompleted hook "never": no' }]);
    expect(anna.prompts).toHaveLength(maxSendBacks + 1);
    expect(notices).toHaveLength(1);
  });

  it('keeps a teammate at work with the reason of a hook, but not for ever', async () => {
    const { hooks } = quietHooks();
    hooks.on('TeammateIdle', ({ teammate_name }) =>
      teammate_name === 'anna' ? resume('Check once more.') : undefined,
    );
    const notices: string[] = [];
    const anna = worker();
    const ben = worker();
    const team = new Team({
      name: 'crew',
      hooks,
      teammates: { anna, ben },
      notice: ({ message }) => notices.push(message),
    });
    await team.run();
    expect(anna.prompts).toEqual(Array.from({ length: maxSendBacks }, () => 'Check once more.'));
    expect(ben.prompts).toEqual([]);
    expect(notices).toEqual([
      `anna goes idle although a hook objects: it did so ${maxSendBacks} times in a row`,
    ]);
  });

  it('finds the hooks of a teammate by its name', async () => {
    const { hooks } = quietHooks();
    const seen: string[] = [];
    hooks.scope('anna').on('TaskCompleted', ({ teammate_name }) => void seen.push(String(teammate_name)));
    hooks.scope('ben').on('TeammateIdle', ({ teammate_name }) => void seen.push(teammate_name));
    const team = new Team({ name: 'crew', hooks, teammates: { anna: worker() } });
    team.tasks.add({ subject: 'x' });
    await team.run();
    expect(seen).toEqual(['anna']);
  });

  it('tells a teammate what hooks inject, with its next prompt, and the person what they notify', async () => {
    const { hooks } = quietHooks();
    hooks.on('TaskCompleted', () => [inject('Mind the style guide.'), notify('one down')]);
    const notices: string[] = [];
    const anna = worker();
    const team = new Team({
      name: 'crew',
      hooks,
      teammates: { anna },
      notice: ({ message }, point) => notices.push(`${point}: ${message}`),
    });
    team.tasks.add({ subject: 'one' });
    team.tasks.add({ subject: 'two' });
    await team.run();
    expect(anna.prompts).toEqual(['Task 1: one', 'Mind the style guide.\n\nTask 2: two']);
    expect(notices).toEqual(['TaskCompleted: one down', 'TaskCompleted: one down']);
  });

  it('does not complete the task of a teammate that failed, and goes on', async () => {
    const { hooks } = quietHooks();
    const anna = worker((prompt) => {
      if (prompt.includes('one')) return { stop_reason: 'error', reason: 'model is down' };
      if (prompt.includes('two')) throw new Error('busy');
      return 'fine';
    });
    const team = new Team({ name: 'crew', hooks, teammates: { anna } });
    for (const subject of ['one', 'two', 'three']) team.tasks.add({ subject });
    expect((await team.run()).tasks).toMatchObject([
      { status: 'failed', note: 'anna stopped: model is down' },
      { status: 'failed', note: 'anna stopped: busy' },
      { status: 'completed', note: 'fine' },
    ]);
  });

  it('stops when it is aborted', async () => {
    const { hooks } = quietHooks();
    const controller = new AbortController();
    const anna = worker(() => {
      controller.abort();
      return 'done';
    });
    const team = new Team({ name: 'crew', hooks, teammates: { anna } });
    team.tasks.add({ subject: 'one' });
    team.tasks.add({ subject: 'two' });
    expect((await team.run(undefined, { signal: controller.signal })).tasks).toMatchObject([
      { status: 'failed', note: 'interrupted' },
      { status: 'open' },
    ]);
  });

  it('refuses what is no team', () => {
    const { hooks } = quietHooks();
    expect(() => new Team({ name: '', hooks, teammates: { anna: worker() } })).toThrow('needs a name');
    expect(() => new Team({ name: 'crew', hooks, teammates: {} })).toThrow('has no teammates');
  });
});

/** A model whose turns are given as a function of what it is asked. */
function model(respond: (request: ModelRequest, turn: number) => readonly ModelEvent[]): Model {
  let turn = 0;
  return {
    name: 'scripted',
    async *respond(request) {
      turn += 1;
      yield* respond(request, turn);
    },
  };
}
const call = (id: string, name: string, input: Record<string, unknown>): ModelEvent => ({
  type: 'tool_use',
  id,
  name,
  input,
});
const say = (text: string): ModelEvent[] => [
  { type: 'text', text },
  { type: 'stop', reason: 'end_turn' },
];

it('agents make up a team: the lead adds tasks, a teammate completes them, the lead sums up', async () => {
  const { hooks } = quietHooks();
  const scratch = new Scratch();
  let denials = 1;
  hooks.on('TaskCompleted', { name: 'tests' }, () => {
    denials -= 1;
    return denials >= 0 ? deny('tests fail') : undefined;
  });
  const results: string[] = [];
  const options = { hooks, cwd: scratch.path, transcripts: scratch.path };
  const agents: Agent[] = [];
  const team = new Team({
    name: 'crew',
    hooks,
    lead(tools) {
      const turns = (request: ModelRequest, turn: number): readonly ModelEvent[] => {
        if (turn === 1)
          return [call('1', 'TaskCreate', { subject: 'Fix it' }), { type: 'stop', reason: 'tool_use' }];
        return say(turn === 2 ? 'planned' : `I heard: ${request.messages.at(-1)?.content}`);
      };
      const lead = new Agent({ ...options, tools, model: model(turns) });
      agents.push(lead);
      return lead;
    },
    teammates: {
      anna(tools) {
        const complete = { task_id: '1', status: 'completed', note: 'fixed' };
        const anna = new Agent({
          ...options,
          agentId: 'anna',
          tools,
          onEvent: (event) => {
            if (event.type === 'tool_result') results.push(`${event.is_error} ${event.content}`);
          },
          model: model((_, turn) => {
            if (turn === 1) return [call('a', 'TaskList', {}), { type: 'stop', reason: 'tool_use' }];
            if (turn > 3) return say('done');
            return [call(`c${turn}`, 'TaskUpdate', complete), { type: 'stop', reason: 'tool_use' }];
          }),
        });
        agents.push(anna);
        return anna;
      },
    },
  });
  const { tasks, result } = await team.run('Make it work');
  expect(tasks).toMatchObject([{ subject: 'Fix it', status: 'completed', owner: 'anna', note: 'fixed' }]);
  expect(result).toBe('I heard: Your team is done:\n- Task 1 (Fix it) completed: fixed\nSum up.');
  expect(results).toEqual([
    'false 1 [claimed by anna] Fix it',
    'true Task 1 is not completed. Denied by the TaskCompleted hook "tests": tests fail',
    'false Task 1 is completed.',
  ]);
  await Promise.all(agents.map((agent) => agent.end()));
});
