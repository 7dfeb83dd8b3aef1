import { expect, it } from 'vitest';
import { randomNumbers, runs } from '../../support/seed.ts';
import { DaemonWorld, denying, isDenied } from './support.ts';

it('every caller gets the right answer, whenever the daemon or its processes are killed', async () => {
  const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
  await world.trust();
  const random = randomNumbers();
  const kills = runs(6, 300);
  let killed = 0;
  let isOver = false;
  const call = async (): Promise<void> => {
    while (!isOver) {
      const isBad = random() < 0.5;
      expect(isDenied(await world.hook(isBad ? 'git push' : 'git pull'))).toBe(isBad);
    }
  };
  const kill = async (): Promise<void> => {
    while (killed < kills) {
      await new Promise((resolve) => setTimeout(resolve, random() * 300));
      const { pid, workers } = (await world.status()) ?? { pid: undefined, workers: [] };
      const victims = [pid, ...workers].filter((one) => one !== undefined);
      const victim = victims[Math.floor(random() * victims.length)];
      if (victim === undefined) continue;
      try {
        process.kill(victim, 'SIGKILL');
        killed += 1;
      } catch {
        // It has ended by itself.
      }
    }
    isOver = true;
  };
  await Promise.all([kill(), call(), call(), call()]);
});
