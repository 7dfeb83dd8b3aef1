import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bash, keepsIn, runAgent, says } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const task = { tools: [{ name: 'Task', input: { prompt: 'Look', subagent_type: 'explore' } }] };
const write = { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'a' } }] };
const subagents = { explore: [{ text: 'Found it.' }] };

/** Which of the hooks ran, by their names, for an event of that tool. */
async function ran(tool: string, matchers: readonly string[], more: object = {}): Promise<readonly string[]> {
  const hooks = matchers.map((matcher) => says({}, { name: matcher, matcher, ...more }));
  const cwd = folderWith({ 'hookline.yaml': JSON.stringify({ hooks: { PreToolUse: hooks } }) });
  const input = JSON.stringify({ tool_name: tool, tool_input: {} });
  const { stdout } = await hookline(['fire', 'PreToolUse', '--json', '-i', '-'], { cwd, input });
  return JSON.parse(stdout).runs.map(({ hook }: { readonly hook: string }) => hook);
}

describe("the specification's own examples, in the loop", () => {
  it('hook pre:tool:shell /perms check shellExec holds Bash back until that is granted', async () => {
    const setting = {
      files: { 'mine.arma': 'hook pre:tool:shell /perms check shellExec\n' },
      script: { turns: [bash('echo ran'), write] },
    };
    const denied = await runAgent({ ...setting, config: { hooks: { scripts: ['mine.arma'] } } });
    expect(denied.results).toEqual([
      expect.stringContaining('the permission "shellExec" is not granted'),
      'Wrote a.txt.',
    ]);
    const config = { hooks: { scripts: ['mine.arma'] }, permissions: ['shellExec'] };
    expect((await runAgent({ ...setting, config })).results).toEqual(['ran', 'Wrote a.txt.']);
  });

  it("context.tool === 'shell' && context.args.includes('rm') aborts", async () => {
    const { results } = await runAgent({
      hooks: { 'pre:tool': [{ type: 'module', handler: './mine.mjs', protocol: 'armament' }] },
      files: {
        'mine.mjs': `export default async (context) => {
  if (context.tool === 'shell' && context.args.includes('rm')) {
    return { abort: true, reason: 'Destructive command blocked by hook' };
  }
};
`,
      },
      script: { turns: [bash('rm -rf everything'), bash('echo ran')] },
    });
    expect(results).toEqual([expect.stringContaining('Destructive command blocked by hook'), 'ran']);
  });

  it('$tool says what the script calls the tool, $tool_name what events do', async () => {
    const { of } = await runAgent({
      config: { hooks: { scripts: ['mine.arma'] } },
      files: { 'mine.arma': 'hook pre:tool /log info "$tool is $tool_name"\n' },
      script: { turns: [bash('true'), write] },
    });
    expect(of('notice').map(({ message }) => message)).toEqual(['shell is Bash', 'Write is Write']);
  });
});

