import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startsProcesses } from './starts-processes.ts';

/** Without them some tests would fail, each in its own words. Python is looked for in direct-python.ts. */
const needed = ['bash', 'git'];

export async function setup(project: TestProject): Promise<void> {
  if (!(await startsProcesses(project))) return;
  const missing = needed.filter((program) => !isInPath(program));
  if (missing.length > 0) throw new Error(`tests that start processes need ${missing.join(' and ')} in PATH`);
}

function isInPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
