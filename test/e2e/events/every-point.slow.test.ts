import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPoints } from '../../../src/engine/points/point.ts';
import {
  type AgentRun,
  agentFolder,
  bash,
  keepsIn,
  runAgent,
  says,
  stateOf,
} from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';

type Kept = Readonly<Record<string, unknown>>;

function kept({ cwd }: Pick<AgentRun, 'cwd'>, file = 'seen.log'): readonly Kept[] {
  return readFileSync(join(cwd, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Kept => JSON.parse(line));
}

/** A hook at each of the points that keeps its events. */
function keepingAt(points: readonly string[]): Readonly<Record<string, readonly object[]>> {
  return Object.fromEntries(points.map((point) => [point, [keepsIn('seen.log')]]));
}

const write = { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'a' } }] };
const task = { tools: [{ name: 'Task', input: { prompt: 'Look', subagent_type: 'explore' } }] };

/** A session with everything in it. */
const wholeSession = {
  prompt: 'Begin',
  setup: 'maintenance',
  compactAt: 200,
  approve: true,
  turns: [
    { text: 'a'.repeat(900), ...bash('echo one') },
    bash('exit 3'),
    write,
    task,
    { text: 'Done.' },
    { text: 'Summed up.' },
    { text: 'Again.' },
  ],
  subagents: { explore: [{ text: 'Found it.' }] },
  team: {
    name: 'crew',
    tasks: [{ subject: 'Fix it', description: 'All of it' }],
    teammates: { ann: [bash('echo ann')], ben: [] },
  },
  steps: [
    { notify: { message: 'Waiting', type: 'idle_prompt', title: 'hookline' } },
    { phase: 'deploy' },
    { compact: 'Keep the names.' },
    { clear: true },
    { prompt: 'Once more' },
  ],
};

