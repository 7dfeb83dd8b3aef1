import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { randomNumbers, runs } from '../../support/seed.ts';
import { DaemonWorld, denying, isDenied } from './support.ts';

const callers = 10;

it('every caller gets the right answer, whenever the daemon or its processes are killed', async () => {
  const world = new DaemonWorld({ 'project/hookline.yaml': denying('push') });
  await world.trust();
  world.install();
  const random = randomNumbers();
  const kills = runs(8, 300);
  let killed = 0;
  let isOver = false;
  let answered = 0;
  let unanswered = 0;
  const wrong: string[] = [];
  /** Asks as the command does. Where it gets no answer the command judges by itself; the lines below do so for real. */
  const ask = async (): Promise<void> => {
    while (!isOver) {
      const isBad = random() < 0.5;
      const answer = await world.askOnce(isBad ? 'git push' : 'git pull');
      if (answer === null) {
        unanswered += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      } else {
        answered += 1;
        if (isDenied(answer) !== isBad || answer.code !== 0) wrong.push(JSON.stringify(answer));
      }
    }
  };
  const callLine = async (): Promise<void> => {
    while (!isOver) {
      const isBad = random() < 0.5;
      const said = await world.line(world.payload(isBad ? 'git push' : 'git pull'));
      if (isDenied(said) !== isBad || said.code !== 0) wrong.push(JSON.stringify(said));
    }
  };
  const kill = async (): Promise<void> => {
    while (killed < kills) {
      const before = answered;
      await world.startDaemon();
      // Some while they start, some at work; and in turns the daemon and its process.
      if (killed % 4 < 2) await eventually(() => answered > before);
      await new Promise((resolve) => setTimeout(resolve, random() * 100));
      const { pid, workers } = await world.startDaemon();
      const victim = killed % 2 === 0 ? pid : workers[0];
      // Nobody has asked it yet, so it has no process.
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
  await Promise.all([kill(), callLine(), callLine(), ...Array.from({ length: callers - 2 }, ask)]);
  expect(wrong).toEqual([]);
  expect([answered > 0, unanswered > 0]).toEqual([true, true]);
});
