import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const files = {
  'hookline.yaml': 'permissions:\n  deny: ["Bash(rm *)"]\n',
  'ask.yaml': 'permissions:\n  ask: [Write]\n',
  'hookline.test.yaml': `tests:
  - name: removing is denied
    fire: PreToolUse
    input: { tool_name: Bash, tool_input: { command: rm x } }
    expect: { decision: deny, decidedBy: permission rules }
`,
  'ask.test.yaml': `config: ask.yaml
tests:
  - name: writing is asked for
    fire: PreToolUse
    input: { tool_name: Write, tool_input: { file_path: a } }
    expect: { decision: ask }
`,
  'script.yaml': `prompt: go
turns:
  - tools:
      - { name: Bash, input: { command: rm hookline.yaml } }
      - { name: Bash, input: { command: echo fine } }
  - text: Done.
`,
};

describe('the permission rules of a configuration', () => {
  it('are listed as what they are', async () => {
    const { stdout } = await hookline(['list'], { cwd: folderWith(files) });
    expect(stdout).toMatch(/10 +permission rules +\* +rules deny Bash\(rm \*\) +guard +hookline\.yaml:2:3/);
  });

  it('are explained, and what they did', async () => {
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm x' } });
    const words = ['explain', 'PreToolUse', '--input', '-', '--json'];
    const { stdout } = await hookline(words, { cwd: folderWith(files), input });
    expect(JSON.parse(stdout)).toMatchObject({
      hooks: [{ hook: 'permission rules', order: 1, place: { line: 2 } }],
      outcome: { decision: 'deny', reason: 'the rule Bash(rm *) denies it: rm x' },
    });
  });

  it('decide what is fired from the command line', async () => {
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm x' } });
    expect(
      (await hookline(['fire', 'PreToolUse', '--input', '-'], { cwd: folderWith(files), input })).code,
    ).toBe(2);
  });

  it('can be tested, and their denying proved; those that only ask need no such proof', async () => {
    const cwd = folderWith(files);
    for (const name of ['hookline.test.yaml', 'ask.test.yaml']) {
      const { code, stdout, stderr } = await hookline(['test', name, '--canary'], { cwd });
      expect(code, stdout + stderr).toBe(0);
    }
  });

  it('hold in a run of the agent', async () => {
    const cwd = folderWith(files);
    const env = { XDG_STATE_HOME: cwd };
    const { stdout } = await hookline(['run', '--script', 'script.yaml', '--json'], { cwd, env });
    const results = stdout
      .split('\n')
      .filter((line) => line.startsWith('{"type":"tool_result"'))
      .map((line) => JSON.parse(line) as { content: unknown; is_error: boolean });
    expect(results.map(({ is_error }) => is_error)).toEqual([true, false]);
    expect(JSON.stringify(results[0]?.content)).toContain('the rule Bash(rm *) denies it');
  });
});
