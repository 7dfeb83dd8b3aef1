import { describe, expect, it } from 'vitest';
import { hooksOf, Project } from '../../support/configuration/settings.ts';
import { eventually, soonMs } from '../../support/eventually.ts';
import { bash } from '../../support/hooks.ts';

const folder = '${CLAUDE_PROJECT_DIR}';
const note = (word: string): string => `echo ${word} >> "$CLAUDE_PROJECT_DIR/ran"`;

describe('hooks of the settings', () => {
  it('run at the same time, each with the original input', async () => {
    const project = new Project();
    const output = { hookEventName: 'PreToolUse', updatedInput: { command: 'changed' } };
    project.write('change.json', { hookSpecificOutput: output });
    // Each waits until the other has started, so one after the other they would wait for good.
    const meet = (own: string, other: string): string =>
      `cat > ${own}; touch ${own}.on; until [ -e ${other}.on ]; do sleep 0.02; done; cat change.json`;
    const { hooks } = await project.settings({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ type: 'command', command: meet('a', 'b'), timeout: 20 }] },
          { matcher: 'B.*', hooks: [{ type: 'command', command: meet('b', 'a'), timeout: 20 }] },
        ],
      },
    });
    const outcome = await hooks.fire('PreToolUse', { ...bash, cwd: project.folder });
    expect(outcome.runs.map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(outcome.value).toEqual({ command: 'changed' });
    for (const seen of ['a', 'b']) expect(project.lines(seen)[0]).toContain('"tool_input":{"command":"ls"}');
  });

  it('are not cut short by a deny of another', async () => {
    const project = new Project();
    const { hooks } = await project.settings({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              { type: 'command', command: 'exit 2' },
              { type: 'command', command: `sleep 0.2; ${note('late')}` },
            ],
          },
        ],
      },
    });
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
    expect(project.lines('ran')).toEqual(['late']);
  });

  it('give the same outcome whoever is faster', async () => {
    const project = new Project();
    const say = (word: string): string => `echo ${word} >&2; exit 2`;
    const { hooks } = await project.settings({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              { type: 'command', command: `sleep 0.3; ${say('slow')}` },
              { type: 'command', command: say('fast') },
            ],
          },
        ],
      },
    });
    expect((await hooks.fire('PreToolUse', bash)).reason).toBe('slow');
  });

  it('run once per firing, however often and wherever they are registered', async () => {
    const project = new Project();
    const hook = { type: 'command', command: note('once') };
    const files = [
      project.write('.claude/settings.json', {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [hook, { ...hook, timeout: 5 }] },
            { matcher: 'Ba.*', hooks: [hook] },
            { matcher: 'Write', hooks: [hook, { ...hook, args: [] }] },
          ],
          PostToolUse: [{ hooks: [hook] }],
        },
      }),
      project.write('.claude/settings.local.json', {
        hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [hook] }] },
      }),
    ];
    const { hooks, declarations } = await project.load(files);
    await hooks.fire('PreToolUse', bash);
    expect(project.lines('ran')).toEqual(['once']);
    await hooks.fire('PreToolUse', { ...bash, tool_name: 'Edit' });
    expect(project.lines('ran')).toEqual(['once', 'once']);
    await hooks.fire('PreToolUse', { ...bash, tool_name: 'Read' });
    expect(project.lines('ran')).toHaveLength(2);
    const first = declarations[0];
    expect(first?.matcher.source).toBe('Bash or Ba.* or Write or Edit');
    expect(first?.options.timeoutMs).toBe(600_000);
    // The exec form is another hook, and so is the same one at another point.
    expect(new Set(declarations.map(({ name }) => name)).size).toBe(3);
  });

  it('match a name, a list of names, or a regular expression anywhere in the name', async () => {
    const project = new Project();
    const matching = [
      'Ba.*',
      '^Bash$',
      'Bash|Edit',
      'Bash, Edit',
      'Edit,Bash',
      '*',
      '',
      '.*',
      'B?sh',
      'Bash ',
    ];
    const others = ['BASH', 'bash', 'Ba', 'mcp__*', '[', '(?i)bash', '^(?!Ba)', 'mcp__memory__.*'];
    const matchers = [...matching, 'Task|Bash', '^(?!Edit)', '.ash', ...others];
    const { hooks } = await project.settings({
      hooks: {
        PreToolUse: matchers.map((matcher, index) => ({
          matcher,
          hooks: [{ type: 'command', command: note(`${index}`) }],
        })),
      },
    });
    await hooks.fire('PreToolUse', bash);
    const ran = new Set(project.lines('ran').map(Number));
    expect(matchers.filter((_, index) => !ran.has(index))).toEqual(others);
  });

  it('run where their "if" holds, each with the matcher beside it', async () => {
    const project = new Project();
    const command = note('ran');
    const { hooks } = await project.settings({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ type: 'command', command, if: 'Bash(git *)' }] },
          { matcher: 'Edit', hooks: [{ type: 'command', command, if: 'Edit(*.ts)' }] },
        ],
      },
    });
    const fire = async (tool_name: string, tool_input: object): Promise<number> => {
      const before = project.lines('ran').length;
      await hooks.fire('PreToolUse', { ...bash, tool_name, tool_input: { ...tool_input } });
      return project.lines('ran').length - before;
    };
    expect(await fire('Bash', { command: 'git push' })).toBe(1);
    expect(await fire('Bash', { command: 'ls && git push' })).toBe(1);
    expect(await fire('Bash', { command: 'ls' })).toBe(0);
    expect(await fire('Edit', { file_path: '/a/b.ts' })).toBe(1);
    expect(await fire('Edit', { file_path: '/a/b.md' })).toBe(0);
  });

  it('know the folder of the project, in the shell and in arguments', async () => {
    const project = new Project();
    const script = project.write('hooks/note.sh', '#!/bin/sh\necho "$1 $CLAUDE_PROJECT_DIR" > "$2"\n', 0o755);
    expect(script).toBe(project.path('hooks/note.sh'));
    const { hooks } = await project.settings({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              {
                type: 'command',
                command: `${folder}/hooks/note.sh`,
                args: ['$HOME *', `${folder}/exec`],
              },
              {
                type: 'command',
                command: '"$CLAUDE_PROJECT_DIR"/hooks/note.sh shell "$CLAUDE_PROJECT_DIR/shell"',
              },
            ],
          },
        ],
      },
    });
    const { runs } = await hooks.fire('PreToolUse', bash);
    expect(runs.map(({ error }) => error)).toEqual([null, null]);
    expect(project.lines('exec')).toEqual([`$HOME * ${project.folder}`]);
    expect(project.lines('shell')).toEqual([`shell ${project.folder}`]);
  });

  it("run in the event's folder with the host's environment", async () => {
    const project = new Project();
    project.write('sub/marker', 'here');
    process.env['SETTINGS_TEST_VALUE'] = 'inherited';
    const { hooks } = await project.settings(
      hooksOf('PreToolUse', 'echo "$(cat marker) $SETTINGS_TEST_VALUE" > ../ran'),
    );
    await hooks.fire('PreToolUse', { ...bash, cwd: project.path('sub') });
    delete process.env['SETTINGS_TEST_VALUE'];
    expect(project.lines('ran')).toEqual(['here inherited']);
  });

  it('read a relative path from the folder that the agent works in, as a shell does', async () => {
    const project = new Project();
    project.write('sub/check.sh', '#!/bin/sh\necho "from sub" >&2; exit 2\n', 0o755);
    const { hooks } = await project.settings(hooksOf('PreToolUse', './check.sh'));
    const outcome = await hooks.fire('PreToolUse', { ...bash, cwd: project.path('sub') });
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'from sub' });
  });

  it('get the time limits of Claude Code, in seconds', async () => {
    const project = new Project();
    const hook = { type: 'command', command: 'true' };
    const { declarations } = await project.settings({
      hooks: {
        PreToolUse: [{ hooks: [{ ...hook, timeout: 2.5 }] }],
        PostToolUse: [{ hooks: [hook] }],
        UserPromptSubmit: [{ hooks: [hook] }],
      },
    });
    expect(declarations.map(({ options }) => options.timeoutMs)).toEqual([2500, 600_000, 30_000]);
  });
});

