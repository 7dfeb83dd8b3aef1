import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../src/agent/conversation/transcript.ts';
import { hookline, startHookline } from '../../support/command-line/cli.ts';
import { agentFolder, bash, linesOf, stateOf } from '../../support/command-line/run-agent.ts';
import { sleep } from '../../support/hooks.ts';
import { mcpServerFile } from '../../support/processes/compiled.ts';
import { canLook, processesWith } from '../../support/processes/leftovers.ts';
import { randomNumbers, runs } from '../../support/seed.ts';

const mcpServer = mcpServerFile();
const rounds = runs(2, 100);

/** What fills a pipe, a page and a buffer: half of it would show. */
const large = (name: string): string => `${name} `.repeat(20_000);
const contents = [large('one'), large('two'), large('three')];
const write = (content: string): object => ({ name: 'Write', input: { file_path: 'note.txt', content } });
const mcp = (tool: string, input: object): object => ({ name: `mcp__my__${tool}`, input });

/** A session in which something of every kind is under way at any time, and everything leaves somebody behind who would stay. */
function sessionFolder(mark: string): string {
  const lingers = 'sleep 600 & sleep 0.1';
  const passEnv = 'MARK';
  return agentFolder({
    config: {
      mcpServers: { my: { command: process.execPath, args: [mcpServer, 'stubborn'], env: { MARK: mark } } },
      hooks: {
        SessionStart: [{ name: 'starts', type: 'command', handler: lingers, passEnv }],
        PreToolUse: [
          { name: 'shell', type: 'command', handler: lingers, passEnv, matcher: 'Bash' },
          { name: 'python', type: 'python', handler: 'rules.wait', env: { MARK: mark } },
        ],
        'pre:git:write': [{ name: 'before', type: 'command', handler: 'sleep 0.05', passEnv }],
      },
    },
    files: {
      'note.txt': 'original',
      'rules.py': `import subprocess, time
def wait(event):
    child = subprocess.Popen(["sleep", "600"])
    time.sleep(0.05)
    child.kill()
    child.wait()
`,
    },
    script: {
      prompt: 'Work',
      turns: [
        { text: 'Writing.', tools: contents.map(write) },
        bash('(sleep 600 & sleep 600 &) & sh -c "sleep 600 & sleep 0.2"'),
        { tools: [mcp('leave', {}), mcp('echo', { text: 'hi' })] },
        { tools: [{ name: 'Task', input: { prompt: 'Look', subagent_type: 'explore' } }] },
        { text: 'Done.' },
      ],
      subagents: { explore: [bash('sleep 0.1'), { text: 'Found.' }] },
    },
  });
}

interface Host {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Begins the session, or goes on with it. */
function start({ cwd, env }: Host): ReturnType<typeof startHookline> {
  const session = existsSync(join(cwd, 'state/hookline/sessions/crash.jsonl')) ? '--resume' : '--session';
  return startHookline(['run', '--script', 'script.yaml', '--json', session, 'crash'], { cwd, env });
}

/** Lines that are whole, and each call with its result. */
function expectWhole(cwd: string): void {
  const folder = join(cwd, 'state');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of names.filter((name) => name.endsWith('.jsonl'))) {
    const file = join(folder, name);
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const line of lines.slice(0, -1)) expect(() => JSON.parse(line), line).not.toThrow();
    const messages = readTranscript(file).map(({ message }) => message);
    messages.forEach(({ role, content }, index) => {
      const next = messages[index + 1];
      if (role !== 'assistant' || next === undefined) return;
      const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
      const results = typeof next.content === 'string' ? [] : next.content;
      if (calls.length > 0)
        expect(results.map((block) => 'tool_use_id' in block && block.tool_use_id)).toEqual(calls);
    });
  }
}

/** The first word of it, which is enough to know it by. */
function noteIn(cwd: string): string | undefined {
  return readFileSync(join(cwd, 'note.txt'), 'utf8').split(' ')[0];
}

/** A history that git finds nothing wrong with, and a file as somebody wrote it. */
function expectIntact(cwd: string): void {
  const note = readFileSync(join(cwd, 'note.txt'), 'utf8');
  expect(['original', ...contents].includes(note), `half a file: ${note.slice(0, 100)}`).toBe(true);
  const history = join(cwd, '.hookline/history.git');
  if (!existsSync(join(history, 'HEAD'))) return;
  execFileSync('git', ['--git-dir', history, 'fsck', '--strict', '--no-dangling'], { stdio: 'pipe' });
}

describe('hookline run', () => {
  it.runIf(canLook)(
    'killed at any moment leaves no process, a transcript that can be read and resumed, and a history that can be undone',
    async () => {
      const mark = randomUUID();
      const cwd = sessionFolder(mark);
      const host = { cwd, env: { ...stateOf(cwd), MARK: mark } };
      const leftOver = (): readonly number[] => processesWith(`MARK=${mark}`);

      const warm = sessionFolder(mark);
      const startedAt = performance.now();
      await start({ cwd: warm, env: { ...stateOf(warm), MARK: mark } }).ended;
      const lengthMs = performance.now() - startedAt;
      await expect.poll(leftOver).toEqual([]);

      const next = randomNumbers();
      for (let round = 0; round < rounds; round += 1) {
        const afterMs = Math.round(next() * lengthMs);
        const { child, ended } = start(host);
        await sleep(afterMs);
        child.kill('SIGKILL');
        await ended;
        await expect.poll(leftOver, { message: `after ${afterMs} ms` }).toEqual([]);
        expectWhole(cwd);
        expectIntact(cwd);
        if (round % 3 === 1) {
          const undone = await hookline(['undo', '--json'], host);
          const { conflicts, restored } = JSON.parse(undone.stdout);
          // The run may have been killed before it wrote anything.
          expect({ ...undone, conflicts }).toMatchObject({
            code: restored.length > 0 ? 0 : 1,
            stderr: '',
            conflicts: [],
          });
          expectIntact(cwd);
        }
      }

      const { stdout, stderr, code } = await start(host).ended;
      expect(linesOf(stdout).at(-1)).toMatchObject({
        type: 'result',
        stop_reason: 'end_turn',
        result: 'Done.',
      });
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      expectWhole(cwd);
      const undone = await hookline(['undo', '--steps', '1000'], host);
      expect({ ...undone, note: noteIn(cwd) }).toMatchObject({ code: 0, stderr: '', note: 'original' });
      expectIntact(cwd);
      await expect.poll(leftOver).toEqual([]);
    },
  );
});
