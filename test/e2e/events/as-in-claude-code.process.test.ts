import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bash, runAgent } from '../../support/command-line/run-agent.ts';

/** A hook of the settings that keeps each event, as a line of a file. */
const keeps = (file: string): object => ({ type: 'command', command: `{ cat; echo; } >> ${file}` });

const settings = (
  hooks: Readonly<Record<string, unknown>>,
  more: object = {},
): Readonly<Record<string, string>> => ({
  '.claude/settings.json': JSON.stringify({ hooks, ...more }),
});

const config = { include: ['.claude/settings.json'] };

/** The events that a hook kept. */
function kept(cwd: string, file: string): readonly Record<string, unknown>[] {
  return readFileSync(join(cwd, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

describe('hooks of Claude Code', () => {
  it('get file_path made absolute, at every event of a tool', async () => {
    const events = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest'];
    const { cwd, results } = await runAgent({
      config: { ...config, permissions: { ask: ['Write(asked.txt)'] } },
      files: settings(Object.fromEntries(events.map((event) => [event, [{ hooks: [keeps('kept')] }]]))),
      script: {
        turns: [
          {
            tools: [
              { name: 'Write', input: { file_path: 'sub/../a.txt', content: 'one' } },
              { name: 'Edit', input: { file_path: './a.txt', old_string: 'one', new_string: 'two' } },
              { name: 'Read', input: { file_path: '../nowhere/b.txt' } },
              { name: 'Write', input: { file_path: 'asked.txt', content: 'x' } },
              { name: 'Grep', input: { pattern: 'two', path: '.' } },
            ],
          },
        ],
      },
    });
    expect(results[0]).toContain('a.txt');
    const seen = kept(cwd, 'kept').map(({ hook_event_name, tool_name, tool_input }) => {
      const { file_path, path } = tool_input as { file_path?: string; path?: string };
      return [hook_event_name, tool_name, file_path ?? path];
    });
    const nowhere = join(cwd, '../nowhere/b.txt');
    expect(seen).toEqual([
      ['PreToolUse', 'Write', join(cwd, 'a.txt')],
      ['PostToolUse', 'Write', join(cwd, 'a.txt')],
      ['PreToolUse', 'Edit', join(cwd, 'a.txt')],
      ['PostToolUse', 'Edit', join(cwd, 'a.txt')],
      ['PreToolUse', 'Read', nowhere],
      ['PostToolUseFailure', 'Read', nowhere],
      ['PreToolUse', 'Write', join(cwd, 'asked.txt')],
      ['PermissionRequest', 'Write', join(cwd, 'asked.txt')],
      ['PreToolUse', 'Grep', '.'],
      ['PostToolUse', 'Grep', '.'],
    ]);
  });

  it('know Task and Agent as two names of one tool, in matchers, in `if` and in rules', async () => {
    const matchers = [
      'Task',
      'Agent',
      'Edit|Agent',
      'Task, Bash',
      '^Agent$',
      '^Task$',
      'Age.*',
      '(Agent|Bash)',
      '^(?!Bash)',
    ];
    const others = ['Bash', 'Agents', '^(?!Task)', 'Agent(explore)'];
    const byMatcher = [...matchers, ...others].map((matcher, index) => ({
      matcher,
      hooks: [{ type: 'command', command: `echo m${index} >> ran` }],
    }));
    const rules = ['Task', 'Agent', 'Task(explore)', 'Agent(explore)', 'Task(other)', 'Bash'];
    const byRule = rules.map((rule, index) => ({
      hooks: [{ type: 'command', command: `echo r${index} >> ran`, if: rule }],
    }));
    const script = (subagent_type: string): object => ({
      turns: [{ tools: [{ name: 'Task', input: { prompt: 'Look', subagent_type } }] }],
      subagents: { explore: [{ text: 'seen' }] },
    });
    const { cwd } = await runAgent({
      config,
      files: settings({ PreToolUse: [...byMatcher, ...byRule] }),
      script: script('explore'),
    });
    const ran = readFileSync(join(cwd, 'ran'), 'utf8').trim().split('\n').sort();
    expect(ran).toEqual([...matchers.map((_, index) => `m${index}`), 'r0', 'r1', 'r2', 'r3'].sort());
    for (const rule of ['Task', 'Agent', 'Agent(explore)', 'Task(explore)']) {
      const denied = await runAgent({
        config,
        files: settings({}, { permissions: { deny: [rule] } }),
        script: script('explore'),
      });
      expect(denied.results).toEqual([expect.stringContaining(`the rule ${rule} denies it`)]);
    }
  });
});

describe('a hook of the settings that cannot run', () => {
  const judge = (type: string, more: object = {}): object => ({
    type,
    ...(type === 'mcp_tool' ? { server: 'a', tool: 'b' } : { prompt: 'Is it safe?' }),
    ...more,
  });

  it.each([
    ['prompt', 'set the environment variable ANTHROPIC_API_KEY'],
    ['agent', 'hooks of type "agent" do not run here'],
    ['mcp_tool', 'the MCP server "a" is neither in .mcp.json'],
  ])('of type %s blocks what it was to judge, and says why', async (type, why) => {
    const { results, stderr } = await runAgent({
      config,
      files: settings({
        PreToolUse: [{ matcher: 'Bash', hooks: [judge(type, { if: 'Bash(touch *)' })] }],
        PostToolUse: [{ hooks: [judge(type)] }],
        Stop: [{ hooks: [judge(type)] }],
      }),
      script: { turns: [bash('touch made'), bash('echo hi'), bash('ls made')] },
    });
    expect(results).toEqual([
      expect.stringMatching(new RegExp(`nobody judged this: .*${why}`)),
      'hi',
      expect.stringMatching(/No such file/),
    ]);
    expect(stderr).toContain('so this hook blocks at PreToolUse');
    expect(stderr).toContain('so this hook does not run here');
  });

  it('lets the action go ahead only where it says so', async () => {
    const { results } = await runAgent({
      config,
      files: settings({ PreToolUse: [{ hooks: [judge('prompt', { onFailure: 'continue' })] }] }),
      script: { turns: [bash('echo hi')] },
    });
    expect(results).toEqual(['hi']);
  });

  it.each([
    [
      'blocks by `onFailure: "block"`',
      { onFailure: 'block' },
      expect.stringContaining('does not allow this address'),
    ],
    ['does not block without it', {}, 'hi'],
  ])('because its address is not allowed %s', async (_, more, result) => {
    const hook = { type: 'http', url: 'http://127.0.0.1:9/check', ...more };
    const { results } = await runAgent({
      config,
      files: settings(
        { PreToolUse: [{ hooks: [hook] }] },
        { allowedHttpHookUrls: ['https://example.com/*'] },
      ),
      script: { turns: [bash('echo hi')] },
    });
    expect(results).toEqual([result]);
  });

  it('because its address is not allowed blocks at other events too', async () => {
    const hook = { type: 'http', url: 'http://127.0.0.1:9/check', onFailure: 'block' };
    const { result } = await runAgent({
      config,
      files: settings({ UserPromptSubmit: [{ hooks: [hook] }] }, { allowedHttpHookUrls: [] }),
      script: { turns: [bash('touch made')] },
    });
    expect(JSON.stringify(result)).toContain('does not allow this address');
  });
});

describe('the other settings', () => {
  it('have an `env` that hooks get, of every file and with every event', async () => {
    const shows = { type: 'command', command: 'echo "$A $B $C $CLAUDE_PROJECT_DIR" >> seen' };
    const { cwd } = await runAgent({
      config: { include: ['.claude/settings.json', '.claude/settings.local.json'] },
      files: {
        ...settings(
          { SessionStart: [{ hooks: [shows] }], PreToolUse: [{ hooks: [shows] }] },
          { env: { A: 'a', B: 'b', C: 3, CLAUDE_PROJECT_DIR: 'no' } },
        ),
        '.claude/settings.local.json': JSON.stringify({ env: { B: "it's $HOME" } }),
      },
      script: { turns: [bash('echo hi')] },
    });
    const line = `a it's $HOME 3 ${cwd}`;
    expect(readFileSync(join(cwd, 'seen'), 'utf8').trim().split('\n')).toEqual([line, line]);
  });

  it('have a `defaultMode` that is no more than a warning', async () => {
    const { stderr } = await runAgent({
      config,
      files: settings({}, { permissions: { defaultMode: 'plan' } }),
      script: { turns: [{ text: 'Hi.' }] },
    });
    expect(stderr).toContain('"defaultMode" has no effect here');
  });
});

describe('calls that are refused', () => {
  it('are seen by the hooks of the settings whose rule refuses them, and by observers', async () => {
    const { cwd, results } = await runAgent({
      config: {
        ...config,
        hooks: {
          PreToolUse: [
            {
              name: 'watcher',
              type: 'command',
              handler: 'cat > /dev/null; echo seen >> observed',
              mode: 'observe',
            },
          ],
        },
      },
      files: settings(
        { PreToolUse: [{ hooks: [keeps('audit')] }] },
        { permissions: { deny: ['Bash(touch *)'], ask: ['Bash(mkdir *)'] } },
      ),
      script: { turns: [bash('touch made'), bash('mkdir made'), bash('ls made')] },
    });
    expect(results).toEqual([
      expect.stringContaining('the rule Bash(touch *) denies it'),
      expect.stringContaining('the rule Bash(mkdir *) asks for approval'),
      expect.stringMatching(/No such file/),
    ]);
    const commands = kept(cwd, 'audit').map(({ tool_input }) => (tool_input as { command: string }).command);
    expect(commands).toEqual(['touch made', 'mkdir made', 'ls made']);
    expect(readFileSync(join(cwd, 'observed'), 'utf8')).toBe('seen\n'.repeat(3));
  });

  it('stay refused, whatever the hooks beside the rule allow or make of the call', async () => {
    const allows = (more: object): object => {
      const hookSpecificOutput = { hookEventName: 'PreToolUse', permissionDecision: 'allow', ...more };
      return {
        type: 'command',
        command: `cat > /dev/null; printf %s '${JSON.stringify({ hookSpecificOutput })}'`,
      };
    };
    const { results } = await runAgent({
      config,
      files: settings(
        {
          PreToolUse: [
            { hooks: [{ ...allows({}), if: 'Bash(touch *)' }] },
            { hooks: [{ ...allows({ updatedInput: { command: 'touch made' } }), if: 'Bash(echo *)' }] },
          ],
        },
        { permissions: { deny: ['Bash(touch *)'] } },
      ),
      script: { turns: [bash('touch made'), bash('echo hi'), bash('ls made')] },
    });
    expect(results).toEqual([
      expect.stringContaining('the rule Bash(touch *) denies it'),
      expect.stringContaining('the rule Bash(touch *) denies it'),
      expect.stringMatching(/No such file/),
    ]);
  });

  it('because nobody can be asked are not allowed by another hook; those that a rule asks about are', async () => {
    const says = (value: object): object => ({
      type: 'command',
      command: `cat > /dev/null; printf %s '${JSON.stringify({ hookSpecificOutput: value })}'`,
    });
    const asks = says({
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason: 'look at it',
    });
    const allows = says({ hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } });
    const { results } = await runAgent({
      config,
      files: settings(
        {
          PreToolUse: [{ hooks: [{ ...asks, if: 'Bash(touch *)' }] }],
          PermissionRequest: [{ hooks: [allows] }],
        },
        { permissions: { ask: ['Bash(mkdir *)', 'Bash(touch both)'] } },
      ),
      script: {
        turns: [bash('touch made'), bash('touch both'), bash('mkdir folder && echo made it'), bash('ls')],
      },
    });
    expect(results).toEqual([
      expect.stringContaining('there is no person to ask'),
      expect.stringContaining('there is no person to ask'),
      'made it',
      expect.not.stringMatching(/made|both/),
    ]);
  });

  it('because there is no such tool, or no such input, reach no hook', async () => {
    const events = ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PostToolUseFailure'];
    const { cwd, results } = await runAgent({
      config,
      files: settings(Object.fromEntries(events.map((event) => [event, [{ hooks: [keeps('kept')] }]]))),
      script: {
        turns: [
          {
            tools: [
              { name: 'Bosh', input: { command: 'echo hi' } },
              { name: 'Bash', input: { comand: 'echo hi' } },
              { name: 'Bash', input: { command: 7 } },
              { name: 'Write', input: { file_path: 'a.txt' } },
              { name: 'Bash', input: { command: 'echo hi' } },
            ],
          },
        ],
      },
    });
    expect(results).toEqual([
      expect.stringContaining('there is no tool of the name "Bosh", did you mean "Bash"?'),
      expect.stringContaining('does not fit its schema'),
      expect.stringContaining('does not fit its schema'),
      expect.stringContaining('does not fit its schema'),
      'hi',
    ]);
    expect(kept(cwd, 'kept').map(({ hook_event_name, tool_input }) => [hook_event_name, tool_input])).toEqual(
      [
        ['PreToolUse', { command: 'echo hi' }],
        ['PostToolUse', { command: 'echo hi' }],
      ],
    );
  });
});

describe('a hook that nobody waits for', () => {
  /** Waits for a file, within 20 s. */
  const until = (file: string): string => `for i in $(seq 200); do [ -f ${file} ] && break; sleep 0.1; done`;
  const message = JSON.stringify({ systemMessage: 'a late word', decision: 'block', reason: 'too late' });

  it('tells the model by its systemMessage, not by plain text', async () => {
    const later = (command: string): object => ({ hooks: [{ type: 'command', command, async: true }] });
    const { of, results } = await runAgent({
      config,
      files: settings({
        UserPromptSubmit: [later('echo plain words; touch plain')],
        PreToolUse: [later(`printf %s '${message}'; touch told`)],
      }),
      script: {
        turns: [
          bash(`${until('told')}; ${until('plain')}; echo on`),
          ...Array(4).fill(bash('sleep 0.3; echo on')),
        ],
      },
    });
    expect(results).toEqual(Array(5).fill(expect.stringContaining('on')));
    const asked = JSON.stringify(of('model_request'));
    expect(asked).toContain('a late word');
    expect(asked).not.toContain('plain words');
  });

  it('because its first line says {"async": true} works on, and tells the model when it is done', async () => {
    const command = `echo '{"async": true}'; ${until('go')}; [ -f go ] && printf %s '${message}'; touch told`;
    const { of, results } = await runAgent({
      config,
      files: settings({ PreToolUse: [{ hooks: [{ type: 'command', command, if: 'Bash(touch *)' }] }] }),
      script: {
        turns: [
          bash('touch go; echo gone'),
          bash(`${until('told')}; echo on`),
          bash('sleep 0.3; echo on'),
          bash('echo on'),
        ],
      },
    });
    expect(results[0]).toBe('gone');
    expect(JSON.stringify(of('model_request'))).toContain('a late word');
  });

  it('is none where it is a guard: what it says later counts', async () => {
    const hookSpecificOutput = {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
    };
    const handler = `cat > /dev/null; echo '{"async": true}'; printf %s '${JSON.stringify({ hookSpecificOutput })}'`;
    const { results } = await runAgent({
      hooks: {
        PreToolUse: [{ name: 'judge', type: 'command', handler, protocol: 'claude-code', guard: true }],
      },
      script: { turns: [bash('echo hi')] },
    });
    expect(results).toEqual([expect.stringContaining('no')]);
    expect(results).not.toEqual(['hi']);
  });

  it('is what another leaves in the background, which lives on', async () => {
    const command = `cat > /dev/null; (${until('go')}; [ -f go ] && echo lived > lived) > /dev/null 2>&1 &`;
    const { results } = await runAgent({
      config,
      files: settings({ PreToolUse: [{ hooks: [{ type: 'command', command, if: 'Bash(touch *)' }] }] }),
      script: { turns: [bash('touch go'), bash(`${until('lived')}; cat lived`)] },
    });
    expect(results[1]).toBe('lived');
  });

  it.each([
    ['ends where it holds the streams of a guard', '', 'ended'],
    ['lives on where it does not', '> /dev/null 2>&1', 'lives'],
  ])('and was left by a guard %s', async (_, streams, end) => {
    const handler = `cat > /dev/null; (sleep 60) ${streams} & echo $! > pid`;
    const watch =
      'for i in $(seq 30); do kill -0 $(cat pid) 2> /dev/null || { echo ended; exit; }; sleep 0.1; done; echo lives; kill $(cat pid)';
    const { results } = await runAgent({
      hooks: {
        PreToolUse: [
          { name: 'judge', type: 'command', handler, protocol: 'claude-code', guard: true, matcher: 'Write' },
        ],
      },
      script: {
        turns: [{ tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'x' } }] }, bash(watch)],
      },
    });
    expect(results[1]).toBe(end);
  });
});
