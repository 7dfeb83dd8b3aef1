import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { folderWith } from '../../support/folder-with.ts';
import { sleep } from '../../support/hooks.ts';

const entry = new URL('../../../dist/index.js', import.meta.url).href;

/** A program that watches its configuration and fires all the time; it tells each decision, and what was logged. */
const host = `
import { loadConfig } from ${JSON.stringify(entry)};
const log = ({ message }) => console.log(JSON.stringify({ message }));
const options = process.argv[2] === undefined ? {} : { guardQuietMs: Number(process.argv[2]) };
const { hooks } = await loadConfig('hookline.yaml', { watch: true, log, ...options });
for (;;) {
  const { decision } = await hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: '1' });
  console.log(JSON.stringify({ decision }));
  await new Promise((resolve) => setTimeout(resolve, 30));
}
`;

interface Line {
  readonly decision?: string | null;
  readonly message?: string;
}

class Host {
  readonly folder: string;
  readonly lines: Line[] = [];
  readonly #child: ChildProcess;

  constructor(config: string, files: Readonly<Record<string, string>> = {}, words: readonly string[] = []) {
    const refuse = 'export default () => ({ decision: "deny" });';
    this.folder = folderWith({ 'hookline.yaml': config, 'host.mjs': host, 'refuse.mjs': refuse, ...files });
    this.#child = spawn(process.execPath, ['host.mjs', ...words], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
    if (this.#child.stdout === null) throw new Error('no output');
    createInterface(this.#child.stdout).on('line', (line) => this.lines.push(JSON.parse(line)));
  }

  async started(): Promise<void> {
    await expect.poll(() => this.decisions.length).toBeGreaterThan(3);
  }

  get decisions(): readonly (string | null)[] {
    return this.lines.flatMap(({ decision }) => (decision === undefined ? [] : [decision]));
  }

  has(message: RegExp): Promise<void> {
    return expect.poll(() => this.lines.some((line) => message.test(line.message ?? ''))).toBe(true);
  }

  /** Saves as an editor does that takes its time: the file is emptied, and its text comes in pieces. */
  async save(name: string, pieces: readonly string[], pauseMs: number): Promise<void> {
    const file = openSync(join(this.folder, name), 'w');
    for (const piece of pieces) {
      await sleep(pauseMs);
      writeSync(file, piece);
    }
    closeSync(file);
  }
}

/** Longer than a busy machine may stop between two writes. */
const patientMs = '60000';

const hook = (name: string, keys: string): string =>
  `    - name: ${name}\n      type: module\n      handler: ./refuse.mjs\n${keys}`;
const start = '# the rules of this project\nhooks:\n  PreToolUse:\n';
const harmless = '    - { name: first, type: command, handler: "true", mode: observe }\n';

/** Where each of these files is cut, what stands before it is a configuration too, with less in it. */
const halves: Readonly<Record<string, readonly [string, string]>> = {
  'before a guard': [start + harmless, hook('no', '      guard: true\n')],
  'before the line that makes it a guard': [start + hook('no', ''), '      guard: true\n'],
  'within the matcher of a guard': [start + hook('no', '      guard: true\n      matcher: W'), 'rite|Bash\n'],
  'before a rule': ['permissions:\n  deny:\n    - Write\n', '    - Bash\n'],
  'before the rules': [`${start}${harmless}`, 'permissions: { deny: [Bash] }\n'],
  'before an include': ['hooks: {}\n', 'include: more.yaml\n'],
};

it('firings stay guarded while a file is saved in two writes, wherever it is cut', async () => {
  const seen = Object.entries(halves).map(async ([name, [first, second]]) => {
    const more = { 'more.yaml': 'permissions: { deny: [Bash] }\n' };
    const running = new Host(first + second, more, [patientMs]);
    await running.started();
    for (const top of ['# one\n', '# two\n']) await running.save('hookline.yaml', [top + first, second], 300);
    await sleep(300);
    expect(running.decisions.length).toBeGreaterThan(5);
    return [name, [...new Set(running.decisions)]];
  });
  expect(Object.fromEntries(await Promise.all(seen))).toEqual(
    Object.fromEntries(Object.keys(halves).map((name) => [name, ['deny']])),
  );
});

it('an included file is no different', async () => {
  const rules = ['permissions:\n  deny:\n    - Write\n', '    - Bash\n'];
  const running = new Host('include: more.yaml\n', { 'more.yaml': rules.join('') }, [patientMs]);
  await running.started();
  await running.save('more.yaml', rules, 300);
  await sleep(300);
  expect(new Set(running.decisions)).toEqual(new Set(['deny']));
});

it('a guard that is really taken away goes once the file has been left alone, and that is told before and after', async () => {
  const config = `${start}${harmless}${hook('no', '      guard: true\n')}`;
  const running = new Host(config, {}, ['100']);
  await running.started();
  writeFileSync(join(running.folder, 'hookline.yaml'), `${start}${harmless}`);
  await running.has(/^the guard no of .*hookline\.yaml:\d+ would be gone: the hooks stay as they were/);
  await running.has(/^the guard no of .*hookline\.yaml:\d+ is gone$/);
  await expect.poll(() => running.decisions.at(-1)).toBe(null);
});

it('a change that takes no guard away does not wait', async () => {
  const config = `${start}${hook('no', '      guard: true\n')}`;
  const running = new Host(config, {}, ['600000']);
  await running.started();
  writeFileSync(join(running.folder, 'hookline.yaml'), `${config}${hook('more', '      guard: true\n')}`);
  await running.has(/again: 2 hooks$/);
});

it('a log that throws ends neither the reload nor the host', async () => {
  const config = `${start}${hook('no', '      guard: true\n')}`;
  const throwing = host.replace(
    'const log =',
    'const log = () => { throw new Error("full"); }; const unused =',
  );
  const running = new Host(config, { 'host.mjs': throwing }, ['50']);
  await running.started();
  writeFileSync(join(running.folder, 'hookline.yaml'), '{}\n');
  await expect.poll(() => running.decisions.at(-1)).toBe(null);
});
