import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAgent } from '../support/run-agent.ts';

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
