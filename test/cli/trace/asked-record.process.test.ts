import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, main } from '../../support/command-line/cli.ts';
import { hookline as served } from '../../support/command-line/served.ts';
import { Scratch } from '../../support/scratch.ts';

const session = '0b7c5391-95ce-4898-a0cd-1dc837f199ae';
const other = '0b7d5391-95ce-4898-a0cd-1dc837f199ae';
let folder: string;
let traces: string;
let record: string;

const environment = (): Record<string, string> => ({
  ...{ HOME: folder, NO_COLOR: '1', HOOKLINE_DAEMON: 'off', CLAUDE_PROJECT_DIR: '', HOOKLINE_TRACE: '' },
  ...{ XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: join(folder, 'config') },
});

const hookline = (words: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  served(words, { cwd: folder, env: { ...environment(), ...env } });

const call = (id: string, command: string): string =>
  JSON.stringify({
    ...{ session_id: id, transcript_path: '', cwd: folder, hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'Bash', tool_input: { command }, tool_use_id: command },
  });

/** The record at another time than that of the test. */
const at = (text: string, time: string): string => text.replaceAll(/"at":"[^"]*"/g, `"at":"${time}"`);

beforeAll(() => {
  folder = new Scratch().path;
  traces = join(folder, 'state/hookline/traces');
  record = join(traces, `${session}.jsonl`);
  writeFileSync(
    join(folder, 'hookline.yaml'),
    'trace: true\nhooks:\n  PreToolUse:\n    - { name: no-reset, type: builtin, handler: destructive-commands, guard: true }\n',
  );
  writeFileSync(join(folder, 'loose.yaml'), 'hooks: {}\n');
  mkdirSync(join(folder, 'empty'));
  for (const [id, command] of [
    [session, 'git reset --hard'],
    [session, 'git status'],
    [other, 'git status'],
  ] as const)
    spawnSync(process.execPath, [main, 'hook', 'claude-code', '--config', 'hookline.yaml'], {
      cwd: folder,
      env: { ...process.env, ...environment() },
      input: call(id, command),
    });
});

describe('a question to the record', () => {
  it('takes no other file or empty folder for a trace that has nothing to say', async () => {
    const wrong = [
      [['replay', session, 'loose.yaml'], 'loose.yaml is not a trace'],
      [['replay', session, 'loose.yaml'], '--config loose.yaml'],
      [['trace', 'list', session, 'loose.yaml'], 'loose.yaml is not a trace'],
      [['replay', session, 'empty'], 'there is no trace in empty'],
    ] as const;
    for (const [words, told] of wrong) {
      const { code, stderr, stdout } = await hookline(words);
      expect({ words, code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(told) });
      expect(stdout).toBe('');
    }
  });

  it('counts by rule, tool, product, session and day, with the times and the last event', async () => {
    for (const [by, name, fires, denies] of [
      ['rule', 'git.reset-hard', 1, 1],
      ['hook', 'no-reset', 3, 1],
      ['tool', 'Bash', 3, 1],
      ['product', 'claude-code', 3, 1],
      ['session', session, 2, 1],
    ] as const) {
      const { stdout } = await hookline(['trace', 'stats', '--by', by, '--json']);
      const [first] = JSON.parse(stdout);
      expect({ by, first }).toMatchObject({ first: { [by]: name, fires, denies, asks: 0, allowed: 0 } });
      expect(first.p50).toBeLessThanOrEqual(first.p95);
      expect(first.total).toBeGreaterThan(0);
      expect(Date.parse(first.last)).toBeGreaterThan(0);
    }
    const days = JSON.parse((await hookline(['trace', 'stats', '--by', 'day', '--json'])).stdout);
    expect(days[0].day).toMatch(/^\d{4}-\d\d-\d\d$/);
    const typo = await hookline(['trace', 'stats', '--by', 'tol']);
    expect(typo).toMatchObject({ code: 1, stderr: expect.stringContaining('did you mean "tool"?') });
  });

  it('explains the newest decision of a code, and says how many are like it', async () => {
    const again = join(folder, 'again');
    mkdirSync(again);
    const lines = readFileSync(record, 'utf8');
    for (const day of [1, 2, 3])
      writeFileSync(join(again, `${day}.jsonl`), at(lines, `2026-03-0${day}T10:00:00.000Z`));
    const [{ code }] = JSON.parse(
      `[${(await hookline(['trace', 'show', session, '--decision', 'deny', '--json'])).stdout.trim()}]`,
    );
    const { stdout } = await hookline(['why', code, '--folder', again], { TZ: 'UTC' });
    expect(stdout).toContain('2026-03-03 10:00:00');
    expect(stdout).toContain('2 more like it, from 2026-03-01 10:00:00 to 2026-03-02 10:00:00');
    expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(12);
  });

  it('becomes small tests: of a code, of a tool, of what was denied', async () => {
    const [{ code }] = JSON.parse(
      `[${(await hookline(['trace', 'show', session, '--decision', 'deny', '--json'])).stdout.trim()}]`,
    );
    for (const words of [[code], [session, '--denied'], [session, '--denied', '--tool', 'Bash']]) {
      const { stdout } = await hookline(['test', '--from-trace', ...words]);
      expect(stdout.match(/- name:/g)).toHaveLength(1);
      expect(stdout).toContain('deny: Bash git reset --hard');
    }
    writeFileSync(join(folder, 'one.test.yaml'), (await hookline(['test', '--from-trace', code])).stdout);
    expect(await hookline(['test', 'one.test.yaml'])).toMatchObject({ code: 0 });
    expect(await hookline(['test', '--denied'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--denied needs --from-trace'),
    });
    expect(await hookline(['test', '--from-trace', session, '--tool', 'Read'])).toMatchObject({ code: 1 });
  });

  it('is exported for log stores: OCSF events and OTLP logs', async () => {
    const ask = async (format: string): Promise<Record<string, never>> =>
      JSON.parse(
        (await hookline(['trace', 'export', session, '--format', format, '--decision', 'deny'])).stdout,
      );
    expect(await ask('ocsf')).toMatchObject({
      ...{ class_uid: 6003, type_uid: 600399, action: 'Denied', disposition: 'Blocked' },
      actor: { app_name: 'claude-code', session: { uid: session } },
      api: { operation: 'Bash' },
      policy: { name: 'no-reset', uid: 'git.reset-hard' },
      resources: [{ name: 'git reset --hard' }],
    });
    const { resourceLogs } = await ask('otlp');
    expect(JSON.stringify(resourceLogs)).toContain(
      '{"key":"hookline.rule","value":{"stringValue":"git.reset-hard"}}',
    );
    expect(resourceLogs).toMatchObject([{ scopeLogs: [{ logRecords: [{ severityText: 'WARN' }] }] }]);
  });

  it('finds words of commands and reasons', async () => {
    const found = await hookline(['trace', 'list', '--text', 'RESET --hard', '--json']);
    expect(JSON.parse(found.stdout)).toMatchObject([{ session, events: 1, denies: 1 }]);
    const none = await hookline(['trace', 'list', '--text', 'no such words']);
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no event has the words "no such words"'),
    });
  });

  it('is answered with the count of lines that cannot be read, and of lines that were lost', async () => {
    const lines = readFileSync(record, 'utf8').split('\n');
    const denied = lines.findIndex((line) => line.includes('"decision":"deny"'));
    const broken = lines.with(denied, 'no line').join('\n');
    const lost = {
      v: 1,
      type: 'lost',
      writer: 'w',
      seq: 1,
      at: '',
      lines: 7,
      why: 'the disk is full',
      hash: '',
    };
    writeFileSync(join(folder, 'broken.jsonl'), `${broken}${JSON.stringify(lost)}\n{"torn`);
    const asked = [
      ...[['replay'], ['trace', 'list'], ['trace', 'stats'], ['trace', 'export'], ['trace', 'tail']],
      ['test', '--from-trace'],
    ];
    for (const words of asked) {
      const { code, stderr } = await hookline([...words, 'broken.jsonl']);
      expect({ words, code }).toEqual({ words, code: 0 });
      expect(stderr).toMatch(/cannot be read, and are not counted here: 1; hookline trace verify/);
      expect(stderr).toContain('lines missing from the trace: 7; when they were written: the disk is full');
    }
    appendFileSync(record, '{"torn');
    expect(await hookline(['trace', 'list', session])).toMatchObject({ code: 0, stderr: '' });
  });

  it('shows times by the clock of the machine, and takes them as it shows them', async () => {
    writeFileSync(join(folder, 'dated.jsonl'), at(readFileSync(record, 'utf8'), '2026-03-04T02:30:15.900Z'));
    const newYork = { TZ: 'America/New_York' };
    const ask = (...words: string[]): Promise<Ended> =>
      hookline(['trace', 'list', 'dated.jsonl', ...words], newYork);
    expect((await ask()).stdout).toContain('2026-03-03 21:30:15');
    for (const found of [
      ['--since', '2026-03-03 21:30:15', '--until', '2026-03-03 21:30:15'],
      ['--since', '2026-03-03T21:30', '--until', '2026-03-03T21:30'],
      ['--since', '2026-03-03', '--until', '2026-03-03'],
      ['--since', '2026-03-04T02:30Z', '--until', '2026-03-04T03:30+01:00'],
    ])
      expect({ found, ...(await ask(...found)) }).toMatchObject({ found, code: 0 });
    for (const missed of [
      ['--since', '2026-03-04'],
      ['--until', '2026-03-02'],
      ['--since', '2026-03-03 21:30:16'],
    ])
      expect((await ask(...missed)).stderr).toContain(
        'nothing was recorded in that time: the trace is from 2026-03-03 21:30:15',
      );
  });

  it('is not asked of a time that was not meant', async () => {
    for (const time of ['7', '0', '2026-02-30', '3/4/2026', '2026-03-03 25:00', 'yesterday', ''])
      expect({ time, ...(await hookline(['trace', 'list', '--since', time])) }).toMatchObject({
        time,
        code: 1,
        stderr: expect.stringContaining(`such as 30m, 2h, 7d, or a date, such as 2026-03-03`),
      });
  });

  it('takes the beginning of an id, as tail shows it, where one session begins so', async () => {
    const shown = (await hookline(['trace', 'tail', session])).stdout;
    const [, beginning = ''] = /(0b7c\S+)…/.exec(shown) ?? [];
    for (const words of [['trace', 'show'], ['trace', 'stats'], ['replay'], ['test', '--from-trace']])
      for (const id of [beginning, '0b7c'])
        expect({ words, ...(await hookline([...words, id])) }).toMatchObject({ words, code: 0 });
    for (const words of [['trace', 'show'], ['replay']])
      expect(await hookline([...words, '0b7c'.slice(0, 3)])).toMatchObject({ code: 1 });
    writeFileSync(join(traces, `${session}0.jsonl`), '');
    expect(await hookline(['replay', '0b7c'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`2 sessions begin with "0b7c": ${session}`),
    });
    expect(await hookline(['replay', session])).toMatchObject({ code: 0 });
    expect((await hookline(['trace', 'list', '--session', '0b7d'])).stderr).toContain(
      `did you mean "${other}"?`,
    );
  });

  it('does not become a test in the place of another file, and says what is in the way', async () => {
    const written = ['test', '--from-trace', session];
    await hookline([...written, 'incident.test.yaml']);
    expect(await hookline([...written, 'incident.test.yaml'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('incident.test.yaml already exists'),
    });
    expect((await hookline([...written, 'gone/incident.test.yaml'])).stderr).toContain(
      'gone/incident.test.yaml cannot be written: its folder does not exist',
    );
  });

  it('is not answered as if an option or a name had not been there', async () => {
    const wrong = [
      [['trace', 'list', '-f'], "hookline trace list doesn't take --follow; it is for tail"],
      [['trace', 'stats', '--format', 'csv'], "doesn't take --format; it is for export"],
      [['trace', 'stats', session, '-n', '1'], "doesn't take --lines"],
      [['trace', 'verify', '--session', session], "hookline trace verify doesn't take --session"],
      [['trace', 'verify', '--since', '1d'], "hookline trace verify doesn't take --since"],
      [['trace', 'show', session, other], 'takes one session'],
    ] as const;
    for (const [words, told] of wrong)
      expect({ words, ...(await hookline(words)) }).toMatchObject({
        ...{ words, code: 1, stdout: '' },
        stderr: expect.stringContaining(told),
      });
  });

  it('shows what is in a file that somebody sent', async () => {
    const shown = await hookline(['trace', 'show', record, '--decision', 'deny', '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ session, outcome: { decision: 'deny' } });
  });

  it('has no tick where nothing could be compared', async () => {
    const text = readFileSync(record, 'utf8').replaceAll('"altered":false', '"altered":true');
    writeFileSync(join(folder, 'altered.jsonl'), text);
    const { code, stdout } = await hookline(['replay', 'altered.jsonl']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^– 2 events, 0 the same, .*2 not replayable: nothing could be compared$/m);
  });

  it('counts what hooks did, and tells how long most, 95 % and 99 % of their runs took', async () => {
    const lines = readFileSync(record, 'utf8').split('\n');
    const denied = lines.findIndex((line) => line.includes('"decision":"deny"'));
    const firing = JSON.parse(lines[denied] ?? '') as object;
    const run = JSON.parse(lines[denied + 1] ?? '') as object;
    const many = Array.from({ length: 100 }, (_, index) => {
      const id = `many-${index}`;
      const failed = index < 5 ? { status: 'failed', failure: 'threw', decision: null } : {};
      return [
        { ...firing, id, runCount: 1 },
        { ...run, id: `${id}.1`, firing: id, hook: 'timed', durationMs: 100 - index, ...failed },
      ];
    }).flat();
    writeFileSync(join(folder, 'many.jsonl'), many.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { stdout } = await hookline(['trace', 'stats', 'many.jsonl', '--json']);
    const [timed] = JSON.parse(stdout) as Record<string, number>[];
    expect(timed).toMatchObject({ hook: 'timed', fires: 100, denies: 95, failures: 5, skipped: 0 });
    for (const percent of [50, 95, 99]) {
      const ms = timed?.[`p${percent}`] ?? 0;
      expect(Math.abs(ms - percent), `p${percent} is ${ms}`).toBeLessThanOrEqual(percent * 0.02 + 1);
    }
  });

  it('is about the agents, points and decisions that it names, and no others', async () => {
    const changed = [
      { agent: null, product: 'claude-code' },
      { agent: 'a1', agentType: 'explore', product: null },
    ];
    const [first = ''] = readFileSync(record, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"deny"'));
    const text = changed.map((fields, index) =>
      JSON.stringify({ ...JSON.parse(first), ...fields, id: `f${index}`, runCount: 0 }),
    );
    writeFileSync(join(folder, 'agents.jsonl'), `${text.join('\n')}\n`);
    const found = async (...words: string[]): Promise<readonly string[]> => {
      const { stdout } = await hookline(['trace', 'export', 'agents.jsonl', ...words]);
      return stdout.split('\n').flatMap((line) => /"id":"(f\d)"/.exec(line)?.[1] ?? []);
    };
    expect(await found('--agent', 'claude-code')).toEqual(['f0']);
    expect(await found('--agent', 'a1')).toEqual(['f1']);
    expect(await found('--agent', 'explore')).toEqual(['f1']);
    expect(await found('--point', 'PreToolUse', '--decision', 'deny')).toEqual(['f0', 'f1']);
    expect(await found('--decision', 'none')).toEqual([]);
  });
});
