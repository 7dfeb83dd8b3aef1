import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ended } from '../../support/command-line/cli.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const ls = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const rm = { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } };

const noRm = `#!/bin/sh
if grep -q 'rm -rf'; then echo 'destructive command' >&2; exit 2; fi
`;
const config = `
hooks:
  PreToolUse:
    - { name: no-rm, matcher: "Bash|shell", type: command, handler: ./hooks/no-rm.sh, timeout: 10, priority: 10, guard: true }
`;

/** One command hook that prints a reply, at any point. */
function answering(point: string, reply: object): string {
  const line = `echo '${JSON.stringify(reply)}'`;
  return JSON.stringify({ hooks: { [point]: [{ name: 'it', type: 'command', handler: line }] } });
}

async function fireJson(
  point: string,
  files: Readonly<Record<string, string>>,
  event: object,
  words: readonly string[] = [],
): Promise<Ended & { outcome: Record<string, unknown> }> {
  const cwd = folderWith(files);
  const call = ['fire', point, '--input', '-', '--json', ...words];
  const ended = await hookline(call, { cwd, input: JSON.stringify(event) });
  return { ...ended, outcome: JSON.parse(ended.stdout) as Record<string, unknown> };
}

describe('hookline fire --json', () => {
  it('prints one object with exactly the keys of the contract, in a deny', async () => {
    const { code, outcome } = await fireJson(
      'PreToolUse',
      { 'hookline.yaml': config, 'hooks/no-rm.sh': noRm },
      rm,
    );
    expect(outcome).toEqual({
      point: 'PreToolUse',
      decision: 'deny',
      reason: 'destructive command',
      decidedBy: 'no-rm',
      value: { command: 'rm -rf /' },
      modified: false,
      injections: [],
      suppressed: false,
      resume: false,
      halted: false,
      haltReason: null,
      notices: [],
      runs: [
        {
          id: expect.any(String),
          hook: 'no-rm',
          status: 'ok',
          failure: null,
          error: null,
          durationMs: expect.any(Number),
          effects: [{ type: 'deny', reason: 'destructive command' }],
          dropped: [],
        },
      ],
    });
    expect(code).toBe(2);
  });

  it('lets go ahead with exit code 0, and null for everything that nobody decided', async () => {
    const { code, outcome } = await fireJson(
      'PreToolUse',
      { 'hookline.yaml': config, 'hooks/no-rm.sh': noRm },
      ls,
    );
    expect(outcome).toMatchObject({
      decision: null,
      reason: null,
      decidedBy: null,
      value: { command: 'ls' },
    });
    expect(code).toBe(0);
  });

  it('gives value, injections and notices as the hooks left them', async () => {
    const reply = { updated_input: { command: 'pwd' }, systemMessage: 'be careful' };
    const { code, outcome } = await fireJson(
      'PreToolUse',
      { 'hookline.yaml': answering('PreToolUse', reply) },
      ls,
    );
    expect(outcome).toMatchObject({
      value: { command: 'pwd' },
      modified: true,
      injections: [{ content: 'be careful', into: 'system', hook: 'it' }],
    });
    expect(code).toBe(0);
  });

  it.each([
    ['PreToolUse', { hookSpecificOutput: { permissionDecision: 'allow' } }, ls, 0, { decision: 'allow' }],
    ['PreToolUse', { decision: 'ask', reason: 'sure?' }, ls, 2, { decision: 'ask', reason: 'sure?' }],
    ['PreToolUse', { continue: false, stopReason: 'enough' }, ls, 2, { halted: true, haltReason: 'enough' }],
    ['Stop', { decision: 'block', reason: 'go on' }, {}, 2, { resume: true, reason: 'go on' }],
    ['PostToolUse', { suppressOutput: true }, { ...ls, tool_response: 'x' }, 0, { suppressed: true }],
  ])('at %s, %j makes the exit code follow', async (point, reply, event, exitCode, expected) => {
    const { code, outcome } = await fireJson(point, { 'hookline.yaml': answering(point, reply) }, event);
    expect(outcome).toMatchObject(expected);
    expect(code).toBe(exitCode);
  });

  it('tells a failure as a failure, and its kind', async () => {
    const hooks = 'hooks: { PreToolUse: [{ name: bad, type: command, handler: exit 7 }] }';
    const { code, outcome } = await fireJson('PreToolUse', { 'hookline.yaml': hooks }, ls);
    expect(outcome['runs']).toMatchObject([
      { hook: 'bad', status: 'failed', failure: 'exit', error: expect.any(String) },
    ]);
    expect(outcome['decision']).toBeNull();
    expect(code).toBe(0);
  });

  it('tells what was dropped beyond a hook’s rights', async () => {
    const hooks = answering('SessionStart', { decision: 'deny', reason: 'no' });
    const { outcome } = await fireJson('SessionStart', { 'hookline.yaml': hooks }, { source: 'startup' });
    const [run] = outcome['runs'] as { dropped: unknown[] }[];
    expect(run?.dropped).toMatchObject([{ type: 'deny', why: expect.any(String) }]);
  });

  it('knows the points by their other names and sends the canonical one', async () => {
    const hooks = 'hooks: { "pre:tool": [{ name: seen, type: module, handler: ./seen.mjs }] }';
    const seen = 'export default (event) => ({ systemMessage: event.hook_event_name });';
    const { outcome } = await fireJson('pre:tool', { 'hookline.yaml': hooks, 'seen.mjs': seen }, ls);
    expect(outcome).toMatchObject({ point: 'PreToolUse', injections: [{ content: 'PreToolUse' }] });
  });

  it('takes the tool from a point such as pre:tool:Bash', async () => {
    const { outcome } = await fireJson(
      'pre:tool:Bash',
      { 'hookline.yaml': config, 'hooks/no-rm.sh': noRm },
      { tool_input: rm.tool_input },
    );
    expect(outcome['decidedBy']).toBe('no-rm');
  });

  it('fills in the base fields', async () => {
    const hooks = `hooks: { PreToolUse: [{ name: seen, type: module, handler: ./seen.mjs }] }`;
    const seen = 'export default (event) => ({ systemMessage: JSON.stringify(event) });';
    const { outcome } = await fireJson('PreToolUse', { 'hookline.yaml': hooks, 'seen.mjs': seen }, ls);
    const [{ content }] = outcome['injections'] as [{ content: string }];
    expect(JSON.parse(content)).toMatchObject({
      session_id: expect.any(String),
      transcript_path: expect.any(String),
      cwd: expect.stringContaining('hookline-'),
      hook_event_name: 'PreToolUse',
      tool_use_id: expect.any(String),
      ...ls,
    });
  });

  it('reads several configurations as one', async () => {
    const { outcome } = await fireJson(
      'PreToolUse',
      {
        'one.yaml': 'hooks: { PreToolUse: [{ name: one, type: command, handler: "true" }] }',
        'two.yaml': 'hooks: { PreToolUse: [{ name: two, type: command, handler: "true", priority: 5 }] }',
      },
      ls,
      ['--config', 'one.yaml', '-c', 'two.yaml'],
    );
    expect(outcome['runs']).toMatchObject([{ hook: 'two' }, { hook: 'one' }]);
  });

  it('runs the hooks of an agent for that agent only, and respects what it overrides', async () => {
    const files = {
      'hookline.yaml': `
hooks:
  PreToolUse: [{ name: everyone, type: command, handler: "true" }]
  PostToolUse: [{ name: log, type: command, handler: "true" }]
agents:
  - id: agent1
    backend:
      hooks:
        PreToolUse: [{ name: own, type: command, handler: "true" }]
        PostToolUse: { override: true, hooks: [] }
`,
    };
    const namesFor = async (point: string, words: string[]): Promise<unknown[]> => {
      const { outcome } = await fireJson(point, files, { ...ls, tool_response: 'x' }, words);
      return (outcome['runs'] as { hook: string }[]).map(({ hook }) => hook);
    };
    expect(await namesFor('PreToolUse', [])).toEqual(['everyone']);
    expect(await namesFor('PreToolUse', ['--agent', 'agent1'])).toEqual(['everyone', 'own']);
    expect(await namesFor('PreToolUse', ['--agent', 'agent2'])).toEqual(['everyone']);
    expect(await namesFor('PostToolUse', ['--agent', 'agent1'])).toEqual([]);
  });

  it('prints all of a large value, however slowly it is read', async () => {
    const command = 'x'.repeat(3 * 1024 * 1024);
    const event = { tool_name: 'Bash', tool_input: { command } };
    const { code, outcome } = await fireJson('PreToolUse', { 'hookline.yaml': 'hooks: {}' }, event);
    expect(outcome['value']).toEqual({ command });
    expect(code).toBe(0);
  });
});

