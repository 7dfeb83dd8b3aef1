import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../support/pages.ts';

/** hookline as `npm install --global` leaves it: a package, and a link to its command. */
export class HooklinePackage {
  readonly binFolder: string;
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.binFolder = join(prefix, 'bin');
    const modules = join(prefix, 'lib/node_modules');
    const installed = join(modules, 'hookline');
    for (const name of ['dist', 'package.json'])
      cpSync(join(projectFolder, name), join(installed, name), { recursive: true });
    symlinkSync(join(projectFolder, 'node_modules'), join(installed, 'node_modules'));
    mkdirSync(this.binFolder);
    chmodSync(join(installed, 'dist/cli/main.js'), 0o755);
    symlinkSync('../lib/node_modules/hookline/dist/cli/main.js', join(this.binFolder, 'hookline'));
  }

  remove(): void {
    rmSync(this.#prefix, { recursive: true });
  }
}
