import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { node24 } from '../../bench/node24.mjs';
import { main } from '../support/command-line/cli.ts';
import { folderWith } from '../support/folder-with.ts';
import { projectFolder } from '../support/pages.ts';
import { isLong } from '../support/seed.ts';

const config = 'hooks: { PreToolUse: [{ name: guard, type: builtin, handler: destructive-commands }] }\n';
const reason = 'it removes what belongs to the system';

/** A copy of the package, and a state folder of its own. */
class Copy {
  readonly folder = folderWith({
    'guard.yaml': config,
    'package/package.json': '{ "name": "hookline", "type": "module" }',
  });
  readonly state = join(this.folder, 'state');
  readonly #package = join(this.folder, 'package');

  constructor() {
    cpSync(dirname(dirname(main)), join(this.#package, 'dist'), { recursive: true });
    symlinkSync(join(projectFolder, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** What a call without the daemon answers to a dangerous line. */
  answer(node = process.execPath): string {
    const words = [join(this.#package, 'dist/cli/main.js'), 'hook', 'claude-code', '-c'];
    const { stdout } = spawnSync(node, [...words, join(this.folder, 'guard.yaml')], {
      input: JSON.stringify({
        session_id: 'one',
        cwd: '/',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'rm -rf /' },
      }),
      env: { ...process.env, HOOKLINE_DAEMON: 'off', XDG_STATE_HOME: this.state },
      encoding: 'utf8',
    });
    const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
    expect(permissionDecision).toBe('deny');
    return permissionDecisionReason;
  }

  /** Each file of the package with its text. */
  files(): readonly string[] {
    return readdirSync(this.#package, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => `${file}: ${readFileSync(file, 'utf8')}`)
      .sort();
  }

  /** The file of the package with the guard's words. */
  fileWithReason(): string {
    const [file = ''] = this.files().filter((entry) => entry.includes(reason));
    return file.slice(0, file.indexOf(': '));
  }
}

describe('a call without the daemon', () => {
  it('writes nothing into the package', () => {
    const copy = new Copy();
    const before = copy.files();
    expect(copy.answer()).toContain(reason);
    expect(copy.files()).toEqual(before);
  });

  it('answers where the state cannot be written', () => {
    const copy = new Copy();
    writeFileSync(copy.state, 'a file');
    expect(copy.answer()).toContain(reason);
  });
});

// It comes from npm.
const newer = isLong ? node24() : null;
describe.runIf(newer !== null)('by Node 24, in long runs', () => {
  it('keeps what it compiled, for this user alone, and never uses it for another text', () => {
    const copy = new Copy();
    for (let round = 0; round < 2; round += 1) expect(copy.answer(newer ?? '')).toContain(reason);
    const compiled = join(copy.state, 'hookline/compiled');
    expect(statSync(compiled).mode & 0o777).toBe(0o700);
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(10);
    const file = copy.fileWithReason();
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(reason, reason.toUpperCase()));
    expect(copy.answer(newer ?? '')).toContain(reason.toUpperCase());
  });
});
