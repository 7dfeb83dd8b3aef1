import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Scratch } from '../../support/scratch.ts';

/** Real programs that the lines may use: they run others or print, and change nothing. */
const real =
  'bash sh env nice nohup timeout setsid stdbuf xargs find base64 cat tr rev seq basename dirname sleep true false'.split(
    ' ',
  );

const recordEnd = '<end of call>';

export interface Recorded {
  readonly name: string;
  readonly words: readonly string[];
}

/** A scratch folder with stub programs first in PATH that record how they are called. */
export class RealShell {
  readonly #folder = new Scratch().path;
  #runs = 0;
  readonly #stubs = join(this.#folder, 'stubs');

  constructor(stubs: readonly string[]) {
    mkdirSync(this.#stubs);
    for (const name of stubs) {
      const prints = name === 'foo' ? 'echo bar' : ':';
      // One print is one write, so that the records of programs that run at once do not mix.
      const text = `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" "$@" "$END" >> "$LOG"\n${prints}\n`;
      writeFileSync(join(this.#stubs, name), text);
      chmodSync(join(this.#stubs, name), 0o755);
    }
    for (const name of real) {
      const path = (process.env['PATH'] ?? '')
        .split(delimiter)
        .map((folder) => join(folder, name))
        .find(existsSync);
      if (path !== undefined) symlinkSync(path, join(this.#stubs, name));
    }
  }

  /** What a line really runs of the stub programs. */
  run(line: string): readonly Recorded[] {
    // What an earlier line left running must not write into this one's record.
    this.#runs += 1;
    const log = join(this.#folder, `log-${this.#runs}`);
    const work = join(this.#folder, `work-${this.#runs}`);
    mkdirSync(work);
    writeFileSync(log, '');
    writeFileSync(join(work, 'i'), 'in\n');
    writeFileSync(join(work, 'p.q'), '');
    // A group of its own, which can be ended with everything that the line started.
    const options = {
      detached: true,
      cwd: work,
      env: { PATH: this.#stubs, LOG: log, STUBS: this.#stubs, HOME: work, END: recordEnd },
      stdio: 'ignore' as const,
      timeout: 2000,
      killSignal: 'SIGKILL' as const,
    };
    const { pid } = spawnSync('/bin/bash', ['-c', line], options);
    endGroup(pid);
    const record = readFileSync(log, 'utf8');
    rmSync(log, { force: true });
    return record
      .split(`${recordEnd}\0`)
      .filter((entry) => entry !== '')
      .map((entry) => {
        const [name = '', ...words] = entry.split('\0').slice(0, -1);
        return { name, words };
      });
  }
}

/** Ends what a line left running in the background. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
}
