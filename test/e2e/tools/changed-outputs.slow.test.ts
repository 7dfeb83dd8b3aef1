import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AgentRun, bash, runAgent, says } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const both = ['PostToolUse', 'PostToolUseFailure'];
const leaks = [bash('echo key=123'), bash('echo key=456; exit 3'), {}];

/** Everything that anybody gets to see: the model, whoever reads the events, and the transcript. */
function everywhere({ stdout, cwd }: AgentRun): string {
  const folder = join(cwd, 'state/hookline/sessions');
  const transcripts = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  const events = stdout
    .split('\n')
    .filter((line) => !line.includes('"hook_progress"') && !line.includes('"tool_use"'));
  const said = transcripts
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => !line.includes('"tool_use"'));
  return [...events, ...said].join('\n').replaceAll(/"command":"[^"]*"/g, '');
}

describe('the output of a tool that failed', () => {
  it.each([
    ['JSON', says({ updated_output: 'hidden' })],
    ['JSON that hides it', says({ suppressOutput: true })],
    ['a refusal', says({ decision: 'block', reason: 'no keys' })],
    ['exit 2', { type: 'command', handler: 'echo no keys >&2; exit 2' }],
    ['an effect', says({ type: 'modify', value: 'hidden' })],
    ['Python', { type: 'python', handler: 'mine.redact' }],
    ['a field in Python', { type: 'python', handler: 'mine.field' }],
    ['a dict in Python', { type: 'python', handler: 'mine.plain' }],
  ])('can be changed or hidden by %s, at both points with one hook', async (_by, hook) => {
    const run = await runAgent({
      hooks: { PostToolUse: [{ ...hook, points: both }] },
      files: {
        'mine.py': `from hookline import HookResult

def redact(event):
    return HookResult.redact("hidden") if "key=" in event.tool_output else None

def field(event):
    return HookResult(updated_output="hidden")

def plain(event):
    return {"updated_output": event.tool_output.replace("key", "hidden").rstrip("0123456789")}
`,
      },
      script: { turns: leaks },
    });
    expect(run.results).toHaveLength(2);
    for (const result of run.results) expect(result).toMatch(/hidden|suppressed/);
    expect(run.of('tool_result').map(({ is_error }) => is_error)).toEqual([false, true]);
    expect(everywhere(run)).not.toMatch(/key=\d/);
  });

  it('stays hidden when a guard of both breaks', async () => {
    const run = await runAgent({
      hooks: {
        PostToolUse: [{ type: 'command', handler: 'exit 7', guard: true, points: both, name: 'held' }],
      },
      script: { turns: leaks },
    });
    expect(run.results).toEqual(['[output suppressed by hook]', '[output suppressed by hook]']);
    expect(everywhere(run)).not.toMatch(/key=\d/);
  });

  it('is not touched by a block on the wire of the Agent SDK, which is dropped and recorded', async () => {
    const cwd = folderWith({
      'hookline.yaml': JSON.stringify({
        hooks: {
          PostToolUseFailure: [
            says({ decision: 'block', reason: 'no' }, { name: 'mine', protocol: 'agent-sdk' }),
          ],
        },
      }),
    });
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: {}, error: 'Exit code 1' });
    const fired = await hookline(['fire', 'PostToolUseFailure', '--json', '-i', '-'], { cwd, input });
    expect(JSON.parse(fired.stdout)).toMatchObject({
      decision: null,
      suppressed: false,
      value: 'Exit code 1',
      injections: [],
      runs: [{ hook: 'mine', effects: [], dropped: [{ type: 'deny', reason: 'no' }] }],
    });
    expect(fired.stderr).toContain('mine');
  });
});

describe('what a hook writes in the wrong place', () => {
  it('is dropped, and the person is told', async () => {
    const { of, results } = await runAgent({
      hooks: {
        PreToolUse: [says({ updated_output: 'x' })],
        PostToolUse: [says({ updated_input: { command: 'x' } })],
      },
      script: { turns: [bash('echo ran')] },
    });
    expect(results).toEqual(['ran']);
    expect(of('notice').map(({ message }) => message)).toEqual([
      'updated_output was dropped: PreToolUse has no output to replace',
      'updated_input was dropped: PostToolUse has no tool_input to replace',
    ]);
  });
});

