import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { main } from '../../support/command-line/cli.ts';
import { runs } from '../../support/seed.ts';
import { withTraceFolder } from '../traces.ts';

const megabytes = runs(4, 1024);
const maxMemory = 300;

/** Records so many megabytes, in a few sessions. Gives the number of events. */
async function fill(folder: string): Promise<number> {
  const hooks = new Hooks({ log: () => undefined });
  for (const name of ['one', 'two', 'three']) hooks.on('PreToolUse', { name }, () => undefined);
  const recording = record(hooks, { folder, content: 'full', maxSize: 10_000 });
  const text = 'x'.repeat(5000);
  const eventBytes = text.length + 2000;
  const count = Math.ceil((megabytes * 1024 * 1024) / eventBytes);
  for (let index = 0; index < count; index += 1) {
    await hooks.fire('PreToolUse', {
      ...{ session_id: `s${index % 8}`, transcript_path: '', cwd: '/', tool_name: 'Bash' },
      ...{ tool_use_id: `t${index}`, tool_input: { command: `${text}${index}` } },
    });
    if (index % 1000 === 999) await recording.flush();
  }
  await recording.stop();
  return count;
}

const tellMemory =
  'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';

interface Asked {
  readonly stdout: string;
  /** The most that the process had in memory, in MB. */
  readonly memory: number;
}

async function ask(folder: string, words: readonly string[]): Promise<Asked> {
  const all = ['--import', tellMemory, main, 'trace', ...words, '--folder', folder];
  const child = spawn(process.execPath, all, { env: { ...process.env, NO_COLOR: '1' } });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    // What is shown of a session may be long.
    if (stdout.length < 1e6) stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return { stdout, memory: Number(stderr.trim().split('\n').at(-1)) / 1024 };
}

it(`a record of ${megabytes} MB is read whole, in little memory`, () =>
  withTraceFolder(async (folder) => {
    const count = await fill(folder);
    const asked: readonly (readonly [words: string, told: RegExp])[] = [
      ['verify', /lines in \d+ files: none was changed/],
      ['tail -n 3', /^(?:.*PreToolUse.*\n){3}$/],
      ['list --json', /"session": "s7"/],
      ['stats --json', new RegExp(`"hook": "two",\\s+"fires": ${count},`)],
      ['show s3', /PreToolUse/],
    ];
    // A small record is asked little, as each question is a process.
    for (const [words, told] of asked.slice(0, runs(2, asked.length))) {
      const { stdout, memory } = await ask(folder, words.split(' '));
      expect(stdout.slice(0, 10_000)).toMatch(told);
      expect(memory).toBeLessThan(maxMemory);
    }
  }));
