import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { main } from '../support/command-line/cli.ts';
import { folderWith } from '../support/folder-with.ts';
import { Scratch } from '../support/scratch.ts';
import { isLong, randomNumbers, runs } from '../support/seed.ts';

const config = 'hooks: { PreToolUse: [{ name: guard, type: builtin, handler: destructive-commands }] }\n';
const payload = JSON.stringify({
  session_id: 'one',
  cwd: '/',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf /' },
});
const isRoot = process.getuid?.() === 0;
const reason = 'it removes what belongs to the system';

describe('the code that a call keeps for the next', () => {
  const shared = new Scratch();
  let program: string;

  afterAll(() => rmSync(shared.path, { recursive: true, force: true }));

  /** A program that was not called yet. */
  function newProgram(): void {
    const scratch = new Scratch();
    copyProgram(scratch);
    onTestFinished(() => rmSync(scratch.path, { recursive: true, force: true }));
  }

  function copyProgram(scratch: Scratch): void {
    scratch.write('package.json', '{ "name": "hookline" }');
    scratch.write('guard.yaml', config);
    program = join(scratch.path, 'dist/cli');
    cpSync(dirname(main), program, { recursive: true, filter: (path) => !path.endsWith('/kept') });
  }

  /** One that was called by a process whose mask allows everything. All tests share it, and leave it whole. */
  function calledProgram(): void {
    program = join(shared.path, 'dist/cli');
    if (existsSync(program)) return;
    copyProgram(shared);
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    expect(answer()).toContain(reason);
    process.umask(before);
  }

  /** A call without the daemon about a dangerous line. */
  function callBy(node: readonly string[]): {
    first: string;
    words: readonly string[];
    env: NodeJS.ProcessEnv;
  } {
    const [first = '', ...before] = node;
    const own = ['hook', 'claude-code', '-c', join(program, '../../guard.yaml')];
    // What was kept of the configuration would spare it the code that checks one.
    const env = { ...process.env, HOOKLINE_DAEMON: 'off', XDG_STATE_HOME: folderWith({}) };
    return { first, words: [...before, join(program, 'main.js'), ...own], env };
  }

  /** What such a call says. */
  function answer(node: readonly string[] = [process.execPath]): string {
    const { first, words, env } = callBy(node);
    const { status, stdout } = spawnSync(first, words, { input: payload, env, encoding: 'utf8' });
    expect(status).toBe(0);
    return reasonIn(stdout);
  }

  /** The same, beside others. */
  async function answering(): Promise<string> {
    const { first, words, env } = callBy([process.execPath]);
    const child = spawn(first, words, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(payload);
    return reasonIn(await text(child.stdout));
  }

  function reasonIn(stdout: string): string {
    const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
    expect(permissionDecision).toBe('deny');
    return permissionDecisionReason;
  }

  function keptFolder(): string {
    const [version = ''] = readdirSync(join(program, 'kept'));
    return join(program, 'kept', version, 'hook');
  }

  /** The file of the program with the guard's words. */
  function fileWithReason(): string {
    const isIt = (name: string): boolean => readFileSync(join(program, name), 'utf8').includes(reason);
    return join(program, readdirSync(program).find((name) => name.endsWith('.js') && isIt(name)) ?? '');
  }

  it('is used, but never for another text, whatever its time and length', () => {
    calledProgram();
    const file = fileWithReason();
    const kept = join(keptFolder(), `${basename(file)}.code`);
    const { ino } = statSync(kept);
    expect(answer()).toContain(reason);
    expect(statSync(kept).ino).toBe(ino);
    for (const [time, text] of [
      [0, reason.toUpperCase()],
      [Date.now() + 60_000, reason],
    ] as const) {
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(new RegExp(reason, 'gi'), text));
      utimesSync(file, new Date(time), new Date(time));
      expect(answer()).toContain(text);
    }
  });

  it('is for nobody else to write, whatever the mask of a process allows', () => {
    calledProgram();
    const folder = keptFolder();
    const paths = [dirname(folder), folder, ...readdirSync(folder).map((name) => join(folder, name))];
    expect(paths.filter((path) => (statSync(path).mode & 0o022) !== 0)).toEqual([]);
  });

  it('counts only whole', () => {
    calledProgram();
    const folder = keptFolder();
    const random = randomNumbers();
    for (let round = 0; round < runs(2, 100); round += 1) {
      const damaged = new Map(
        readdirSync(folder).map((name) => [name, damage(join(folder, name), random)] as const),
      );
      expect(answer()).toContain(reason);
      for (const [name, bytes] of damaged)
        expect(readFileSync(join(folder, name)).equals(bytes), name).toBe(false);
    }
  });

  it('is whole, though several calls are the first', async () => {
    newProgram();
    const said = await Promise.all(Array.from({ length: 3 }, answering));
    expect(said.filter((one) => !one.includes(reason))).toEqual([]);
    const folder = keptFolder();
    const names = readdirSync(folder);
    expect(names.length).toBeGreaterThan(3);
    // Nothing is left of those that came second.
    expect(names.filter((name) => !name.endsWith('.code'))).toEqual([]);
    const states = (): readonly number[] => names.map((name) => statSync(join(folder, name)).ino);
    const before = states();
    expect(answer()).toContain(reason);
    expect(states()).toEqual(before);
  });

  it('is done without in a folder that may only be read', () => {
    newProgram();
    chmodSync(program, 0o555);
    onTestFinished(() => chmodSync(program, 0o755));
    const node = isRoot ? ['setpriv', '--inh-caps=-all', '--bounding-set=-all', process.execPath] : undefined;
    expect(answer(node)).toContain(reason);
    expect(existsSync(join(program, 'kept'))).toBe(false);
  });

  it.runIf(isLong)('is kept for each Node that runs the same package', ({ skip }) => {
    newProgram();
    const [own] = process.versions.node.split('.');
    const others = ['20', '22', '24'].filter((version) => version !== own);
    const versions = others.flatMap((version) => nodeOf(version) ?? []);
    if (versions.length < others.length) {
      console.warn(`skipped: npx has no Node ${others.join(' and ')} for the code that calls keep`);
      skip();
    }
    // Whatever one leaves, the next must not run.
    for (let round = 0; round < 3; round += 1)
      for (const node of [process.execPath, ...versions]) expect(answer([node])).toContain(reason);
    expect(readdirSync(join(program, 'kept'))).toHaveLength(versions.length + 1);
  });

  it('is done without where it cannot be written', () => {
    newProgram();
    writeFileSync(join(program, 'kept'), 'a file');
    expect(answer()).toContain(reason);
    expect(answer()).toContain(reason);
  });
});

/** Cuts it, empties it, or changes a byte. */
function damage(file: string, random: () => number): Buffer {
  const bytes = readFileSync(file);
  const at = Math.floor(random() * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255));
  const damaged = random() < 0.3 ? bytes.subarray(0, random() < 0.5 ? 0 : at) : bytes;
  writeFileSync(file, damaged);
  return damaged;
}

/** Where npx keeps such a Node; null where it cannot be had. */
function nodeOf(version: string): string | null {
  const words = ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'];
  const { status, stdout } = spawnSync('npx', words, { encoding: 'utf8', timeout: 240_000 });
  return status === 0 ? stdout.trim() : null;
}