describe('a hook at several points', () => {
  it('is one hook: one name, listed at each point, in the order of the file', async () => {
    const cwd = folderWith({
      'hookline.yaml': JSON.stringify({
        hooks: {
          PreToolUse: [
            says({}, { name: 'mine', points: ['PreToolUse', 'post:tool', 'Stop'] }),
            says({}, { points: ['PermissionRequest'] }),
          ],
        },
      }),
    });
    const { stdout, code } = await hookline(['list', '--json'], { cwd });
    expect(code).toBe(0);
    const listed = JSON.parse(stdout).map(({ name, point }: Record<string, string>) => [name, point]);
    expect(listed.filter(([name]: string[]) => name === 'mine').map(([, point]: string[]) => point)).toEqual([
      'PreToolUse',
      'PostToolUse',
      'Stop',
    ]);
    expect(new Set(listed.slice(3).map(([name]: string[]) => name)).size).toBe(1);
    expect((await hookline(['validate', '--strict'], { cwd })).code).toBe(0);
  });

  it('is told of points that do not exist, at their place', async () => {
    const cwd = folderWith({
      'hookline.yaml':
        'hooks:\n  PostToolUse:\n    - { type: command, handler: "true", points: [PostToolUseFailur, "post:tool:Bash"] }\n',
    });
    const { code, stdout, stderr } = await hookline(['validate'], { cwd });
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain('did you mean "PostToolUseFailure"?');
    expect(`${stdout}${stderr}`).toContain('a list of points has no matchers');
  });

  it('is told when it guards outputs at one of the two points alone', async () => {
    const said = async (more: object, others: object = {}): Promise<string> => {
      const guard = says({}, { name: 'held', guard: true, ...more });
      const cwd = folderWith({
        'hookline.yaml': JSON.stringify({ hooks: { PostToolUse: [guard], ...others } }),
      });
      const { stdout, stderr } = await hookline(['validate'], { cwd });
      return `${stdout}${stderr}`;
    };
    const alone = await said({});
    expect(alone).toContain('PostToolUseFailure');
    expect(alone).toContain('[PostToolUse, PostToolUseFailure]');
    expect(await said({ points: both })).not.toContain('does not see');
    const other = says({}, { name: 'held too', guard: true });
    expect(await said({}, { PostToolUseFailure: [other] })).not.toContain('does not see');
  });
});

describe('a policy test', () => {
  it('expects changed inputs and outputs by the names that replies have for them', async () => {
    const test = (fire: string, input: object, expected: object): object => ({
      fire,
      input: { tool_name: 'Bash', tool_input: { command: 'ls' }, ...input },
      expect: expected,
    });
    const config = {
      hooks: {
        PreToolUse: [says({ updated_input: { command: 'pwd' } })],
        PostToolUse: [says({ updated_output: '…' }, { points: both })],
      },
    };
    const run = async (
      ...tests: object[]
    ): Promise<{ readonly code: number | null; readonly stdout: string }> =>
      hookline(['test'], {
        cwd: folderWith({
          'hookline.yaml': JSON.stringify(config),
          'hookline.test.yaml': JSON.stringify({ tests }),
        }),
      });
    const good = await run(
      test('PreToolUse', {}, { updated_input: { command: 'pwd' } }),
      test('PostToolUse', { tool_response: 'a' }, { updated_output: '…' }),
      test('PostToolUseFailure', { error: 'a' }, { updated_output: '…' }),
    );
    expect(good.code, good.stdout).toBe(0);
    const bad = await run(
      test('PreToolUse', {}, { updated_input: { command: 'ls' } }),
      test('PostToolUse', { tool_response: 'a' }, { updated_output: 'a' }),
      test('PreToolUse', {}, { updated_output: '…' }),
    );
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain('updated_input: expected {"command":"ls"}, got {"command":"pwd"}');
    expect(bad.stdout).toContain('updated_output: expected "a", got "…"');
    expect(bad.stdout).toContain('updated_output: PreToolUse has none');
  });
});
