import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

export const canary = 'CANARY-7f3a';

const secrets = [
  { path: 'secrets', access: 'none' },
  { path: '.env', access: 'none' },
];

/** A working folder with secrets in it and around it: every file that may not be read holds a canary. */
export class CanaryWorld {
  readonly outer = new Scratch().path;
  // Deep enough that no number of `..` leaves what a test may lose.
  readonly home = join(this.outer, '1/2/3/4/5/6/7/8/9');
  readonly work = join(this.home, 'work');
  #isFresh = false;

  /** Own programs, wherever they may be found, sing the canary. What no line ran in is as it was built. */
  build(): void {
    if (this.#isFresh) return;
    this.#isFresh = true;
    const { outer, home, work } = this;
    rmSync(join(outer, '1'), { recursive: true, force: true });
    for (const folder of ['work/src/deep', 'work/secrets', 'work/bin', 'work/a/b', 'beside', 'evil'])
      mkdirSync(join(home, folder), { recursive: true });
    for (const file of ['work/secrets/key', 'work/secrets/other', 'work/.env', 'beside/c', 'outside', 'key'])
      writeFileSync(join(home, file), `${canary} ${file}\n`);
    writeFileSync(join(work, 'secrets/s.json'), `{"x":"${canary}"}`);
    for (const file of ['work/x.txt', 'work/src/x.txt', 'work/src/deep/y', 'work/a/b/z'])
      writeFileSync(join(home, file), `plain ${file}\n`);
    writeFileSync(join(work, 'names'), 'secrets/key\0');
    writeFileSync(
      join(work, 'src/prog.awk'),
      'BEGIN { while ((getline line < "secrets/key") > 0) print line }',
    );
    for (const place of ['work/bin', 'work', 'evil']) {
      for (const program of ['cat', 'ls', 'evil']) {
        writeFileSync(join(home, place, program), `#!/bin/sh\n/bin/cat ${join(work, 'secrets/key')}\n`);
        chmodSync(join(home, place, program), 0o755);
      }
    }
    symlinkSync('../beside', join(work, 'out'));
    symlinkSync('../../secrets', join(work, 'src/deep/up'));
    symlinkSync('../src', join(work, 'a/l'));
  }

  /** Everything that may not be changed. */
  picture({ withSecrets = true } = {}): string {
    const { outer, work } = this;
    const isSecret = (path: string): boolean => withSecrets && path.startsWith(join(work, 'secrets'));
    return readdirSync(outer, { recursive: true, withFileTypes: true })
      .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
      .filter(({ path }) => !path.startsWith(`${work}/`) || isSecret(path))
      .map(({ entry, path }) => (entry.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path))
      .sort()
      .join('\n');
  }

  /** Whether a line may run. Unless told otherwise, the secrets in the working folder are forbidden too. */
  async isAllowed(command: string, options: object = {}): Promise<boolean> {
    const { work } = this;
    const { hooks } = quietHooks();
    const given = { readBeforeDelete: false, rules: secrets, ...options };
    hooks.on('PreToolUse', { guard: true }, createBuiltin('path-permissions', given, { directory: work }));
    const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: '1', cwd: work };
    return (await hooks.fire('PreToolUse', call)).decision !== 'deny';
  }

  /** What a real shell prints for a line. */
  output(command: string): string {
    this.#isFresh = false;
    const env = { PATH: process.env['PATH'], HOME: join(this.outer, '1/2/3') };
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], {
      cwd: this.work,
      env,
      timeout: 5000,
      input: '',
      encoding: 'utf8',
    });
    return stdout + stderr;
  }
}
