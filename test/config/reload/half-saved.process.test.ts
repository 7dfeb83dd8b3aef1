import { spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { folderWith } from '../../support/folder-with.ts';
import { sleep } from '../../support/hooks.ts';

const entry = new URL('../../../dist/index.js', import.meta.url).href;

/** A program that watches the configuration of each folder and fires all the time; it tells each decision, and what was logged. */
const program = `
import { loadConfig } from ${JSON.stringify(entry)};
const [quietMs, ...folders] = process.argv.slice(2);
async function host(folder) {
  const tell = (said) => console.log(JSON.stringify({ folder, ...said }));
  const log = ({ message }) => tell({ message });
  const { hooks } = await loadConfig(folder + '/hookline.yaml', { watch: true, log, guardQuietMs: Number(quietMs) });
  for (;;) {
    const { decision } = await hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: '1' });
    tell({ decision });
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
for (const folder of folders) host(folder);
`;

interface Line {
  readonly folder: string;
  readonly decision?: string | null;
  readonly message?: string;
}

type Files = Readonly<Record<string, string>> & { readonly 'hookline.yaml': string };

/** One process for all of them, since most of what each takes is its start. */
function startHosts(all: readonly Files[], quietMs: number, text = program): readonly Host[] {
  const refuse = 'export default () => ({ decision: "deny" });';
  const hosts = all.map((files) => new Host(folderWith({ 'refuse.mjs': refuse, ...files })));
  const file = join(folderWith({ 'host.mjs': text }), 'host.mjs');
  const words = [file, String(quietMs), ...hosts.map(({ folder }) => folder)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  createInterface(child.stdout).on('line', (text) => {
    const line: Line = JSON.parse(text);
    hosts.find(({ folder }) => folder === line.folder)?.lines.push(line);
  });
  return hosts;
}

function startHost(config: string, quietMs: number, text?: string): Host {
  return startHosts([{ 'hookline.yaml': config }], quietMs, text)[0] as Host;
}

class Host {
  readonly folder: string;
  readonly lines: Line[] = [];

  constructor(folder: string) {
    this.folder = folder;
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
const patientMs = 60_000;

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

it('firings stay guarded while a file is saved in two writes, wherever it is cut, and an included file, too', async () => {
  const rules = ['permissions:\n  deny:\n    - Write\n', '    - Bash\n'] as const;
  const cases = [
    ...Object.entries(halves).map(([name, pieces]) => ({ name, pieces, file: 'hookline.yaml' })),
    { name: 'in an included file', pieces: rules, file: 'more.yaml' },
  ];
  const hosts = startHosts(
    cases.map(({ pieces, file }) => ({
      'hookline.yaml': 'include: more.yaml\n',
      'more.yaml': 'permissions: { deny: [Bash] }\n',
      [file]: pieces.join(''),
    })),
    patientMs,
  );
  const seen = cases.map(async ({ name, pieces: [first, second], file }, at) => {
    const running = hosts[at] as Host;
    await running.started();
    for (const top of ['# one\n', '# two\n']) await running.save(file, [top + first, second], 300);
    await sleep(300);
    expect(running.decisions.length).toBeGreaterThan(5);
    return [name, [...new Set(running.decisions)]];
  });
  expect(Object.fromEntries(await Promise.all(seen))).toEqual(
    Object.fromEntries(cases.map(({ name }) => [name, ['deny']])),
  );
});

it('a guard that is really taken away goes once the file has been left alone, and that is told before and after', async () => {
  const config = `${start}${harmless}${hook('no', '      guard: true\n')}`;
  const running = startHost(config, 100);
  await running.started();
  writeFileSync(join(running.folder, 'hookline.yaml'), `${start}${harmless}`);
  await running.has(/^the guard no of .*hookline\.yaml:\d+ would be removed: the hooks stay as they were/);
  await running.has(/^the guard no of .*hookline\.yaml:\d+ is gone$/);
  await expect.poll(() => running.decisions.at(-1)).toBe(null);
});

it('a change that takes no guard away does not wait', async () => {
  const config = `${start}${hook('no', '      guard: true\n')}`;
  const running = startHost(config, 600_000);
  await running.started();
  writeFileSync(join(running.folder, 'hookline.yaml'), `${config}${hook('more', '      guard: true\n')}`);
  await running.has(/again: 2 hooks$/);
});

it('a log that throws ends neither the reload nor the host', async () => {
  const config = `${start}${hook('no', '      guard: true\n')}`;
  const throwing = program.replace(
    'const log =',
    'const log = () => { throw new Error("full"); }; const unused =',
  );
  const running = startHost(config, 50, throwing);
  await running.started();
  writeFileSync(join(running.folder, 'hookline.yaml'), '{}\n');
  await expect.poll(() => running.decisions.at(-1)).toBe(null);
});