describe('hookline fire', () => {
  it('finds hookline.yaml in a folder above', async () => {
    const cwd = folderWith({
      'hookline.yaml': config,
      'hooks/no-rm.sh': noRm,
      'deep/down/event.json': JSON.stringify(rm),
    });
    const { code, stdout } = await hookline(['fire', 'PreToolUse', '-i', 'event.json'], {
      cwd: join(cwd, 'deep/down'),
    });
    expect(stdout).toMatch(
      /^PreToolUse {2}deny by no-rm: destructive command\n {2}✓ {2}no-rm .* deny "destructive command"\n$/,
    );
    expect(code).toBe(2);
  });

  it('writes what goes wrong with a hook to stderr, never among the answer', async () => {
    const cwd = folderWith({
      'hookline.yaml': 'hooks: { PreToolUse: [{ name: bad, type: command, handler: exit 7 }] }',
    });
    const { stdout, stderr } = await hookline(['fire', 'PreToolUse', '-i', '-', '--json'], {
      cwd,
      input: JSON.stringify(ls),
    });
    expect(() => JSON.parse(stdout)).not.toThrow();
    expect(stderr).toContain('hook "bad" failed (exit)');
  });

  it('shows control characters of a hook’s words instead of obeying them', async () => {
    const reply = { decision: 'deny', reason: 'a\u001b[2Jb\u0007\u202ec' };
    const cwd = folderWith({ 'hookline.yaml': answering('PreToolUse', reply) });
    const { stdout } = await hookline(['fire', 'PreToolUse', '-i', '-'], { cwd, input: JSON.stringify(ls) });
    expect(stdout).toContain('a\\u001b[2Jb\\u0007\\u202ec');
  });

  it('waits for hooks in the background, and leaves nothing behind', async () => {
    const hooks =
      'hooks: { PreToolUse: [{ name: late, type: command, handler: "sleep 0.3; echo done > late.txt", mode: background }] }';
    const cwd = folderWith({ 'hookline.yaml': hooks, 'event.json': JSON.stringify(ls) });
    const { code } = await hookline(['fire', 'PreToolUse', '-i', 'event.json'], { cwd });
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'late.txt'), 'utf8')).toBe('done\n');
  });

  it('ends though a hook in JavaScript left a timer running', async () => {
    const cwd = folderWith({
      'hookline.yaml': 'hooks: { Stop: [{ name: timer, type: module, handler: ./timer.mjs }] }',
      'timer.mjs': 'setInterval(() => {}, 1000); export default () => {};',
    });
    expect((await hookline(['fire', 'Stop'], { cwd })).code).toBe(0);
  });
});
