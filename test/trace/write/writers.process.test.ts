import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../../src/trace/read/read-lines.ts';
import { verifyFile } from '../../../src/trace/read/verify.ts';
import { projectFolder } from '../../support/pages.ts';
import { runs } from '../../support/seed.ts';
import { withTraceFolder } from '../traces.ts';

/** A program that records: it fires, and says how many decisions it got and what the record told it. */
const program = `
import { Hooks } from '${projectFolder}dist/index.js';
import { record } from '${projectFolder}dist/trace.js';
const [folder, count, content, size, uid] = process.argv.slice(1);
if (uid !== undefined) process.setuid(Number(uid));
const hooks = new Hooks();
hooks.on('PreToolUse', { name: 'one' }, () => undefined);
const told = [];
const recording = record(hooks, { folder, content, log: ({ message }) => told.push(message) });
const text = 'x'.repeat(Number(size));
let decided = 0;
for (let index = 0; index < Number(count); index += 1) {
  const input = { session_id: 's', transcript_path: '', cwd: '/', tool_name: 'Bash', tool_use_id: 't', tool_input: { command: text + index } };
  const { decision } = await hooks.fire('PreToolUse', input);
  if (decision === null) decided += 1;
  if (index === 0) {
    await recording.flush();
    console.error('has begun to write');
  }
  if (index % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 2));
}
await recording.stop();
console.log(JSON.stringify({ decided, told }));
`;

interface Done {
  readonly stdout: string;
  readonly signal: string | null;
}

/** Runs the program, and kills it after a time if that is asked for. */
function write(
  folder: string,
  {
    count = 200,
    content = 'full',
    size = 100,
    killMs,
    shell,
    uid,
  }: { count?: number; content?: string; size?: number; killMs?: number; shell?: string; uid?: number },
): Promise<Done> {
  const words = ['--input-type=module', '-e', program, folder, String(count), content, String(size)];
  if (uid !== undefined) words.push(String(uid));
  const child =
    shell === undefined
      ? spawn(process.execPath, words)
      : spawn('sh', ['-c', `${shell}; exec "$@"`, 'sh', process.execPath, ...words]);
  let stdout = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  // A busy machine takes its time to start a process.
  child.stderr.once('data', () => {
    if (killMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killMs);
  });
  return new Promise((resolve) => child.on('close', (_, signal) => resolve({ stdout, signal })));
}

/** The files of the record, the oldest first: s~9 comes before s~10. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const number = (name: string): number => Number(/~(\d+)\.jsonl$/.exec(name)?.[1] ?? 1);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  return names.sort((one, other) => number(one) - number(other)).map((name) => join(folder, name));
}

async function verified(folder: string): Promise<{ lines: number; torn: number; problems: string[] }> {
  const total = { lines: 0, torn: 0, problems: [] as string[] };
  const chains = new Map();
  for (const file of await filesIn(folder)) {
    const { lines, torn, problems } = await verifyFile(file, chains);
    total.lines += lines;
    total.torn += torn;
    total.problems.push(...problems.map(({ line, what }) => `${basename(file)}:${line}: ${what}`));
  }
  return total;
}

describe('a record', () => {
  it('of two processes on one session holds every line of both, in two whole chains', () =>
    withTraceFolder(async (folder) => {
      await Promise.all([write(folder, {}), write(folder, {})]);
      expect(await verified(folder)).toEqual({ lines: 2 * (1 + 200 * 2), torn: 0, problems: [] });
    }));

  it('whose writers were killed at any moment stays readable, and can be gone on with', () =>
    withTraceFolder(async (folder) => {
      const rounds = runs(3, 30);
      for (let round = 0; round < rounds; round += 1)
        await Promise.all(
          [1, 2].map((n) => write(folder, { count: 1e5, size: 5000, killMs: 60 + 37 * round * n })),
        );
      await write(folder, { count: 20 });
      const { lines, problems } = await verified(folder);
      expect(problems).toEqual([]);
      expect(lines).toBeGreaterThan(41);
      let last = '';
      for await (const line of readTrace((await filesIn(folder)).at(-1) ?? '')) last = line.type;
      expect(last).toBe('run');
    }));

  it('that the disk does not take is lost and counted, and no decision with it', () =>
    withTraceFolder(async (folder) => {
      // As a full disk does, the limit takes a part of a line and refuses the rest.
      const { stdout } = await write(folder, { size: 2000, shell: 'trap "" XFSZ; ulimit -f 100' });
      const { decided, told } = JSON.parse(stdout) as { decided: number; told: string[] };
      expect(decided).toBe(200);
      expect(told[0]).toMatch(/^the trace has gaps: .*Decisions are not affected\.$/);
      const { lines, problems } = await verified(folder);
      expect(problems).toEqual([]);
      expect(lines).toBeGreaterThan(20);
      // There is room again.
      await write(folder, { count: 1 });
      expect((await verified(folder)).problems).toEqual([]);
    }));

  it('whose folder cannot be made is lost and told once, and no decision with it', () =>
    withTraceFolder(async (folder) => {
      const file = join(folder, 'file');
      await writeFile(file, '');
      await chmod(folder, 0o500);
      const { stdout } = await write(join(file, 'traces'), { count: 20 });
      await chmod(folder, 0o700);
      expect(JSON.parse(stdout)).toMatchObject({ decided: 20, told: [expect.stringContaining('gaps')] });
    }));

  it('in a folder that can only be read is lost and told once, and no decision with it', () =>
    withTraceFolder(async (folder) => {
      await chmod(folder, 0o555);
      // Root may write everywhere.
      const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
      const { stdout } = await write(folder, { count: 20, ...nobody });
      expect(JSON.parse(stdout)).toMatchObject({ decided: 20, told: [expect.stringContaining('EACCES')] });
      expect(await readdir(folder)).toEqual([]);
      await chmod(folder, 0o700);
    }));

  it('goes on in another file when one is full, in the same chain', () =>
    withTraceFolder(async (folder) => {
      const text = program
        .replace('log:', 'maxFileSize: 0.02, log:')
        .replace('await new Promise((resolve) => setTimeout(resolve, 2))', 'await recording.flush()');
      const child = spawn(process.execPath, ['--input-type=module', '-e', text, folder, '300', 'none', '10']);
      await new Promise((resolve) => child.on('close', resolve));
      const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
      expect(names).toContain('s~2.jsonl');
      const { lines, problems } = await verified(folder);
      expect(problems).toEqual([]);
      expect(lines).toBe(600 + names.length);
    }));

  it('follows no link, and is read by its owner alone', () =>
    withTraceFolder(async (folder) => {
      const traces = join(folder, 'traces');
      await mkdir(traces);
      const target = join(folder, 'target');
      await writeFile(target, 'mine\n');
      await symlink(target, join(traces, 's.jsonl'));
      const { stdout } = await write(traces, { count: 5 });
      expect(JSON.parse(stdout)).toMatchObject({ decided: 5, told: [expect.stringContaining('gaps')] });
      expect(await readFile(target, 'utf8')).toBe('mine\n');
    }));
});
