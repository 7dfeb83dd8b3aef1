import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { main } from '../../support/command-line/cli.ts';
import { type AgentRun, bash, keepsIn, runAgent, says } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const builtin = pathToFileURL(join(main, '..', '..', 'builtin.js')).href;
const explore = { tools: [{ name: 'Task', input: { prompt: 'Look', subagent_type: 'explore' } }] };

/** A module whose hook is a built-in one that the code around it can talk to. */
function moduleWith(code: string): Readonly<Record<string, string>> {
  return { 'mine.mjs': `import * as builtin from ${JSON.stringify(builtin)};\n${code}\n` };
}

/** Hooks of the module at these points, in a thread. */
function at(...points: readonly string[]): Readonly<Record<string, readonly object[]>> {
  return Object.fromEntries(points.map((point) => [point, [{ type: 'module', handler: './mine.mjs' }]]));
}

/** The same without a thread, which takes longer to start than all else. */
const inProcess = { type: 'module', handler: './mine.mjs', isolate: false };
const wrapsUp = { PreToolUse: [inProcess], PostToolUse: [inProcess] };

function kept({ cwd }: AgentRun, file: string): readonly Record<string, unknown>[] {
  return readFileSync(join(cwd, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe.each([
  ['main', {}],
  ['an id of its own', { agent: 'agent1' }],
])('the main agent, called %s', (_called, named) => {
  it('is who wrapUp() and wrapUp(null) mean', async () => {
    for (const call of ['limit.wrapUp()', 'limit.wrapUp(null)', "limit.wrapUp('main')"]) {
      const { results } = await runAgent({
        hooks: wrapsUp,
        files:
          moduleWith(`const limit = builtin.roundTimeLimit({ limit: '1h', grace: 0, warning: 'Finish.' });
${call};
export default limit;`),
        script: { ...named, turns: [bash('echo one'), bash('echo two')] },
      });
      expect(results).toEqual(['one\nFinish.', expect.stringContaining('The time of this round is over')]);
    }
  });

  it('is who reset(null) means', async () => {
    const { results } = await runAgent({
      hooks: at('PreToolUse', 'PostToolUse'),
      files: moduleWith(`let time = 0;
const limit = builtin.roundTimeLimit({ limit: 10, grace: 0, warning: 'Finish.', now: () => time });
export default (event, context) => {
  time += 6000;
  if (event.tool_input.command === 'echo fresh') limit.reset(null);
  return limit(event, context);
};`),
      script: { ...named, turns: [bash('echo fresh'), bash('echo fresh'), bash('echo late')] },
    });
    expect(results).toEqual(['fresh', 'fresh', 'late\nFinish.']);
  });

  it('is who gets what is said to null, to main and to everyone, and nothing else', async () => {
    const { of } = await runAgent({
      hooks: at('PostToolUse'),
      files: moduleWith(`const queue = builtin.createHumanInput();
queue.add('to null', { to: null });
queue.add('to a list', { to: [null] });
queue.add('to main', { to: 'main' });
queue.add('to all', { to: '*' });
queue.add('to whoever');
queue.add('to another', { to: ['another'] });
export default builtin.humanInput({ queue });`),
      script: { ...named, turns: [bash('true'), {}] },
    });
    const said = of('model_request')[1]?.messages.filter(({ content }) => String(content).startsWith('to '));
    expect(said?.map(({ content }) => content)).toEqual([
      'to null',
      'to a list',
      'to main',
      'to all',
      'to whoever',
    ]);
  });

  it('has a name in files, in the log and for whoever is asked what finished', async () => {
    const run = await runAgent({
      hooks: {
        PostToolUse: [
          { type: 'builtin', handler: 'human-input', options: { inbox: 'inbox' } },
          { type: 'module', handler: './mine.mjs' },
          { type: 'builtin', handler: 'audit-log', options: { file: 'audit.jsonl' }, mode: 'observe' },
        ],
      },
      files: {
        ...moduleWith(`export default builtin.backgroundResults({
  finished: (agent) => [{ id: agent, name: agent, output: 'for ' + agent }],
});`),
        'inbox/msg_1.json': '{ "content": "to main", "to": "main" }',
        'inbox/msg_2.json': '{ "content": "to null", "to": null }',
        'inbox/msg_3.json': '{ "content": "to all", "to": "*" }',
        'inbox/msg_4.json': '{ "content": "to another", "to": ["another"] }',
      },
      script: { ...named, turns: [bash('true'), {}] },
    });
    const id = 'agent' in named ? named.agent : 'main';
    expect(run.results[0]).toContain(`for ${id}`);
    const messages = run.of('model_request')[1]?.messages.map(({ content }) => content);
    expect(messages?.slice(-3)).toEqual(['to main', 'to null', 'to all']);
    expect(kept(run, 'audit.jsonl').map(({ agent }) => agent)).toEqual([id]);
  });
});

describe('a subagent', () => {
  const subagents = { explore: [bash('echo looked'), { text: 'Found it.' }] };

  it('is reached by hooks of its type and of its id, in a configuration', async () => {
    const deny = (reason: string): object => ({
      PreToolUse: [says({ decision: 'deny', reason }, { matcher: 'Bash' })],
    });
    const run = async (id: string): Promise<readonly string[]> => {
      const config = { agents: [{ id, backend: { hooks: deny(`not for ${id}`) } }] };
      return (await runAgent({ config, script: { turns: [bash('echo main'), explore], subagents } })).results;
    };
    expect(await run('explore')).toEqual(['main', expect.stringContaining('not for explore'), 'Found it.']);
    expect(await run('explore-*')).toEqual([
      'main',
      expect.stringContaining('not for explore-*'),
      'Found it.',
    ]);
    expect(await run('other')).toEqual(['main', 'looked', 'Found it.']);
    expect(await run('main')).toEqual([
      expect.stringContaining('not for main'),
      expect.stringContaining('not for main'),
      'Found it.',
    ]);
  });

  it('is not reached by global hooks that its type overrides, guards excepted', async () => {
    const { results } = await runAgent({
      hooks: {
        PreToolUse: [
          says({ decision: 'deny', reason: 'global' }, { matcher: 'Bash' }),
          says({}, { name: 'held', guard: true, matcher: 'Bash' }),
        ],
      },
      config: {
        agents: [{ id: 'explore', backend: { hooks: { PreToolUse: { override: true, hooks: [] } } } }],
      },
      script: { turns: [bash('echo main'), explore], subagents },
    });
    expect(results).toEqual([expect.stringContaining('global'), 'looked', 'Found it.']);
  });

  it('starts and stops under hooks of its type', async () => {
    const hooks = { SubagentStart: [keepsIn('seen.log')], SubagentStop: [keepsIn('seen.log')] };
    const run = await runAgent({
      config: { agents: [{ id: 'explore', backend: { hooks } }] },
      script: { turns: [explore], subagents },
    });
    const events = kept(run, 'seen.log');
    expect(events.map(({ hook_event_name }) => hook_event_name)).toEqual(['SubagentStart', 'SubagentStop']);
    expect(events[0]).toMatchObject({ agent_type: 'explore', agent_id: expect.stringMatching(/^explore-/) });
  });

  it('gets what is said to its type or id, and the main agent does not', async () => {
    const { of } = await runAgent({
      hooks: { ...at('PostToolUse'), SubagentStart: at('SubagentStart')['SubagentStart'] ?? [] },
      files: moduleWith(`const queue = builtin.createHumanInput();
queue.add('to the type', { to: 'explore' });
const say = builtin.humanInput({ queue });
export default (event, context) => {
  if (context.point === 'SubagentStart') return void queue.add('to the id', { to: [event.agent_id] });
  return say(event, context);
};`),
      script: { turns: [bash('true'), explore, {}], subagents },
    });
    const told = of('model_request').map(({ agent_type, messages }) => [
      agent_type,
      messages.map(({ content }) => content).filter((content) => /^to the/.test(String(content))),
    ]);
    expect(told.filter(([, said]) => (said as unknown[]).length > 0)).toEqual([
      ['explore', ['to the type', 'to the id']],
    ]);
  });

  it('is told to wrap up by its type, and by everyone', async () => {
    for (const name of ["'explore'", "'*'"]) {
      const { results } = await runAgent({
        hooks: wrapsUp,
        files: moduleWith(`const limit = builtin.roundTimeLimit({ limit: '1h', warning: 'Finish.' });
export default (event, context) => {
  const answer = limit(event, context);
  if (event.tool_input.command === 'echo first') limit.wrapUp(${name});
  return answer;
};`),
        script: {
          turns: [bash('echo main'), explore, bash('echo main')],
          subagents: { explore: [bash('echo first'), bash('echo second'), { text: 'Found it.' }] },
        },
      });
      const warned = name === "'*'" ? ['first\nFinish.', 'Found it.\nFinish.'] : ['first\nFinish.'];
      expect(results.filter((result) => result.includes('Finish.'))).toEqual(warned);
    }
  });
});

describe('an agent by hand', () => {
  it('is meant by id, by type and by a pattern, in fire, test and explain', async () => {
    const hooks = {
      PreToolUse: [says({ decision: 'deny', reason: 'no' }, { name: 'mine', matcher: 'Bash' })],
    };
    const cwd = folderWith({
      'hookline.yaml': JSON.stringify({
        agents: [
          { id: 'explore', backend: { hooks } },
          { id: 'plan-*', backend: { hooks } },
        ],
      }),
      'hookline.test.yaml': JSON.stringify({
        tests: [
          {
            fire: 'PreToolUse',
            agent: 'explore-1',
            input: { tool_name: 'Bash', tool_input: {}, agent_type: 'explore' },
            expect: { decision: 'deny', decidedBy: 'mine' },
          },
        ],
      }),
    });
    const fired = async (agent: string, agent_type?: string): Promise<unknown> => {
      const input = JSON.stringify({ tool_name: 'Bash', tool_input: {}, agent_type });
      const words = ['fire', 'PreToolUse', '--agent', agent, '--json', '-i', '-'];
      return JSON.parse((await hookline(words, { cwd, input })).stdout).decision;
    };
    expect(await Promise.all([fired('explore'), fired('explore-1', 'explore'), fired('plan-1')])).toEqual([
      'deny',
      'deny',
      'deny',
    ]);
    expect(await Promise.all([fired('explore-1'), fired('planner'), fired('main')])).toEqual([
      null,
      null,
      null,
    ]);
    expect((await hookline(['test'], { cwd })).code).toBe(0);
    const { stdout } = await hookline(['explain', 'PreToolUse', '--tool', 'shell', '--agent', 'plan-7'], {
      cwd,
    });
    expect(stdout).toContain('1. runs       mine');
  });
});
