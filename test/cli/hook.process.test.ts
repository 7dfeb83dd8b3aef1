import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentNamed } from '../../src/gateway/agents/agent-table.ts';
import { fixturesOf } from '../gateway/support.ts';
import { type Ended, hookline as ownProcess, startInTerminal } from '../support/command-line/cli.ts';
import { hookline } from '../support/command-line/served.ts';
import { trusted } from '../support/command-line/trusted.ts';
import { folderWith } from '../support/folder-with.ts';

const files = {
  'hookline.yaml': `
hooks:
  PreToolUse:
    - { name: no-marker, type: module, guard: true, matcher: Bash, handler: ./no-marker.mjs }
    - { name: hint, type: module, matcher: Write, handler: ./hint.mjs }
`,
  'no-marker.mjs': `
import { appendFileSync } from 'node:fs';
export default ({ tool_input, native_tool_name }) => {
  appendFileSync(new URL('runs', import.meta.url), native_tool_name + '\\n');
  if (tool_input.command.includes('marker')) return { type: 'deny', reason: 'no markers' };
};
`,
  'hint.mjs': `export default () => ({ type: 'inject', content: 'files have a header' });`,
};

/** Calls of the built command in one folder, as an agent there makes them. */
async function project(call: typeof hookline = hookline): Promise<{
  readonly cwd: string;
  hook(agent: string, fixture: string, changes?: object, ...words: string[]): Promise<Ended>;
}> {
  const cwd = folderWith(files);
  const env = { XDG_STATE_HOME: join(cwd, 'state'), CLAUDE_PROJECT_DIR: cwd, GEMINI_PROJECT_DIR: cwd };
  await trusted(cwd, env);
  return {
    cwd,
    hook: (agent, fixture, changes = {}, ...words) => {
      const { [fixture]: payload } = fixturesOf(agentNamed(agent));
      return call(['hook', agent, ...words], {
        cwd,
        env,
        input: JSON.stringify({ ...payload, cwd, ...changes }),
      });
    },
  };
}

describe('hookline hook', () => {
  it('lets a command be that names the folder of the project as its own', async () => {
    const { cwd, hook } = await project();
    const call = (command: string) => ({ tool_input: { command, dir_path: cwd } });
    const args = { command: 'ls', workdir: cwd };
    expect(await hook('gemini', 'BeforeTool', call('ls'))).toMatchObject({ stdout: '', code: 0 });
    expect(await hook('opencode', 'tool.execute.before', { output: { args } })).toMatchObject({
      stdout: '',
      code: 0,
    });
    const { stdout } = await hook('gemini', 'BeforeTool', call('rm -rf *'));
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny' });
  });

  it('answers each agent in its own words', async () => {
    const { hook } = await project();
    const answers = await Promise.all([
      hook('claude-code', 'PreToolUse'),
      hook('codex', 'PreToolUse'),
      hook('gemini', 'BeforeTool'),
      hook('opencode', 'tool.execute.before'),
    ]);
    // Who asks for the same in different words asks for something else.
    const codes = answers.map(({ stdout }) => /hookline allow ([0-9A-Z]{7})"/.exec(stdout)?.[1]);
    expect(new Set(codes).size).toBe(4);
    const reason = (index: number): string =>
      `no markers [no-marker]\nA person may let this call pass once, in a terminal of their own: hookline allow ${codes[index]}`;
    const permission = (index: number): object => ({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: reason(index),
      },
    });
    expect(answers.map(({ code, stdout }) => [code, JSON.parse(stdout)])).toEqual([
      [0, permission(0)],
      [0, permission(1)],
      [0, { decision: 'deny', reason: reason(2) }],
      [0, { throw: reason(3) }],
    ]);
  });

  it('prints the outcome and the answer with --json', async () => {
    const { hook } = await project();
    const [denied, quiet, broken] = await Promise.all([
      hook('codex', 'PreToolUse', {}, '--json'),
      hook('gemini', 'BeforeTool.read_file', {}, '--json'),
      hook('gemini', 'BeforeTool', { tool_input: 'ls' }, '--json'),
    ]);
    expect(denied.code).toBe(2);
    const outcome = JSON.parse(denied.stdout);
    expect(outcome).toMatchObject({
      point: 'PreToolUse',
      decision: 'deny',
      reason: 'no markers',
      decidedBy: 'no-marker',
      agent: 'codex',
      native: { event: 'PreToolUse', tool_name: 'Bash' },
      answer: { stderr: '', exitCode: 0 },
    });
    // The guard of hookline's own files stands behind all others.
    expect(outcome.runs.map(({ hook }: { hook: string }) => hook)).toEqual([expect.any(String), 'hookline']);
    expect(JSON.parse(outcome.answer.stdout).hookSpecificOutput.permissionDecision).toBe('deny');
    expect(quiet.code).toBe(0);
    expect(JSON.parse(quiet.stdout)).toMatchObject({
      decision: null,
      native: { event: 'BeforeTool', tool_name: 'read_file' },
      answer: { stdout: '', stderr: '', exitCode: 0 },
    });
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({
      agent: null,
      answer: { exitCode: 2 },
      error: expect.any(String),
    });
  });

  it('tells the model at the next event that can what an event cannot carry', async () => {
    const { hook } = await project();
    const before = await hook('gemini', 'BeforeTool.write_file');
    expect(before).toEqual({ code: 0, stdout: '', stderr: '' });
    const told = await hook('gemini', 'AfterTool.write_file');
    expect(JSON.parse(told.stdout)).toEqual({
      hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'files have a header' },
    });
    const again = await hook('gemini', 'AfterTool.write_file');
    expect(again.stdout).toBe('');
  });

  it('judges a call once that is announced by the line of a user and by that of a project', async () => {
    // At the same time.
    const { cwd, hook } = await project(ownProcess);
    const call = { tool_use_id: 'toolu_01ABCDEFGHIJKLMNOPQR' };
    const twins = await Promise.all([
      hook('claude-code', 'PreToolUse', call),
      hook('claude-code', 'PreToolUse', call, '--required'),
    ]);
    expect(twins.map(({ stdout }) => JSON.parse(stdout).hookSpecificOutput.permissionDecision)).toEqual([
      'deny',
      'deny',
    ]);
    expect(readFileSync(join(cwd, 'runs'), 'utf8')).toBe('Bash\n');
  });
});

it('refuses at once on a terminal, where no agent sends a payload', async () => {
  const { ended } = startInTerminal(['hook', 'claude-code'], { cwd: folderWith(files) });
  const { code, stdout } = await ended;
  expect(code).toBe(2);
  expect(stdout).toContain('stdin is a terminal; pass a payload: hookline hook AGENT < payload.json');
});