describe('the hooks of SessionEnd', () => {
  const budget = async (...timeouts: (number | undefined)[]) => {
    const project = new Project();
    const commands = timeouts.map((timeout, index) => ({
      type: 'command',
      command: `true ${index}`,
      ...(timeout !== undefined && { timeout }),
    }));
    const { declarations } = await project.settings({ hooks: { SessionEnd: [{ hooks: commands }] } });
    return {
      all: declarations[0]?.group?.timeoutMs,
      each: declarations.map(({ options }) => options.timeoutMs),
    };
  };

  it.each([
    { timeouts: [undefined, undefined], all: 1500, each: [1500, 1500] },
    { timeouts: [undefined, 5], all: 5000, each: [5000, 5000] },
    { timeouts: [1, 5], all: 5000, each: [1000, 5000] },
    { timeouts: [0.5], all: 1500, each: [500] },
    { timeouts: [300], all: 60_000, each: [300_000] },
  ])('share one budget: $timeouts', async ({ timeouts, all, each }) => {
    expect(await budget(...timeouts)).toEqual({ all, each });
  });

  it('share the budget that the environment gives', async () => {
    process.env['CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'] = '700';
    try {
      expect(await budget(5, undefined)).toEqual({ all: 700, each: [5000, 700] });
    } finally {
      delete process.env['CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'];
    }
  });

  it('are ended when the budget is spent', async () => {
    const project = new Project();
    const { hooks } = await project.settings(hooksOf('SessionEnd', 'sleep 600'));
    const startedAt = performance.now();
    const { runs } = await hooks.fire('SessionEnd', { reason: 'other' });
    expect(runs[0]).toMatchObject({ status: 'failed', failure: 'timeout' });
    expect(performance.now() - startedAt).toBeLessThan(soonMs);
  });
});

