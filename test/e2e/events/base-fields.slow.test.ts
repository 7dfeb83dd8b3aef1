import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AgentRun, bash, keepsIn, runAgent, says } from '../../support/command-line/run-agent.ts';

type Kept = Readonly<Record<string, unknown>>;

function kept({ cwd }: Pick<AgentRun, 'cwd'>, file: string): readonly Kept[] {
  return readFileSync(join(cwd, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Kept => JSON.parse(line));
}

/** The fifteen events of the specification. */
const events = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Notification',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PermissionRequest',
  'Setup',
  'TeammateIdle',
  'TaskCompleted',
];

const script = {
  setup: 'init',
  turns: [
    bash('true'),
    bash('exit 3'),
    { tools: [{ name: 'Task', input: { prompt: 'Look', subagent_type: 'explore' } }] },
    {},
  ],
  subagents: { explore: [{ text: 'Found it.' }] },
  team: { tasks: [{ subject: 'Fix it' }], teammates: { ann: [] } },
  steps: [{ compact: true }],
};

describe('the base fields of the specification', () => {
  it('are in each of its fifteen events, on the default wire and on its own', async () => {
    const wires = ['hookline', 'agent-sdk'];
    const run = await runAgent({
      hooks: Object.fromEntries(
        events.map((event) => [event, wires.map((protocol) => keepsIn(`${protocol}.log`, { protocol }))]),
      ),
      config: { permissions: { ask: ['Bash(exit *)'], allow: ['Bash'] } },
      script: { ...script, approve: true },
      words: ['--permission-mode', 'acceptEdits'],
    });
    for (const wire of wires) {
      const seen = kept(run, `${wire}.log`);
      const names = new Set(seen.map(({ hook_event_name }) => hook_event_name));
      expect(
        events.filter((event) => !names.has(event)),
        wire,
      ).toEqual([]);
      for (const event of seen) {
        expect(event, `${wire} ${String(event['hook_event_name'])}`).toMatchObject({
          session_id: expect.stringMatching(/./),
          transcript_path: expect.stringMatching(/\.jsonl$/),
          cwd: run.cwd,
          permission_mode: 'acceptEdits',
        });
      }
    }
  });

  it('have the orchestrator where one is set, by the call or by the script', async () => {
    const hooks = {
      PreToolUse: ['hookline', 'massgen'].map((protocol) => keepsIn('seen.log', { protocol })),
      Stop: [keepsIn('seen.log')],
      'pre:view:render': [keepsIn('seen.log', { matcher: 'result' })],
    };
    const given = async (more: object, ...words: string[]): Promise<readonly unknown[]> => {
      const run = await runAgent({ hooks, script: { turns: [bash('true')], ...more }, words });
      return kept(run, 'seen.log').map(({ orchestrator_id }) => orchestrator_id);
    };
    expect(await given({}, '--orchestrator', 'o1')).toEqual(['o1', 'o1', 'o1', 'o1']);
    expect(await given({ orchestrator: 'o2' })).toEqual(['o2', 'o2', 'o2', 'o2']);
    expect(await given({})).toEqual(['', '', '', '']);
  });

  it("are not more than the product's own on the wire of Claude Code", async () => {
    const run = await runAgent({
      hooks: { SessionStart: [keepsIn('seen.log', { protocol: 'claude-code' })] },
      script: { turns: [] },
      words: ['--orchestrator', 'o1'],
    });
    expect(Object.keys(kept(run, 'seen.log')[0] ?? {})).toEqual([
      'session_id',
      'transcript_path',
      'cwd',
      'hook_event_name',
      'source',
      'model',
    ]);
  });
});

