import { join } from 'node:path';
import type { Expected } from './case.ts';
import type { Driver } from './drivers/driver.ts';
import type { ModelScript } from './model/fake-model.ts';

export const command = 'touch marker && echo it ran';

export const runs = (driver: Driver): ModelScript => ({ turns: [driver.shell(command)] });

export const writes = (driver: Driver, project: string): ModelScript => ({
  turns: [driver.write(join(project, 'marker'), 'it ran')],
});

const part = 'Do the second part.';
export const delegates = (driver: Driver): ModelScript => ({
  turns: [driver.delegate(part)],
  subagent: { prompt: part, turns: [driver.shell(command)] },
});

export const onlyRuns: Expected = { made: ['marker'], saw: /it ran/ };
export const denied = (saw: RegExp): Expected => ({ made: [], saw });

/** A policy that has nothing against the command, and one that has. */
export const ordinary = { 'hookline.yaml': 'permissions:\n  deny: ["Bash(rm *)"]\n' };
export const rule = { 'hookline.yaml': 'permissions:\n  deny: ["Bash(touch *)"]\n' };
