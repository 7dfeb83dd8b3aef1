import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { main } from '../support/cli.ts';
import { folderWith } from '../support/folder-with.ts';
import { randomNumbers, runs } from '../support/seed.ts';

const config = 'hooks: { PreToolUse: [{ name: guard, type: builtin, handler: destructive-commands }] }\n';
const payload = JSON.stringify({
  session_id: 'one',
  cwd: '/',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf /' },
});
const reason = 'it removes what belongs to the system';

describe('the code that a call keeps for the next', () => {
  let program: string;

  beforeEach(() => {
    const folder = folderWith({ 'package.json': '{ "name": "hookline" }', 'guard.yaml': config });
    program = join(folder, 'dist/cli');
    cpSync(dirname(main), program, { recursive: true, filter: (path) => !path.endsWith('/kept') });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  });

  /** What a call without the daemon says about a dangerous line. */
  function answer(): string {
    const words = [join(program, 'main.js'), 'hook', 'claude-code', '-c', join(program, '../../guard.yaml')];
    // What was kept of the configuration would spare it the code that checks one.
    const state = folderWith({});
    const env = { ...process.env, HOOKLINE_DAEMON: 'off', XDG_STATE_HOME: state };
    const { status, stdout } = spawnSync(process.execPath, words, { input: payload, env, encoding: 'utf8' });
    expect(status).toBe(0);
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
    expect(answer()).toContain(reason);
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
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    expect(answer()).toContain(reason);
    const folder = keptFolder();
    const paths = [dirname(folder), folder, ...readdirSync(folder).map((name) => join(folder, name))];
    expect(paths.filter((path) => (statSync(path).mode & 0o022) !== 0)).toEqual([]);
  });

  it('counts only whole', () => {
    expect(answer()).toContain(reason);
    const folder = keptFolder();
    const random = randomNumbers();
    for (let round = 0; round < runs(3, 100); round += 1) {
      const damaged = new Map(
        readdirSync(folder).map((name) => [name, damage(join(folder, name), random)] as const),
      );
      expect(answer()).toContain(reason);
      for (const [name, bytes] of damaged)
        expect(readFileSync(join(folder, name)).equals(bytes), name).toBe(false);
    }
  });

  it('is done without where it cannot be written', () => {
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
