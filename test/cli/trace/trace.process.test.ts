import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, main, hookline as ownProcess, startHookline } from '../../support/command-line/cli.ts';
import { hookline as served } from '../../support/command-line/served.ts';
import { Scratch } from '../../support/scratch.ts';

let folder: string;
let file: string;

const environment = (): Record<string, string> => ({
  ...{ HOME: folder, NO_COLOR: '1', HOOKLINE_DAEMON: 'off', CLAUDE_PROJECT_DIR: '' },
  ...{ XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: join(folder, 'config') },
});

function hookline(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  return served(words, { cwd: folder, env: { ...environment(), ...env }, input });
}

const payload = (command: string, session = 's1'): string =>
  JSON.stringify({
    ...{ session_id: session, transcript_path: '', cwd: folder, hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1' },
  });

const hookWords = ['hook', 'claude-code', '--config', 'hookline.yaml'];

beforeAll(async () => {
  folder = new Scratch().path;
  file = join(folder, 'state', 'hookline', 'traces', 's1.jsonl');
  await writeFile(
    join(folder, 'hookline.yaml'),
    [
      'trace: true',
      'hooks:',
      '  PreToolUse:',
      '    - { name: rewrite, matcher: Bash, type: command, handler: ./rewrite.sh, priority: 5 }',
      '    - { name: no-reset, matcher: Bash, type: builtin, handler: destructive-commands, guard: true }',
    ].join('\n'),
  );
  const reply = '{"updated_input":{"command":"git reset --hard HEAD~1"}}';
  await writeFile(join(folder, 'rewrite.sh'), `#!/bin/sh\necho "\\033[2Jseen" >&2\necho '${reply}'\n`, {
    mode: 0o755,
  });
  for (const [command, variable] of [
    ['git reset --hard', ''],
    ['git status', 'off'],
  ] as const)
    spawnSync(process.execPath, [main, ...hookWords], {
      cwd: folder,
      env: { ...process.env, ...environment(), HOOKLINE_TRACE: variable },
      input: payload(command),
    });
});

describe('the record of an agent', () => {
  it('explains a decision by its code, with places, differences and what hooks printed', async () => {
    const { stdout: tail } = await hookline(['trace', 'tail', '--json']);
    const { code, product } = JSON.parse(tail) as { code: string; product: string };
    expect(product).toBe('claude-code');
    const { stdout } = await hookline(['why', code.toLowerCase()]);
    expect(stdout).toMatch(/^PreToolUse {2}deny by no-reset: git\.reset-hard/);
    expect(stdout).toContain('hookline.yaml:4:');
    expect(stdout).toContain('rule git.reset-hard');
    expect(stdout).toContain('~ /command: "git reset --hard" → "git reset --hard HEAD~1"');
    expect(stdout).toContain('\\u001b[2Jseen');
  });

  it('lists, counts, exports and verifies what was recorded, and only that', async () => {
    const [list, stats, csv, verified] = await Promise.all([
      hookline(['trace', 'list', '--json']),
      hookline(['trace', 'stats', '--json', '--hook', 'no-reset']),
      hookline(['trace', 'export', '--format', 'csv', '--decision', 'deny']),
      hookline(['trace', 'verify']),
    ]);
    expect(JSON.parse(list.stdout)).toMatchObject([{ session: 's1', events: 1, denies: 1 }]);
    expect(JSON.parse(stats.stdout)).toMatchObject([{ hook: 'no-reset', denies: 1, failures: 0 }]);
    expect(csv.stdout.split('\n')[1]).toContain(',claude-code,,PreToolUse,Bash,deny,no-reset,');
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("can't detect") });
  });

  it('shows lines that were changed or taken out', async () => {
    const text = await readFile(file, 'utf8');
    const lines = text.split('\n');
    const changed = join(folder, 'changed.jsonl');
    await writeFile(changed, text.replace('"decision":"deny"', '"decision":null'));
    const { code, stdout } = await hookline(['trace', 'verify', changed]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${changed}:2: it was changed`);
    await writeFile(changed, [...lines.slice(0, 2), ...lines.slice(3)].join('\n'));
    expect((await hookline(['trace', 'verify', changed])).stdout).toContain(
      '1 lines of its writer before it were taken out',
    );
  });

  it('is made by hookline run too, and can be followed while it is', async () => {
    const script = {
      prompt: 'go',
      turns: [{ tools: [{ name: 'Bash', input: { command: 'git clean -fdx' } }] }, {}],
    };
    await writeFile(join(folder, 'script.yaml'), JSON.stringify(script));
    const traces = join(folder, 'followed');
    const words = ['trace', 'tail', '-f', '--json', '--tool', 'Bash', '--folder', traces];
    const follower = startHookline(words, { env: environment() });
    const run = ['run', '--config', 'hookline.yaml', '--script', 'script.yaml'];
    await hookline(run, { HOOKLINE_TRACE: traces });
    await follower.shows('"deny"');
    follower.child.kill('SIGINT');
    const { code, stdout } = await follower.ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
      point: 'PreToolUse',
      product: null,
      tool: 'Bash',
      outcome: { decision: 'deny' },
    });
  });

  it('is followed from file to file, each event once', async () => {
    // Every file is full after one event.
    const yaml = 'trace: { folder: turned, maxFileSize: 0.001 }\nhooks: { PreToolUse: [] }\n';
    await writeFile(join(folder, 'turned.yaml'), yaml);
    const words = ['trace', 'tail', '-f', '--json', '--folder', 'turned'];
    const follower = startHookline(words, { cwd: folder, env: environment() });
    await follower.shows('waiting for events');
    for (const name of ['one', 'two', 'three']) {
      const hook = ['hook', 'claude-code', '--config', 'turned.yaml'];
      await hookline(hook, {}, payload(`echo ${name}`, 'turned'));
      await follower.shows(`echo ${name}`);
    }
    follower.child.kill('SIGINT');
    const { stdout } = await follower.ended;
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).input.tool_input.command)).toEqual([
      ...['echo one', 'echo two', 'echo three'],
    ]);
    expect(readdirSync(join(folder, 'turned')).filter((name) => name.endsWith('.jsonl'))).toEqual([
      ...['turned.jsonl', 'turned~2.jsonl', 'turned~3.jsonl'],
    ]);
  });

  it('that cannot be made, or is mistyped, is told and costs no decision', async () => {
    const problems = join(folder, 'state', 'hookline', 'problems', 'claude-code.jsonl');
    const told = async (): Promise<string> => (existsSync(problems) ? readFile(problems, 'utf8') : '');
    for (const [variable, message, shown] of [
      ['banana', 'HOOKLINE_TRACE=\\"banana\\" means nothing and changes nothing: it takes 1, off, full', ''],
      ['/dev/null/traces', 'the trace has gaps', 'hookline: /dev/null/traces cannot be written'],
    ] as const) {
      const before = await told();
      const hook = ['hook', 'claude-code', '--config', 'unrecorded.yaml'];
      await writeFile(
        join(folder, 'unrecorded.yaml'),
        'hooks:\n  PreToolUse: [{ handler: "exit 2", type: command }]\n',
      );
      // A process of its own, which ends with its answer: by then it must be told.
      const env = { ...environment(), HOOKLINE_TRACE: variable };
      const call = { cwd: folder, env, input: payload('ls', 'b') };
      const { stdout, stderr } = await ownProcess(hook, call);
      expect(stdout).toContain('"permissionDecision":"deny"');
      if (shown === '') expect(stderr).toBe('');
      else expect(stderr).toContain(shown);
      expect((await told()).slice(before.length).trim().split('\n')).toEqual([
        expect.stringContaining(message),
      ]);
    }
    const run = ['run', '--config', 'unrecorded.yaml', '--script', 'script.yaml'];
    const { stderr } = await hookline(run, { HOOKLINE_TRACE: 'banana' });
    expect(stderr.match(/HOOKLINE_TRACE/g)).toHaveLength(1);
    expect(existsSync(join(folder, 'banana'))).toBe(false);
  });

  it('has calls that could not be judged, with the refusal', async () => {
    await writeFile(join(folder, 'broken.yaml'), 'hooks: 7');
    const traces = join(folder, 'unjudged');
    const refused = await hookline(
      ['hook', 'claude-code', '--config', 'broken.yaml'],
      { HOOKLINE_TRACE: traces },
      payload('ls', 'refused'),
    );
    expect(refused.stderr).toContain('blocked this');
    const { stdout } = await hookline(['trace', 'show', 'refused', '--json', '--folder', traces]);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ product: 'claude-code', tool: 'Bash', outcome: { decision: 'deny', decidedBy: 'hookline' } },
      runs: [{ hook: 'hookline', failure: 'threw', error: expect.stringContaining('broken.yaml') }],
    });
  });

  it('helps those who mistype', async () => {
    const [action, code, time] = await Promise.all([
      hookline(['trace', 'shwo']),
      hookline(['why', 'ZZZZZZZ']),
      hookline(['trace', 'list', '--since', 'soon']),
    ]);
    expect(action).toMatchObject({ code: 1, stderr: expect.stringContaining('"show"') });
    expect(code).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no decision with the code.*trace: true/),
    });
    expect(time).toMatchObject({ code: 1, stderr: expect.stringContaining('such as 30m, 2h') });
  });

  it('says which filter matches nothing, and takes sessions by their ids', async () => {
    const asked = [
      [['trace', 'list', '--tool', 'Bsh'], 'no event matches --tool Bsh: did you mean "Bash"?'],
      [['trace', 'stats', '--hook', 'no-rest'], 'did you mean "no-reset"?'],
      [['trace', 'tail', '--point', 'PreToolUze'], 'did you mean "PreToolUse"?'],
      [['trace', 'list', '--session', 's9'], 'did you mean "s1"?'],
      [['trace', 'show', 's1', '--decision', 'ask'], 'no event matches --decision ask: there is deny'],
      [['trace', 'show', 's9'], 'no session, id or code "s9", did you mean "s1"?'],
      [['trace', 'stats', '--since', '2099-01-01'], 'nothing was recorded in that time'],
      [['replay', '--tool', 'Bsh', '--config', 'hookline.yaml'], 'did you mean "Bash"?'],
      [['trace', 'stats', 'nosuch'], 'no recorded session "nosuch"'],
      [['trace', 'export', 's9'], 'no recorded session "s9", did you mean "s1"?'],
      [['trace', 'tail', '-n', 'abc'], '-n takes a number, not "abc"'],
    ] as const;
    for (const [words, told] of asked) {
      const { code, stderr, stdout } = await hookline([...words]);
      expect({ words, code, stderr, stdout }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(told),
      });
      expect(stdout).toBe('');
    }
    await hookline(['hook', 'claude-code', '--config', 'hookline.yaml'], {}, payload('git status', 's2'));
    const [one, all] = await Promise.all([
      hookline(['trace', 'export', 's2']),
      hookline(['trace', 'export']),
    ]);
    expect(one.stdout.trim().split('\n')).toHaveLength(1);
    expect(all.stdout.trim().split('\n')).toHaveLength(2);
    const none = await hookline([
      'trace',
      'list',
      '--session',
      's2',
      '--point',
      'PreToolUse',
      '--decision',
      'none',
    ]);
    expect(none.stderr).toContain('no event matches --decision none: there is deny');
  });

  it('says of a call that waits unrecorded how to record', async () => {
    await writeFile(
      join(folder, 'silent.yaml'),
      'hooks:\n  PreToolUse:\n    - { name: no-reset, type: builtin, handler: destructive-commands, guard: true }\n',
    );
    const silent = await hookline(
      ['hook', 'claude-code', '--config', 'silent.yaml'],
      {},
      payload('git clean -fdx', 's3'),
    );
    const [, waiting = ''] = /hookline allow ([0-9A-Z]{7})/.exec(silent.stdout) ?? [];
    const { code, stderr } = await hookline(['why', waiting]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/waits for approval .*, but was not recorded; .*trace: true/),
    });
  });
});
