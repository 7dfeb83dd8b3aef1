import { appendFileSync, cpSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { socketName } from '../../../src/gateway/daemon/daemon-address.ts';
import { askDaemon } from '../../../src/gateway/daemon/daemon-client.ts';
import { main } from '../../support/command-line/cli.ts';
import { isAlive } from '../../support/eventually.ts';
import { DaemonWorld, denying, isDenied } from './support.ts';

const timeout = 30_000;

/** A home with a copy of the program, which another version can take the place of. */
class ReplaceableWorld extends DaemonWorld {
  readonly #program: string;

  constructor(policy: string) {
    super({ 'project/hookline.yaml': policy });
    const root = join(main, '../../..');
    const copy = join(realpathSync(this.home), 'package');
    for (const name of ['dist', 'package.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    this.#program = join(copy, 'dist/cli/main.js');
    this.install({ program: this.#program });
    onTestFinished(async () => void (await this.#ask('POST', 'stop')));
  }

  #ask(method: 'GET' | 'POST', path: string): Promise<string | null> {
    const address = join(this.home, 'run/hookline', socketName(this.#program));
    return askDaemon(method, path, '', address);
  }

  /** The process of the daemon that answers now. */
  async pid(): Promise<number | null> {
    return JSON.parse((await this.#ask('GET', 'status')) ?? 'null')?.pid ?? null;
  }

  /** Has a first call start the daemon. */
  async start(): Promise<number> {
    await this.trust();
    expect(isDenied(await this.line(this.payload('git push')))).toBe(true);
    await expect.poll(() => this.pid(), { timeout }).not.toBeNull();
    return (await this.pid()) ?? 0;
  }

  /** As an upgrade does: between its two steps, calls are refused. */
  replaceProgram(): void {
    appendFileSync(this.#program, '\n// Another version.\n');
    this.install({ program: this.#program });
  }
}

describe('a daemon whose program another version takes the place of', () => {
  it('gives way, and no call goes unjudged', async () => {
    const world = new ReplaceableWorld(denying('push'));
    const before = await world.start();
    let isOver = false;
    const wrong: unknown[] = [];
    const call = async (): Promise<void> => {
      while (!isOver) {
        const said = await world.line(world.payload('git push'));
        if (said.code !== 2 && (!isDenied(said) || said.code !== 0)) wrong.push(said);
      }
    };
    const calls = [call(), call()];
    world.replaceProgram();
    await expect.poll(async () => ![before, null].includes(await world.pid()), { timeout }).toBe(true);
    isOver = true;
    await Promise.all(calls);
    expect(wrong).toEqual([]);
  });

  it('answers the calls that are under way before it ends, and their hooks run once', async () => {
    const slow = denying('push').replace(
      'grep',
      'echo >>runs; until test -e go.tmp || ! test -e wait.tmp; do sleep 0.1; done; grep',
    );
    const world = new ReplaceableWorld(slow);
    const before = await world.start();
    const [runs, go] = ['runs', 'go.tmp'].map((name) => join(world.home, 'project', name));
    if (runs === undefined || go === undefined) throw new Error('no files');
    const begun = (): number => readFileSync(runs).length;
    const first = begun();
    // From now on, hooks wait.
    appendFileSync(join(world.home, 'project/wait.tmp'), '');
    world.install({ program: join(realpathSync(world.home), 'package/dist/cli/main.js') });
    const under = Array.from({ length: 4 }, () => world.line(world.payload('git push')));
    await expect.poll(begun, { timeout }).toBe(first + 4);
    world.replaceProgram();
    // It takes no more calls, and is there for these.
    await expect.poll(() => world.pid(), { timeout }).toBeNull();
    expect(isAlive(before)).toBe(true);
    appendFileSync(go, '');
    for (const said of await Promise.all(under)) expect([said.code, isDenied(said)]).toEqual([0, true]);
    expect(begun()).toBe(first + 4);
    // On a busy machine, one may have judged by itself from the beginning.
    expect(world.starts).toBeLessThan(4);
    await expect.poll(() => isAlive(before), { timeout }).toBe(false);
  });
});
