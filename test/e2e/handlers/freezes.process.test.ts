import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Ended, startHookline } from '../../support/command-line/cli.ts';
import { runAgent } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { withEnoughTime } from '../../support/eventually.ts';
import { folderWith } from '../../support/folder-with.ts';

/** As long as an expression takes that looks at every way to divide 40 letters: years. */
const evil = '(a+)+$';
const letters = 'a'.repeat(40);
const spoiled = `${letters}!`;

async function fire(
  config: object,
  event: object,
  more: { readonly settings?: object; readonly point?: string } = {},
): Promise<Ended & { readonly outcome: { readonly decision: unknown; readonly runs: readonly object[] } }> {
  const { settings, point = 'PreToolUse' } = more;
  const cwd = folderWith({
    'hookline.yaml': JSON.stringify({ ...config, ...(settings && { include: '.claude/settings.json' }) }),
    ...(settings && { '.claude/settings.json': JSON.stringify(settings) }),
  });
  const ended = await hookline(['fire', point, '-i', '-', '--json'], { cwd, input: JSON.stringify(event) });
  return { ...ended, outcome: JSON.parse(ended.stdout || '{}') };
}

describe('an expression that takes for ever', () => {
  it('as the matcher of a settings hook lets the hook run', async () => {
    const hooks = { PreToolUse: [{ matcher: evil, hooks: [{ type: 'command', command: 'exit 2' }] }] };
    const { code } = await fire({}, { tool_name: spoiled, tool_input: {} }, { settings: { hooks } });
    expect(code).toBe(2);
  });

  it('as a text to redact hides the whole text', async () => {
    const audit = {
      type: 'builtin',
      handler: 'audit-log',
      mode: 'observe',
      options: { file: 'audit.jsonl', redactTexts: [evil] },
    };
    const cwd = folderWith({ 'hookline.yaml': JSON.stringify({ hooks: { PreToolUse: [audit] } }) });
    const event = { tool_name: 'Bash', tool_input: { command: spoiled } };
    const { code } = await hookline(['fire', 'PreToolUse', '-i', '-'], { cwd, input: JSON.stringify(event) });
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'audit.jsonl'), 'utf8')).toContain('"command":"[redacted]"');
  });

  it('as what a policy test expects is not found', async () => {
    const cwd = folderWith({
      'hookline.yaml': JSON.stringify({
        hooks: { PreToolUse: [{ name: 'it', type: 'command', handler: `echo ${spoiled} >&2; exit 2` }] },
      }),
      'hookline.test.yaml': JSON.stringify({
        tests: [
          {
            fire: 'PreToolUse',
            input: { tool_name: 'Bash', tool_input: {} },
            expect: { reason: `/^${evil}/` },
          },
        ],
      }),
    });
    const { code, stdout } = await hookline(['test'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('0 passed, 1 failed');
  });

  it('as the pattern of a search is a tool error', async () => {
    const { results } = await runAgent({
      files: { 'notes.txt': `${spoiled}\n` },
      script: { turns: [{ tools: [{ name: 'Grep', input: { pattern: `^${evil}` } }] }, { text: 'Done.' }] },
    });
    expect(results[0]).toMatch(/takes too long to match/);
  });

  it('in the schema of a tool of a server, for what goes in and for what comes out, is a tool error', async () => {
    const server = fileURLToPath(new URL('../../fixtures/mcp/patterns.mjs', import.meta.url));
    const { results } = await runAgent({
      config: { mcpServers: { evil: { command: process.execPath, args: [server] } } },
      script: {
        turns: [
          { tools: [{ name: 'mcp__evil__in', input: { text: spoiled } }] },
          { tools: [{ name: 'mcp__evil__out', input: {} }] },
          { text: 'Done.' },
        ],
      },
    });
    expect(results[0]).toMatch(/cannot be checked: its schema took more than 1000 ms/);
    expect(results[1]).toMatch(/took more than 1000 ms/);
  });
});

