import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startsProcesses } from './starts-processes.ts';

/** What a system comes with. */
const systems = '/usr/bin/python3';

/**
 * Tests start Python hundreds of times, and its own start is most of what that takes. Version managers put a script in its place,
 * and their Python imports what was installed into it; the one of the system does neither.
 */
export async function setup(project: TestProject): Promise<void> {
  if (!(await startsProcesses(project))) return;
  if (executable(systems) !== null) {
    // A folder of its own, as another node may be beside it.
    const folder = mkdtempSync(join(tmpdir(), 'hookline-python-'));
    symlinkSync(systems, join(folder, 'python3'));
    lead(folder);
    return;
  }
  const python = executable('python3');
  if (python === null) throw new Error('tests that start processes need python3 in PATH, 3.8 or later');
  lead(dirname(python));
}

function lead(folder: string): void {
  process.env['PATH'] = `${folder}${delimiter}${process.env['PATH']}`;
}

/** Where that Python is, or null where there is none that is new enough. */
function executable(python: string): string | null {
  const program = 'import sys; print(sys.executable); sys.exit(sys.version_info < (3, 8))';
  try {
    return execFileSync(python, ['-c', program], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}
