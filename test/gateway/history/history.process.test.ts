import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ended } from '../../support/command-line/cli.ts';
import { hookline as served } from '../../support/command-line/served.ts';
import { Scratch } from '../../support/scratch.ts';

const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url));
const places = {
  'claude-code.jsonl': '.claude/projects/-home-ada/3320024e.jsonl',
  'codex.jsonl': '.codex/sessions/2026/11/19/rollout-2026-11-19T04-07-36-01a1f1fd.jsonl',
  'gemini.jsonl': '.gemini/tmp/project/chats/session-2026-11-19T04-07-421673d9.jsonl',
  'copilot.jsonl': '.copilot/session-state/7cef1aed/events.jsonl',
} as const;
const database = '.local/share/opencode/opencode.db';

let home: string;

const hookline = (...words: readonly string[]): Promise<Ended> =>
  served(['history', ...words], {
    cwd: home,
    env: {
      ...{ HOME: home, NO_COLOR: '1', XDG_DATA_HOME: '', XDG_STATE_HOME: '', XDG_CONFIG_HOME: '' },
      ...{ CODEX_HOME: '', CLAUDE_CONFIG_DIR: '', COPILOT_HOME: '', GEMINI_CLI_HOME: '' },
    },
  });
const lines = ({ stdout }: Ended): readonly Record<string, unknown>[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

beforeEach(() => {
  home = new Scratch().path;
  for (const [name, place] of Object.entries(places)) {
    mkdirSync(dirname(join(home, place)), { recursive: true });
    copyFileSync(join(fixtures, name), join(home, place));
  }
  mkdirSync(dirname(join(home, database)), { recursive: true });
  const program = 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())';
  const input = readFileSync(join(fixtures, 'opencode.sql'));
  expect(spawnSync('python3', ['-c', program, join(home, database)], { input }).status).toBe(0);
});

describe('the history of agents', () => {
  it('judges what real agents wrote down, by the recommended guards', async () => {
    const all = lines(await hookline('--since', '2026-11-01', '--json'));
    const reset = { command: 'git reset --hard', decision: 'deny', rule: 'git.reset-hard', tool: 'Bash' };
    for (const agent of ['claude-code', 'codex', 'gemini', 'opencode'])
      expect(all).toContainEqual(
        expect.objectContaining({ ...reset, agent, session: expect.any(String), at: expect.any(String) }),
      );
    expect(all).toContainEqual(
      expect.objectContaining({ agent: 'copilot', tool: 'Bash', decision: 'allow' }),
    );
    expect(all.at(-1)).toMatchObject({
      summary: {
        ...{ calls: 9, sessions: 5, deny: 4, ask: 0, allow: 5, unknown: 0, unknownLines: 0, files: 5 },
        rules: [
          {
            ...{ rule: 'git.reset-hard', decision: 'deny', count: 4 },
            commands: [{ command: 'git reset --hard', count: 4 }],
          },
        ],
      },
    });
  });

  it('tells what it found in a table that fits 80 columns, and where it looked when there is nothing', async () => {
    const found = await hookline('claude', '--since', '2026-11-01');
    expect(found.stdout).toMatch(/2 tool calls in 1 session \(Claude Code 2\)/);
    expect(found.stdout).toMatch(/^deny +git\.reset-hard +1 /m);
    for (const line of found.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const none = await hookline('codex', '--since', '2037-01-01');
    expect(none.stdout).toContain(join(home, '.codex/sessions'));
    const typo = await hookline('codx');
    expect(typo).toMatchObject({ code: 1, stderr: expect.stringContaining('did you mean "codex"?') });
  });

  it('tries a policy, and leaves every file as it was', async () => {
    write('strict.yaml', 'permissions:\n  deny: ["Bash(touch *)"]\n');
    const before = readdirSync(home, { recursive: true }).sort();
    const { summary } = lines(await hookline('--since', '2026-11-01', '-c', 'strict.yaml', '--json')).at(
      -1,
    ) as {
      summary: Record<string, unknown>;
    };
    expect(summary).toMatchObject({ calls: 9, deny: 5, allow: 4 });
    expect(readdirSync(home, { recursive: true }).sort()).toEqual(before);
  });

  it('counts lines that it does not understand, and calls that are there twice once', async () => {
    const path = join(home, places['codex.jsonl']);
    appendFileSync(
      path,
      'no json\n{"type":"response_item","payload":{"type":"function_call","name":7}}\n{"torn',
    );
    const copy = places['claude-code.jsonl'].replace('3320024e', 'resumed');
    copyFileSync(join(home, places['claude-code.jsonl']), join(home, copy));
    const { summary } = lines(await hookline('--since', '2026-11-01', '--json')).at(-1) as {
      summary: Record<string, unknown>;
    };
    expect(summary).toMatchObject({ calls: 9, unknownLines: 2, files: 6 });
  });

  it("reads OpenCode's older files, and Codex's other ways to call a shell", async () => {
    const storage = '.local/share/opencode/storage';
    const [message, session] = ['msg_1', 'ses_1'];
    write(
      `${storage}/message/${session}/${message}.json`,
      JSON.stringify({ path: { cwd: '/home/ada/old' } }),
    );
    write(
      `${storage}/part/${message}/prt_1.json`,
      JSON.stringify({
        ...{ id: 'prt_1', messageID: message, sessionID: session, type: 'tool', callID: 'c1', tool: 'bash' },
        state: { input: { command: 'git push --force' }, time: { start: Date.parse('2026-11-18') } },
      }),
    );
    const item = (payload: object): string =>
      JSON.stringify({ timestamp: '2026-11-18T00:00:00Z', type: 'response_item', payload });
    write(
      '.codex/sessions/2026/11/18/rollout-old.jsonl',
      [
        item({
          type: 'local_shell_call',
          call_id: '1',
          action: { command: ['bash', '-lc', 'git clean -fdx'] },
        }),
        item({
          type: 'function_call',
          call_id: '2',
          name: 'shell',
          arguments: '{"command":["rm","-rf","/"]}',
        }),
        item({
          type: 'custom_tool_call',
          call_id: '3',
          name: 'apply_patch',
          input: '*** Begin Patch\n*** Delete File: .env\n*** End Patch',
        }),
      ].join('\n'),
    );
    const all = lines(await hookline('opencode', 'codex', '--since', '2026-11-01', '--json'));
    for (const [command, tool] of [
      ['git push --force', 'Bash'],
      ['git clean -fdx', 'Bash'],
      ['rm -rf /', 'Bash'],
    ])
      expect(all).toContainEqual(expect.objectContaining({ command, tool, decision: 'deny' }));
    expect(all).toContainEqual(expect.objectContaining({ tool: 'apply_patch', decision: 'deny' }));
  });
});
