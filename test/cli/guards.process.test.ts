import { describe, expect, it } from 'vitest';
import { hookline } from '../support/cli.ts';
import { folderWith } from '../support/folder-with.ts';

const project = (): string => folderWith({ 'package.json': '{}' });

describe('hookline guards', () => {
  it('says what it makes of a command, and exits with 2 where it stops it', async () => {
    const stopped = await hookline(['guards', 'check', 'sudo rm -rf /'], { cwd: project() });
    expect(stopped).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/deny filesystem\.remove: "rm -rf \/"/),
    });
    const free = await hookline(['guards', 'check', 'rm -rf node_modules', '--json'], { cwd: project() });
    expect(free.code).toBe(0);
    expect(JSON.parse(free.stdout)).toEqual({ decision: 'allow', rule: null, reason: null });
  });

  it('answers a line for each line, in order, in the folder that each names', async () => {
    const lines = [
      { command: 'git reset --hard' },
      { command: 'ls' },
      { command: 'rm -rf src' },
      { command: 'eval "$X"' },
      { command: 'rm -rf .', cwd: '/' },
    ];
    const input = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const { code, stdout } = await hookline(['guards', 'check', '--lines'], { cwd: project(), input });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(answers.map(({ decision, rule }) => [decision, rule])).toEqual([
      ['deny', 'git.reset-hard'],
      ['allow', null],
      ['ask', 'filesystem.remove'],
      ['ask', 'remote-code.hidden'],
      ['deny', 'filesystem.remove'],
    ]);
    for (const answer of answers) expect(Object.keys(answer)).toEqual(['decision', 'rule', 'reason']);
  });

  it.each([
    [['guards', 'chek', 'ls'], 'Did you mean "check"'],
    [['guards', 'check'], 'name a command'],
  ])('refuses %j', async (words, message) => {
    expect(await hookline(words, { cwd: project() })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    });
  });

  it('refuses a line that is none', async () => {
    const ended = await hookline(['guards', 'check', '--lines'], { cwd: project(), input: 'rm -rf /\n' });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('each line takes') });
  });

  it('lists every rule with its safer way', async () => {
    const { stdout } = await hookline(['guards', '--json'], { cwd: project() });
    const rules = JSON.parse(stdout) as { id: string; instead: string }[];
    expect(rules.length).toBeGreaterThan(25);
    expect(rules.every(({ id, instead }) => id.includes('.') && instead !== '')).toBe(true);
  });
});