describe('a matcher', () => {
  const matchers = [
    'Bash',
    'shell',
    'run_shell_command',
    'Write|shell',
    'Task',
    'Agent',
    'Edit',
    'apply_patch',
    'Write',
  ];

  it('means a tool by any of its names, and any of the alternatives', async () => {
    const [shell, tasks, patch, edit] = await Promise.all([
      ran('Bash', matchers),
      ran('Task', matchers),
      ran('apply_patch', matchers),
      ran('Edit', matchers),
    ]);
    expect(shell).toEqual(['Bash', 'shell', 'run_shell_command', 'Write|shell']);
    expect(tasks).toEqual(['Task', 'Agent']);
    expect(patch).toEqual(['Write|shell', 'Edit', 'apply_patch', 'Write']);
    expect(edit).toEqual(['Edit']);
  });

  it('means the same tool whatever the event calls it', async () => {
    expect(await ran('run_shell_command', matchers)).toEqual([
      'Bash',
      'shell',
      'run_shell_command',
      'Write|shell',
    ]);
    expect(await ran('shell', ['Ba*', 'sh*', '[!B]*', 'Bash'])).toEqual(['Ba*', 'Bash']);
  });

  it('sees the name that events carry alone, where it is a pattern or leaves something out', async () => {
    expect(await ran('Bash', ['sh*', 'shel?', '[!B]*', 'run_*', '[!w]*|shell', 'B*'])).toEqual([
      '[!w]*|shell',
      'B*',
    ]);
    expect(await ran('Task', ['A*', '[!T]*', 'T*'])).toEqual(['T*']);
  });

  it('of Bash is none of PowerShell', async () => {
    expect(await ran('PowerShell', ['Bash', 'shell', 'PowerShell', 'run_shell_command'])).toEqual([
      'PowerShell',
    ]);
  });

  it("of Claude Code's settings means a tool by any of its names too, and an expression the one of events", async () => {
    const matcher = (name: string): object => ({
      matcher: name,
      hooks: [{ type: 'command', command: `echo "${name}" >> ran.log; cat >> input.log` }],
    });
    const settings = ['Task', 'Agent', 'shell', 'Bash,Edit', '^(?!Bash)', '^(?!Task)', '^sh.*'].map(matcher);
    const { cwd } = await runAgent({
      config: { include: ['settings.json'] },
      files: { 'settings.json': JSON.stringify({ hooks: { PreToolUse: settings } }) },
      script: { turns: [bash('true'), task], subagents },
    });
    const lines = readFileSync(join(cwd, 'ran.log'), 'utf8').trim().split('\n');
    expect(lines.slice(0, 3).sort()).toEqual(['Bash,Edit', '^(?!Task)', 'shell']);
    expect(lines.slice(3).sort()).toEqual(['Agent', 'Task', '^(?!Bash)']);
    const input = readFileSync(join(cwd, 'input.log'), 'utf8');
    expect(input).toContain('"tool_name":"Agent"');
    expect(input).not.toContain('"tool_name":"Task"');
  });
});

describe('a permission rule', () => {
  it('means a tool by any of its names', async () => {
    const { results } = await runAgent({
      config: { permissions: { deny: ['shell(rm *)', 'Agent(explore)'], ask: ['run_shell_command(mv *)'] } },
      script: {
        turns: [bash('rm -f a'), bash('env /bin/rm -f a'), bash('mv a b'), bash('echo ran'), task],
        subagents,
      },
    });
    expect(results).toEqual([
      expect.stringContaining('the rule shell(rm *) denies it'),
      expect.stringContaining('the rule shell(rm *) denies it'),
      expect.stringContaining('the rule run_shell_command(mv *) asks'),
      'ran',
      expect.stringContaining('the rule Agent(explore) denies it'),
    ]);
  });

  it('allows by any of its names', async () => {
    const { results } = await runAgent({
      config: { permissions: { allow: ['shell(echo *)'] } },
      script: { turns: [bash('echo ran'), bash('rm -f a')] },
      words: ['--permission-mode', 'default'],
    });
    expect(results).toEqual(['ran', expect.stringContaining('Permission denied')]);
  });
});

describe('an event', () => {
  it('carries the name that the tool has here, and on a wire with a word of its own that one', async () => {
    const { cwd } = await runAgent({
      hooks: {
        PreToolUse: ['hookline', 'massgen', 'agent-sdk', 'armament', 'claude-code', 'gemini'].map(
          (protocol) => keepsIn(`${protocol}.log`, { protocol }),
        ),
      },
      script: { turns: [bash('true'), task], subagents },
    });
    const names = (wire: string): readonly unknown[] =>
      readFileSync(join(cwd, `${wire}.log`), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
        .map(({ tool_name, tool }) => tool_name ?? tool);
    expect(names('hookline')).toEqual(['Bash', 'Task']);
    expect(names('massgen')).toEqual(['Bash', 'Task']);
    expect(names('agent-sdk')).toEqual(['Bash', 'Task']);
    expect(names('armament')).toEqual(['shell', 'Task']);
    expect(names('claude-code')).toEqual(['Bash', 'Agent']);
    expect(names('gemini')).toEqual(['run_shell_command', 'invoke_agent']);
  });

  it('of a model that calls Bash by another name is one of Bash', async () => {
    const { results, of } = await runAgent({
      hooks: { PreToolUse: [says({ decision: 'deny', reason: 'not this' }, { matcher: 'B*' })] },
      script: { turns: [{ tools: [{ name: 'shell', input: { command: 'echo ran' } }] }] },
    });
    expect(results).toEqual([expect.stringContaining('not this')]);
    expect(of('tool_result').map(({ tool_name }) => tool_name)).toEqual(['Bash']);
  });
});