describe('a hook of the settings in the background', () => {
  it('is not waited for, and what it tells the model comes with the next event', async () => {
    const project = new Project();
    project.write('context.json', {
      decision: 'block',
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'the tests passed' },
    });
    const line = 'cat "$CLAUDE_PROJECT_DIR/context.json"; touch "$CLAUDE_PROJECT_DIR/done"';
    const { hooks } = await project.settings({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: line, async: true }] }] },
    });
    const first = await hooks.fire('PreToolUse', bash);
    expect(first).toMatchObject({ decision: null, runs: [] });
    await hooks.drain();
    await eventually(() => project.lines('done').length > 0);
    const second = await hooks.fire('PreToolUse', { ...bash, tool_name: 'Read' });
    expect(second.injections.map(({ content }) => content)).toEqual(['the tests passed']);
  });

  it('is one that is waited for where any registration of it says so', async () => {
    const project = new Project();
    const hook = { type: 'command', command: 'exit 2' };
    const { hooks } = await project.settings({
      hooks: { PreToolUse: [{ hooks: [{ ...hook, async: true }] }, { hooks: [hook] }] },
    });
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
  });
});

describe('what a failure of a settings hook does', () => {
  const decide = async (command: string, more: object = {}, point = 'PreToolUse') => {
    const project = new Project();
    const { hooks, warnings } = await project.settings(hooksOf(point, command, more));
    const outcome =
      point === 'Stop'
        ? await hooks.fire('Stop', { stop_hook_active: false })
        : await hooks.fire('PreToolUse', bash);
    return { outcome, warnings: warnings.map(({ message }) => message) };
  };

  it.each([
    { command: 'exit 1', onFailure: undefined, decision: null },
    { command: 'exit 1', onFailure: 'block', decision: 'deny' },
    { command: 'exit 1', onFailure: 'continue', decision: null },
    { command: './no-such-file', onFailure: undefined, decision: 'deny' },
    { command: './no-such-file', onFailure: 'continue', decision: null },
    { command: 'echo "{broken"', onFailure: 'block', decision: 'deny' },
  ])('$command with onFailure $onFailure: $decision', async ({ command, onFailure, decision }) => {
    const { outcome, warnings } = await decide(command, onFailure === undefined ? {} : { onFailure });
    expect(outcome.decision).toBe(decision);
    expect(warnings).toEqual([]);
  });

  it('is not to block where Claude Code does not let it', async () => {
    const { outcome, warnings } = await decide('exit 1', { onFailure: 'block' }, 'Stop');
    expect(outcome.resume).toBe(false);
    expect(warnings).toEqual(['"onFailure" cannot block here: as in Claude Code, it is ignored at Stop']);
  });

  it.each([
    ['SessionStart', {}, 'nothing can be blocked at SessionStart'],
    ['PreToolUse', { async: true }, 'the action does not wait for a hook that is "async"'],
  ])('is not to block where nothing can be: %s', async (point, more, why) => {
    const project = new Project();
    const { warnings } = await project.settings(hooksOf(point, 'true', { ...more, onFailure: 'block' }));
    expect(warnings.map(({ message }) => message)).toEqual([`"onFailure" cannot block here: ${why}`]);
  });
});
