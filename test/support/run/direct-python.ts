import { execFileSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/** Version managers put a script in the place of Python, which takes longer than Python itself. Tests start it hundreds of times. */
export function setup(): void {
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  process.env['PATH'] = `${dirname(python.trim())}${delimiter}${process.env['PATH']}`;
}
