import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Watch } from '../../../src/gateway/daemon/watch.ts';
import { checkSeen, unseenChanges } from '../../../src/gateway/state/watched-files.ts';
import { hookline } from '../../support/command-line/served.ts';
import { Scratch } from '../../support/scratch.ts';

const policy = 'permissions: { deny: ["Bash(git push *)"] }\n';

/** A home and a project after `hookline install`, which a daemon watches. */
class WatchedHome extends Scratch {
  readonly project = join(this.path, 'project');
  readonly settings = join(this.project, '.claude/settings.json');
  readonly userPolicy = join(this.path, 'config/hookline/hookline.yaml');
  readonly env = Object.fromEntries(
    ['DATA', 'STATE', 'CONFIG'].map((name) => [`XDG_${name}_HOME`, join(this.path, name.toLowerCase())]),
  );
  readonly #watch = new Watch();

  static async installed(): Promise<WatchedHome> {
    const world = new WatchedHome();
    world.write('project/hookline.yaml', policy);
    world.write('config/hookline/hookline.yaml', policy);
    mkdirSync(join(world.project, '.claude'));
    world.write('project/.claude/settings.json', '{ "model": "opus" }\n');
    await world.call('install', 'claude-code', '--yes');
    for (const [name, value] of Object.entries(world.env)) {
      const before = process.env[name];
      process.env[name] = value;
      onTestFinished(() => {
        if (before === undefined) delete process.env[name];
        else process.env[name] = before;
      });
    }
    await world.look();
    expect(unseenChanges()).toEqual([]);
    return world;
  }

  async call(...words: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await hookline(words, { cwd: this.project, env: this.env });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return stdout + stderr;
  }

  /** Twice: only what stays counts. */
  async look(): Promise<void> {
    await this.#watch.look();
    await this.#watch.look();
  }

  file(name: string): string {
    return join(this.path, name);
  }
}

it.each([
  'data/hookline/hook',
  'data/hookline/launch',
  'data/hookline/manifest',
  'data/hookline/checksums',
  'config/hookline/hookline.yaml',
])('restores %s, whether it was changed or removed, and has calls wait', async (name) => {
  const world = await WatchedHome.installed();
  const file = world.file(name);
  const text = readFileSync(file, 'utf8');
  for (const spoil of [() => writeFileSync(file, 'exit 40\n'), () => rmSync(file)]) {
    spoil();
    await world.look();
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(checkSeen).toThrow(/without a command of yours.*restored/);
    expect(await world.call('trust', '--yes')).toContain('hookline restored it');
    expect(checkSeen).not.toThrow();
  }
});

it("restores hookline's entries in the settings of an agent, and leaves the rest alone", async () => {
  const world = await WatchedHome.installed();
  const text = readFileSync(world.settings, 'utf8');
  writeFileSync(world.settings, text.replace('opus', 'sonnet'));
  await world.look();
  expect(readFileSync(world.settings, 'utf8')).toContain('sonnet');
  expect(checkSeen).not.toThrow();
  writeFileSync(world.settings, '{ "model": "haiku", "disableAllHooks": true }\n');
  await world.look();
  const { model, hooks, disableAllHooks } = JSON.parse(readFileSync(world.settings, 'utf8'));
  expect([model, hooks, disableAllHooks]).toEqual(['haiku', JSON.parse(text).hooks, undefined]);
  expect(checkSeen).toThrow('settings.json changed');
});

it('has doctor report what it restored, until a person has looked', async () => {
  const world = await WatchedHome.installed();
  writeFileSync(world.file('data/hookline/launch'), 'exit 40\n');
  await world.look();
  const codes = async (): Promise<readonly string[]> => {
    const { stdout } = await hookline(['doctor', '--json'], { cwd: world.project, env: world.env });
    return JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
  };
  expect(await codes()).toContain('guard-changed');
  await world.call('trust', '--yes');
  expect(await codes()).not.toContain('guard-changed');
});

it('restores trust that was removed, and removes trust that nobody gave', async () => {
  const world = await WatchedHome.installed();
  rmSync(world.file('state/hookline/trust'), { recursive: true });
  await world.look();
  expect(await world.call('trust', '--list')).toContain('as trusted');
  await world.call('trust', '--yes');
  const planted = world.write(`state/hookline/trust/${'a'.repeat(64)}/${'b'.repeat(64)}.json`, '{}');
  await world.look();
  expect(existsSync(planted)).toBe(false);
  expect(checkSeen).toThrow('without a command of yours');
});

it("restores a person's own edit once, and keeps it when the person makes it again", async () => {
  const world = await WatchedHome.installed();
  const edited = `${policy}# mine\n`;
  writeFileSync(world.userPolicy, edited);
  await world.look();
  expect(readFileSync(world.userPolicy, 'utf8')).toBe(policy);
  const [change] = unseenChanges();
  expect(readFileSync(change?.copy ?? '', 'utf8')).toBe(edited);
  await world.call('trust', '--yes');
  writeFileSync(world.userPolicy, edited);
  await world.look();
  expect(readFileSync(world.userPolicy, 'utf8')).toBe(edited);
  expect(checkSeen).toThrow('changed again');
  await world.call('trust', '--yes');
  await world.look();
  expect(checkSeen).not.toThrow();
  expect(readFileSync(world.userPolicy, 'utf8')).toBe(edited);
});

it('leaves the next edit of a policy whose first one was restored, and has calls wait for each', async () => {
  const world = await WatchedHome.installed();
  for (const text of ['# one', '# two', '# three']) {
    writeFileSync(world.userPolicy, `${policy}${text}\n`);
    await world.look();
    expect(readFileSync(world.userPolicy, 'utf8').includes(text)).toBe(text !== '# one');
    expect(checkSeen).toThrow('hookline.yaml changed');
    await world.call('trust', '--yes');
    expect(checkSeen).not.toThrow();
  }
  rmSync(world.userPolicy);
  await world.look();
  expect(existsSync(world.userPolicy)).toBe(true);
});

it("leaves alone what a person's command changes", async () => {
  const world = await WatchedHome.installed();
  await world.call('trust', '--remove');
  await world.look();
  await world.call('trust', '--yes');
  await world.look();
  await world.call('uninstall', 'claude-code', '--yes');
  await world.look();
  expect(readFileSync(world.settings, 'utf8')).not.toContain('hookline');
  expect(unseenChanges()).toEqual([]);
});
