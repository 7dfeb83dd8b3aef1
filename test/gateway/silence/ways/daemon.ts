import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Way, Ways } from '../way.ts';
import type { World } from '../world.ts';

const env = { HOOKLINE_DAEMON: 'on' };

/** Has a daemon answer for this world. */
async function startDaemon(world: World): Promise<void> {
  const folder = join(world.path, 'run/hookline');
  await world.call({ env, input: world.payload('ls') });
  for (let tries = 0; tries < 200; tries += 1) {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    if (names.some((name) => name.endsWith('.sock'))) return;
    await wait(50);
  }
  throw new Error('no daemon has started');
}

/** Something stands where the folder of the daemon would be. */
const planted = (what: string, script: string): Way => ({
  what,
  calls(world) {
    world.sh(script);
    return { env };
  },
});

/** What is done to the daemon. None can start at the call that is tried, so that none outlives its world. */
export const daemonWays: Ways = [
  planted("put a file in the place of the daemon's folder", 'touch run/hookline'),
  planted("put a pipe in the place of the daemon's folder", 'mkfifo run/hookline'),
  planted("put a loop of links in the place of the daemon's folder", 'ln -s hookline run/hookline'),
  planted('remove the folder that the daemon listens in', 'rm -r run; touch run'),
  {
    what: 'stop the daemon, and let nobody start another',
    async calls(world) {
      await startDaemon(world);
      world.hookline('daemon', 'stop');
      world.sh('rm -rf run; touch run');
      return { env };
    },
  },
];
