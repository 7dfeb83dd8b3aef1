import type { Case } from './case.ts';
import type { Driver } from './drivers/driver.ts';
import type { ModelScript } from './model/fake-model.ts';

const command = 'touch marker && echo it ran';

const runs = (driver: Driver): ModelScript => ({ turns: [driver.shell(command)] });

const part = 'Do the second part.';
const delegates = (driver: Driver): ModelScript => ({
  turns: [driver.delegate(part)],
  subagent: { prompt: part, turns: [driver.shell(command)] },
});

export const cases: readonly Case[] = [
  {
    name: 'without hookline, the command runs',
    script: runs,
    expected: { made: ['marker'], saw: /it ran/ },
  },
  {
    name: "without hookline, a subagent's command runs",
    script: delegates,
    expected: { made: ['marker'], saw: /it ran/ },
  },
];