describe('a glob that is made to be slow', () => {
  const stars = '*a*a*a*a*a*a*a*b';
  const long = 'a'.repeat(3000);

  it.each<[string, object, object]>([
    [
      'as a deny rule for commands',
      { permissions: { deny: [`Bash(${stars})`] } },
      { tool_name: 'Bash', tool_input: { command: long } },
    ],
    [
      'as an ask rule with words behind it',
      { permissions: { ask: [`Bash(${stars} *)`] } },
      { tool_name: 'Bash', tool_input: { command: long } },
    ],
    [
      'as a rule for paths',
      { permissions: { deny: ['Edit(**/a/**/a/**/a/**/a*a*a*a*b)'] } },
      { tool_name: 'Edit', tool_input: { file_path: 'a/'.repeat(1500) } },
    ],
    [
      'as a rule for tools',
      { permissions: { deny: [`mcp__${stars}`] } },
      { tool_name: `mcp__${long}`, tool_input: {} },
    ],
    [
      'as a matcher',
      { hooks: { PreToolUse: [{ matcher: stars, type: 'command', handler: 'exit 2' }] } },
      { tool_name: long, tool_input: {} },
    ],
  ])('%s', async (_, config, event) => {
    const { code, outcome } = await fire(config, event);
    expect(code).toBe(0);
    expect(outcome.decision).toBeNull();
  });

  it('as the `if` of a settings hook', async () => {
    const command = { type: 'command', command: 'exit 2', if: `Bash(${stars})` };
    const { code } = await fire(
      {},
      { tool_name: 'Bash', tool_input: { command: long } },
      { settings: { hooks: { PreToolUse: [{ hooks: [command] }] } } },
    );
    expect(code).toBe(0);
  });

  it('as the pattern of a search for files', async () => {
    const { results } = await runAgent({
      files: { [`${'a'.repeat(200)}.txt`]: '' },
      script: {
        turns: [
          { tools: [{ name: 'Glob', input: { pattern: `**/${stars}` } }] },
          { tools: [{ name: 'Glob', input: { pattern: `{${','.repeat(60_000)}` } }] },
          { text: 'Done.' },
        ],
      },
    });
    expect(results).toEqual(['No files found', 'No files found']);
  });
});

describe('a module that never returns', () => {
  const spin = "(await import('node:fs')).writeFileSync('spins', ''); for (;;);";
  const spins: Readonly<Record<string, string>> = {
    'when it is called':
      "import { writeFileSync } from 'node:fs';\nexport default () => { writeFileSync('spins', ''); for (;;); };\n",
    'when it is imported': `${spin}\nexport default () => undefined;\n`,
    'behind a promise': `export default async () => { await null; ${spin} };\n`,
  };
  const event = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });
  const files = (module: string, keys: object): Readonly<Record<string, string>> => ({
    'spin.mjs': module,
    'event.json': event,
    'hookline.yaml': JSON.stringify({
      hooks: { PreToolUse: [{ name: 'spin', type: 'module', handler: './spin.mjs', ...keys }] },
    }),
    'hookline.test.yaml': JSON.stringify({
      tests: [{ fire: 'PreToolUse', input: JSON.parse(event), expect: { decision: null } }],
    }),
    'script.yaml': JSON.stringify({
      prompt: 'Do it',
      turns: [{ tools: [{ name: 'Bash', input: { command: 'ls' } }] }],
    }),
  });

  it.each(Object.entries(spins))('%s is ended by its timeout, and as a guard denies', async (_, module) => {
    const attempt = async (timeoutMs: number) => {
      const cwd = folderWith(files(module, { timeout: timeoutMs / 1000, guard: true }));
      const ended = await hookline(['fire', 'PreToolUse', '-i', 'event.json', '--json'], { cwd });
      return { ...ended, hasSpun: existsSync(join(cwd, 'spins')) };
    };
    const { code, stdout, hasSpun } = await withEnoughTime(attempt, (ended) => ended.hasSpun, 200);
    expect(hasSpun).toBe(true);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny', runs: [{ failure: 'timeout' }] });
  });

  it.each<[string, readonly string[]]>([
    ['fire', ['fire', 'PreToolUse', '-i', 'event.json']],
    ['explain', ['explain', 'PreToolUse', '-i', 'event.json']],
    ['test', ['test']],
    ['run', ['run', '--script', 'script.yaml']],
  ])('lets `%s` be interrupted by INT and by TERM', async (_, words) => {
    const module = `import { writeFileSync } from 'node:fs';
export default () => { writeFileSync(process.env.STARTED, ''); for (;;); };\n`;
    const cwd = folderWith(files(module, { timeout: 600 }));
    const codes = await Promise.all(
      (['SIGINT', 'SIGTERM'] as const).map(async (signal) => {
        const started = join(cwd, `started-${signal}`);
        const env = { XDG_STATE_HOME: join(cwd, signal), STARTED: started };
        const { child, ended } = startHookline(words, { cwd, env });
        child.stdin?.end();
        await expect.poll(() => existsSync(started)).toBe(true);
        child.kill(signal);
        return (await ended).code;
      }),
    );
    expect(codes).toEqual([130, 143]);
  });
});