describe('the end of a session', () => {
  const words = ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'];

  it('has one of the reasons of the specification, however the run ended', async () => {
    const reasons = async (script: object, more: object = {}): Promise<readonly unknown[]> => {
      const run = await runAgent({ hooks: { SessionEnd: [keepsIn('seen.log')], ...more }, script });
      return kept(run, 'seen.log').map(({ reason }) => reason);
    };
    expect(words).toEqual(expect.arrayContaining([...(await reasons({ turns: [{ text: 'Done.' }] }))]));
    expect(words).toEqual(
      expect.arrayContaining([
        ...(await reasons({ turns: [] }, { UserPromptSubmit: [says({ decision: 'deny' })] })),
      ]),
    );
    expect(words).toEqual(
      expect.arrayContaining([...(await reasons({ turns: [{}], steps: [{ clear: true }] }))]),
    );
  });
});

describe('what a hook answers on the wire of the Agent SDK', () => {
  const sdk = { protocol: 'agent-sdk' };

  it('reaches the system prompt with the message before the context', async () => {
    for (const protocol of ['agent-sdk', 'hookline']) {
      const reply = {
        hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'second' },
        systemMessage: 'first',
      };
      const { of } = await runAgent({
        hooks: { PreToolUse: [says(reply, { protocol }), says({ systemMessage: 'third' }, { protocol })] },
        script: { turns: [bash('true'), {}] },
      });
      expect(of('model_request')[1]?.system).toBe('first\nsecond\nthird');
    }
  });

  it('stops the hooks and not the run by continue: false around a tool', async () => {
    const stopping = says({ continue: false, stopReason: 'enough' }, { ...sdk, name: 'stops' });
    for (const [point, command] of [
      ['PreToolUse', 'echo ran'],
      ['PostToolUse', 'echo ran'],
      ['PostToolUseFailure', 'echo ran; exit 1'],
    ] as const) {
      const run = await runAgent({
        hooks: {
          [point]: [
            stopping,
            says({ systemMessage: 'never' }),
            says({}, { name: 'held', ...(point === 'PreToolUse' && { guard: true }) }),
          ],
        },
        script: { turns: [bash(command), { text: 'Done.' }] },
      });
      expect(run.result, point).toMatchObject({ stop_reason: 'end_turn', result: 'Done.' });
      expect(run.results.join(), point).toContain('ran');
      expect(run.of('model_request')[1]?.system, point).toBe('');
      const responses = run.of('system').filter(({ subtype }) => subtype === 'hook_response');
      const ran = point === 'PreToolUse' ? ['stops', 'held'] : ['stops'];
      expect(
        responses.map(({ hook_name }) => hook_name),
        point,
      ).toEqual(ran);
    }
  });

  it('ends the run by continue: false where permission is asked for, and on the default wire', async () => {
    const asked = await runAgent({
      hooks: { PermissionRequest: [says({ continue: false, stopReason: 'enough' }, sdk)] },
      config: { permissions: { ask: ['Bash'] } },
      script: { turns: [bash('echo ran'), { text: 'Done.' }] },
    });
    expect(asked.result).toMatchObject({ stop_reason: 'halted', reason: 'enough' });
    const other = await runAgent({
      hooks: { PreToolUse: [says({ continue: false, stopReason: 'enough' })] },
      script: { turns: [bash('echo ran'), { text: 'Done.' }] },
    });
    expect(other.result).toMatchObject({ stop_reason: 'halted', reason: 'enough' });
  });

  it('changes no permissions, and says so', async () => {
    const rule = {
      type: 'addRules',
      rules: [{ toolName: 'Bash' }],
      behavior: 'allow',
      destination: 'session',
    };
    for (const protocol of ['agent-sdk', 'hookline', 'claude-code']) {
      const decision = { behavior: 'allow', updatedPermissions: [rule] };
      const { of, results } = await runAgent({
        hooks: {
          PermissionRequest: [
            says({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }, { protocol }),
          ],
        },
        config: { permissions: { ask: ['Bash'] } },
        script: { turns: [bash('echo ran'), {}] },
      });
      expect(results).toEqual(['ran']);
      expect(of('notice')).toContainEqual(
        expect.objectContaining({
          level: 'warning',
          message: expect.stringContaining('updatedPermissions was dropped'),
        }),
      );
    }
  });
});