describe('a script', () => {
  it('can fire every point that no other agent fires alone, with --json and without', async () => {
    const points = allPoints().flatMap(({ name, firedBy }) => (firedBy === null ? [name] : []));
    const setting = {
      hooks: keepingAt(points),
      config: { permissions: { ask: ['Bash(exit *)', 'Write'] } },
      script: wholeSession,
    };
    const json = await runAgent(setting);
    const fired = new Set(kept(json).map(({ hook_event_name }) => hook_event_name));
    expect(points.filter((point) => !fired.has(point))).toEqual([]);
    expect(json.result.stop_reason).toBe('end_turn');

    const cwd = agentFolder(setting);
    await hookline(['run', '--script', 'script.yaml'], { cwd, env: stateOf(cwd) });
    const shown = new Set(kept({ cwd }).map(({ hook_event_name }) => hook_event_name));
    expect(points.filter((point) => !shown.has(point))).toEqual([]);
  });

  it('lets hooks change the lines of --json as they change what people see', async () => {
    const hides = (view: string, data: unknown): object =>
      says({ modify: { data } }, { protocol: 'armament', matcher: view });
    const run = await runAgent({
      hooks: {
        'pre:view:render': [
          hides('assistant', { text: 'Hidden.' }),
          hides('tool_result', null),
          hides('phase', 'a phase'),
          says({ systemMessage: 'unheard' }, { matcher: 'result' }),
        ],
      },
      script: { turns: [{ text: 'A secret.', ...bash('echo secret') }, { text: 'Done.' }] },
    });
    const shown = run.lines.filter(({ type }) => type !== 'model_request' && type !== 'system');
    expect(JSON.stringify(shown)).not.toContain('secret');
    expect(shown).toEqual([
      { type: 'phase', data: 'a phase' },
      { type: 'assistant', text: 'Hidden.' },
      { type: 'phase', data: 'a phase' },
      { type: 'tool_result' },
      { type: 'assistant', text: 'Hidden.' },
      { type: 'phase', data: 'a phase' },
      { type: 'phase', data: 'a phase' },
      expect.objectContaining({ type: 'result', stop_reason: 'end_turn', result: 'Done.' }),
    ]);
    expect(JSON.stringify(run.of('model_request').at(-1)?.messages)).toContain('secret');
  });

  it('has a hook told of every kind of notification', async () => {
    const kinds = [
      'permission_prompt',
      'idle_prompt',
      'auth_success',
      'elicitation_dialog',
      'agent_needs_input',
      'agent_completed',
      'my_own',
    ];
    const run = await runAgent({
      hooks: keepingAt(['Notification']),
      config: { permissions: { ask: ['Bash'] } },
      script: {
        turns: [bash('true')],
        steps: kinds.slice(1).map((type) => ({ notify: { message: `of ${type}`, type } })),
      },
    });
    const events = kept(run);
    expect(events.map(({ notification_type }) => notification_type)).toEqual(kinds);
    expect(events[0]).toMatchObject({ message: expect.stringContaining('Bash needs approval') });
    expect(events[1]).toMatchObject({ message: 'of idle_prompt' });
    expect(run.lines.at(-1)?.type).toBe('result');
  });

  it('answers for the person, one answer after another and then no', async () => {
    const { results } = await runAgent({
      config: { permissions: { ask: ['Bash'] } },
      script: { approve: [false, true], turns: [bash('echo one'), bash('echo two'), bash('echo three')] },
    });
    expect(results).toEqual(['Permission denied by the user', 'two', 'Permission denied by the user']);
  });

  it('compacts by itself, on demand and not where a hook denies it', async () => {
    const turns = [
      { text: 'a'.repeat(900), ...bash('echo one') },
      bash('echo two'),
      { text: 'Done.' },
      { text: 'More.' },
    ];
    const steps = [{ compact: 'Keep the names.' }, { prompt: 'And now?' }];
    const free = await runAgent({
      hooks: keepingAt(['PreCompact', 'SessionStart']),
      script: { compactAt: 200, turns, steps },
    });
    expect(
      kept(free).map(({ hook_event_name, trigger, source }) => [hook_event_name, trigger ?? source]),
    ).toEqual([
      ['SessionStart', 'startup'],
      ['PreCompact', 'auto'],
      ['SessionStart', 'compact'],
      ['PreCompact', 'manual'],
      ['SessionStart', 'compact'],
    ]);
    const summaries = free.of('model_request').filter(({ system }) => system.startsWith('You summarise'));
    expect(String(summaries[1]?.messages.at(-1)?.content)).toContain('Keep the names.');
    expect(String(free.of('model_request').at(-1)?.messages[0]?.content)).toContain('A summary of');
    const held = await runAgent({
      hooks: { PreCompact: [says({ decision: 'deny', reason: 'not now' })] },
      script: { compactAt: 200, turns, steps },
    });
    expect(JSON.stringify(held.of('model_request'))).not.toContain('A summary of');
    expect(held.of('notice').map(({ message }) => message)).toContainEqual(
      expect.stringContaining('not now'),
    );
  });

  it('compacts where the call says so', async () => {
    const { of } = await runAgent({
      script: { turns: [{ text: 'a'.repeat(900), ...bash('echo one') }, bash('echo two'), {}] },
      words: ['--compact-at', '200'],
    });
    expect(JSON.stringify(of('model_request'))).toContain('A summary of');
    const wrong = await hookline(['run', '--script', 'x', '--compact-at', 'soon'], { cwd: agentFolder({}) });
    expect(wrong).toMatchObject({ code: 1 });
  });

  it('clears the conversation: the session ends and starts anew', async () => {
    const run = await runAgent({
      hooks: keepingAt(['SessionStart', 'SessionEnd']),
      script: {
        turns: [{ text: 'One.' }, { text: 'Two.' }],
        steps: [{ clear: true }, { prompt: 'And now?' }],
      },
    });
    expect(
      kept(run).map(({ hook_event_name, source, reason }) => [hook_event_name, source ?? reason]),
    ).toEqual([
      ['SessionStart', 'startup'],
      ['SessionEnd', 'clear'],
      ['SessionStart', 'clear'],
      ['SessionEnd', 'other'],
    ]);
    expect(run.of('model_request').at(-1)?.messages).toEqual([{ role: 'user', content: 'And now?' }]);
    expect(run.of('result').map(({ result }) => result)).toEqual(['One.', 'Two.']);
  });

  it('sets up the folder, for the first time or for maintenance, once the session has started', async () => {
    const events = async (script: object, ...words: string[]): Promise<readonly unknown[]> => {
      const hooks = keepingAt(['Setup', 'SessionStart', 'UserPromptSubmit']);
      const run = await runAgent({ hooks, script: { turns: [], ...script }, words });
      return kept(run).map(({ hook_event_name, trigger }) => trigger ?? hook_event_name);
    };
    expect(await events({}, '--init')).toEqual(['SessionStart', 'init', 'UserPromptSubmit']);
    expect(await events({}, '--maintenance')).toEqual(['SessionStart', 'maintenance', 'UserPromptSubmit']);
    expect(await events({ setup: 'maintenance' })).toEqual([
      'SessionStart',
      'maintenance',
      'UserPromptSubmit',
    ]);
  });

  it('is told what is wrong with it, each at its place', async () => {
    const cwd = agentFolder({
      script: {
        turns: [],
        team: { teammates: {} },
        steps: [{ compact: true, clear: true }, { promt: 'a' }],
        setup: 'int',
      },
    });
    const { code, stderr } = await hookline(['run', '--script', 'script.yaml'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('one teammate at least');
    expect(stderr).toContain('one of prompt, compact, clear, notify, phase');
    expect(stderr).toContain('did you mean "prompt"?');
    expect(stderr).toContain('did you mean "init"?');
  });
});

describe('the events of a team', () => {
  const script = {
    turns: [{ text: 'Go.' }, { text: 'All done.' }],
    team: {
      name: 'crew',
      tasks: [{ subject: 'Fix it' }],
      teammates: { ann: [bash('echo ann'), { text: 'Fixed.' }] },
    },
  };

  it('carry the transcript, the folder, the mode and the session of the teammate', async () => {
    const run = await runAgent({
      hooks: keepingAt(['TaskCompleted', 'TeammateIdle', 'SessionStart', 'SessionEnd']),
      script,
      words: ['--session', 'mine', '--permission-mode', 'acceptEdits'],
      config: { permissions: { allow: ['Bash'] } },
    });
    const session = {
      session_id: 'mine-ann',
      transcript_path: expect.stringMatching(/mine-ann\.jsonl$/),
      cwd: run.cwd,
    };
    const events = kept(run);
    const ofTeam = events.filter(({ team_name }) => team_name === 'crew');
    expect(ofTeam).toMatchObject([
      { ...session, hook_event_name: 'TaskCompleted', task_subject: 'Fix it', teammate_name: 'ann' },
      { ...session, hook_event_name: 'TeammateIdle', teammate_name: 'ann' },
    ]);
    expect(ofTeam.map(({ permission_mode }) => permission_mode)).toEqual(['acceptEdits', 'acceptEdits']);
    expect(readFileSync(String(ofTeam[0]?.['transcript_path']), 'utf8')).toContain('echo ann');
    const lives = events.filter(({ session_id }) => session_id === 'mine-ann');
    expect(lives.map(({ hook_event_name }) => hook_event_name)).toEqual([
      'SessionStart',
      'TaskCompleted',
      'TeammateIdle',
      'SessionEnd',
    ]);
    expect(run.result).toMatchObject({ session_id: 'mine', result: 'All done.' });
    expect(run.of('model_request').at(-1)?.messages.at(-1)?.content).toContain(
      'Task 1 (Fix it) completed: Fixed.',
    );
  });

  it("go to the teammate's own system prompt with what hooks add, and not to the lead's", async () => {
    const { of } = await runAgent({
      hooks: {
        TeammateIdle: [
          {
            type: 'command',
            handler:
              'test -f told || { touch told; printf %s \'{"systemMessage": "Look twice.", "continue": false, "reason": "Not yet."}\'; }',
          },
        ],
        TaskCompleted: [says({ systemMessage: 'Well done.' })],
      },
      script,
    });
    const asked = of('model_request').map(({ agent_id, system, messages }) => [
      agent_id ?? 'lead',
      system,
      messages.at(-1)?.content,
    ]);
    expect(asked.filter(([, system]) => system !== '')).toEqual([
      ['ann', 'Well done.\nLook twice.', 'Not yet.'],
    ]);
  });

  it('hold a task open, and a hook of the teammate by name or as a teammate is enough for it', async () => {
    for (const id of ['ann', 'teammate']) {
      const deny = says({ decision: 'deny', reason: `not for ${id}` });
      const { of } = await runAgent({
        config: { agents: [{ id, backend: { hooks: { PreToolUse: [deny] } } }] },
        script,
      });
      expect(of('tool_result')).toMatchObject([
        { agent_id: 'ann', agent_type: 'teammate', content: expect.stringContaining(`not for ${id}`) },
      ]);
    }
  });
});

describe('a phase that a hook denies', () => {
  const denied = (phase: string): object => ({
    'pre:session:phase': [says({ decision: 'deny', reason: `no ${phase}` }, { matcher: phase })],
    ...keepingAt(['PreToolUse', 'Stop', 'pre:message', 'post:session:phase']),
  });
  const script = { turns: [bash('echo ran > ran.txt'), { text: 'Done.' }] };
  const firedIn = ({ cwd }: AgentRun, point: string): number =>
    kept({ cwd }).filter(({ hook_event_name }) => hook_event_name === point).length;

  it('plan: no model is called, and the prompt is not answered', async () => {
    const run = await runAgent({ hooks: { ...denied('plan') }, script });
    expect(run.result).toMatchObject({
      stop_reason: 'denied',
      turns: 0,
      reason: expect.stringContaining('no plan'),
    });
    expect(run.of('model_request')).toEqual([]);
  });

  it('act: no tool runs, and the model is told why', async () => {
    const run = await runAgent({ hooks: { ...denied('act') }, script });
    expect(run.results).toEqual([expect.stringMatching(/^Not run\. .*no act$/)]);
    expect(firedIn(run, 'PreToolUse')).toBe(0);
    expect(() => readFileSync(join(run.cwd, 'ran.txt'))).toThrow();
    expect(run.result.stop_reason).toBe('end_turn');
  });

  it('review: the turn does not end, and the model is told why, until it is enough', async () => {
    const run = await runAgent({ hooks: { ...denied('review') }, script });
    expect(firedIn(run, 'Stop')).toBe(0);
    expect(run.result.stop_reason).toBe('stop_limit');
    const [first] = run.of('model_request').slice(2);
    expect(first?.messages.at(-1)?.content).toContain('no review');
  });

  it('done: the turn goes on too', async () => {
    const run = await runAgent({ hooks: { ...denied('done') }, script });
    expect(firedIn(run, 'Stop')).toBe(9);
    expect(run.result.stop_reason).toBe('stop_limit');
    expect(kept(run).filter(({ phase }) => phase === 'done')).toEqual([]);
  });

  it('of a script: it is not entered', async () => {
    const run = await runAgent({
      hooks: { ...denied('deploy') },
      script: { ...script, steps: [{ phase: 'deploy' }] },
    });
    expect(run.of('phase').map(({ phase }) => phase)).toEqual(['plan', 'act', 'review', 'done']);
    expect(run.of('notice').at(-1)).toMatchObject({ message: expect.stringContaining('no deploy') });
  });
});
