import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../support/command-line/cli.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';
import { randomNumbers, runs } from '../../support/seed.ts';

const guarded = 'hooks: { PreToolUse: [{ name: guard, type: builtin, handler: destructive-commands }] }\n';
const allowed = guarded.replace(
  'destructive-commands }',
  'destructive-commands, options: { packs: { git: false } } }',
);

describe('what a call without the daemon keeps of a configuration', () => {
  let folder: string;
  let config: string;
  let kept: string;
  let program: string;

  beforeEach(() => {
    folder = folderWith({ 'guard.yaml': guarded });
    config = join(folder, 'guard.yaml');
    kept = join(folder, 'state/hookline/checked');
    program = main;
  });

  interface Answered {
    readonly decision: string;
    readonly stderr: string;
  }

  async function call(): Promise<Answered> {
    const { words, input, env } = callOf();
    return answered(await hookline(words, { cwd: folder, input, env }));
  }

  function callOf() {
    return {
      words: ['hook', 'claude-code', '-c', config],
      input: JSON.stringify({
        session_id: 'one',
        cwd: folder,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'git push --force' },
      }),
      env: { XDG_STATE_HOME: join(folder, 'state') },
    };
  }

  function answered({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): Answered {
    const answer = stdout.trim() === '' ? {} : JSON.parse(stdout);
    return { decision: answer.hookSpecificOutput?.permissionDecision ?? 'none', stderr };
  }

  /** Which of parser and schemas a call in a process of its own loads. */
  function needed(): readonly string[] {
    const coverage = join(folder, 'coverage');
    rmSync(coverage, { recursive: true, force: true });
    const { words, input, env } = callOf();
    const ended = spawnSync(process.execPath, [program, ...words], {
      cwd: folder,
      input,
      env: { ...process.env, ...env, NODE_V8_COVERAGE: coverage },
      encoding: 'utf8',
    });
    expect(answered(ended).decision).toBe('deny');
    const scripts = readdirSync(coverage).flatMap(
      (file): readonly { url: string }[] => JSON.parse(readFileSync(join(coverage, file), 'utf8')).result,
    );
    const names = scripts.map(({ url }) => /\/dist\/cli\/(zod|yaml|schema)-/.exec(url)?.[1] ?? '');
    return names.filter((name) => name !== '').sort();
  }

  const all = ['schema', 'yaml', 'zod'];

  function keptFile(): string {
    const [name = ''] = readdirSync(kept);
    return join(kept, name);
  }

  it('spares the next one parser and schema, and is for its user alone', () => {
    expect(needed()).toEqual(all);
    expect(readdirSync(kept).length).toBe(1);
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(statSync(keptFile()).mode & 0o777).toBe(0o600);
    expect(needed()).toEqual([]);
  });

  it('counts for the build that made it alone', async () => {
    await call();
    const copy = join(folder, 'dist/cli');
    cpSync(dirname(main), copy, { recursive: true, filter: (path) => !path.endsWith('/kept') });
    program = join(copy, 'main.js');
    expect(needed()).toEqual([]);
    // The name of a file of the build tells what is in it, and in all that it loads.
    const file = readdirSync(copy).find((name) => name.startsWith('kept-configs-')) ?? '';
    renameSync(join(copy, file), join(copy, 'kept-configs-other.js'));
    for (const name of readdirSync(copy).filter((one) => one.endsWith('.js'))) {
      const text = readFileSync(join(copy, name), 'utf8');
      writeFileSync(join(copy, name), text.replaceAll(file, 'kept-configs-other.js'));
    }
    expect(needed()).toEqual(all);
    expect(needed()).toEqual([]);
  });

  it('counts for the same text alone', async () => {
    for (const [text, decision] of [
      [guarded, 'deny'],
      [allowed, 'none'],
      [guarded, 'deny'],
      [`${guarded} `, 'deny'],
    ] as const) {
      writeFileSync(config, text);
      expect((await call()).decision).toBe(decision);
      expect((await call()).decision).toBe(decision);
    }
    expect(readdirSync(kept).length).toBe(1);
  });

  it('is no other file’s', async () => {
    const other = join(folder, 'other.yaml');
    writeFileSync(other, allowed);
    await call();
    const own = readFileSync(keptFile());
    config = other;
    expect((await call()).decision).toBe('none');
    for (const name of readdirSync(kept)) writeFileSync(join(kept, name), own);
    expect((await call()).decision).toBe('none');
  });

  it('is not of a file with mistakes, which are told each time', async () => {
    writeFileSync(config, guarded.replace('name:', 'nmae:'));
    const [first, second] = [await call(), await call()];
    expect(first.stderr).toContain('guard.yaml:1:');
    expect(second.stderr).toBe(first.stderr);
    expect(second.decision).toBe(first.decision);
    expect(readdirSync(kept)).toEqual([]);
  });

  it('counts only whole, and is made anew', async () => {
    await call();
    const file = keptFile();
    const whole = readFileSync(file);
    const random = randomNumbers();
    for (let round = 0; round < runs(6, 200); round += 1) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(file, round % 2 === 0 ? bytes : bytes.subarray(0, at));
      expect((await call()).decision).toBe('deny');
      expect(readFileSync(file).equals(whole)).toBe(true);
    }
  });

  it.each<[string, () => void]>([
    ['is a link', () => symlinkAside()],
    ['is a folder', () => folderInstead()],
    ['cannot be written', () => [rmSync(kept, { recursive: true }), writeFileSync(kept, '')]],
    ['was open to others', () => chmodSync(kept, 0o777)],
  ])('does no harm where it %s', async (_, change) => {
    await call();
    const place = keptFile();
    expect(place).not.toBe(kept);
    change();
    expect((await call()).decision).toBe('deny');
    expect((await call()).decision).toBe('deny');
  });

  function folderInstead(): void {
    const file = keptFile();
    rmSync(file);
    mkdirSync(file);
  }

  function symlinkAside(): void {
    const file = keptFile();
    renameSync(file, join(folder, 'aside'));
    symlinkSync(join(folder, 'aside'), file);
  }
});
