import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderWith } from '../support/folder-with.ts';
import { projectFolder } from '../support/pages.ts';

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy: { readonly matrix: { readonly os: string[]; readonly node: number[] } };
        readonly steps: readonly { readonly run?: string }[];
      }
    >
  >;
}

const read = (file: string): string => readFileSync(`${projectFolder}${file}`, 'utf8');

/** The two commands that the README begins with: one shows the product, one tests it. */
function commandsOfReadme(): readonly string[] {
  const [, fence = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(read('README.md')) ?? [];
  return fence
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s*#.*$/, ''));
}

describe('the workflow that runs for every change', () => {
  const workflow: Workflow = parse(read('.github/workflows/ci.yml'));
  const jobs = Object.values(workflow.jobs);

  it('runs the commands that the README begins with', () => {
    const written = commandsOfReadme();
    expect(written).toHaveLength(2);
    for (const { steps } of jobs) expect(steps.flatMap(({ run }) => run ?? [])).toEqual(written);
  });

  it('runs them on Linux and macOS, on every Node from the oldest that is supported', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const oldest = Number(/\d+/.exec(engines.node)?.[0]);
    for (const { strategy } of jobs)
      expect(strategy.matrix).toEqual({
        os: ['ubuntu-latest', 'macos-latest'],
        node: [oldest, oldest + 2, oldest + 4],
      });
  });
});

/** What the script for build servers runs, by programs that only note it; the one with this word in it fails. */
function commandsOfServer(failing: string): {
  readonly status: number | null;
  readonly ran: readonly string[];
} {
  const note = '#!/bin/sh\necho "$(basename "$0") $*" HOOKLINE_SEED=$HOOKLINE_SEED >>ran\n';
  const stub = `${note}case "$*" in *"$FAILING"*) exit 1;; esac\n`;
  const programs = { 'bin/npm': stub, 'bin/node': stub, 'bin/apt-get': '#!/bin/sh\n' };
  const folder = folderWith({ '.ci/run': read('.ci/run'), ...programs, ran: '' });
  for (const name of ['npm', 'node', 'apt-get']) chmodSync(join(folder, 'bin', name), 0o755);
  const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, FAILING: failing };
  const { status } = spawnSync('bash', [join(folder, '.ci/run')], { env, stdio: 'ignore' });
  return { status, ran: readFileSync(join(folder, 'ran'), 'utf8').trimEnd().split('\n') };
}

describe('what build servers run', () => {
  const steps = ['npm ci', 'npm test', 'npm run test:long', 'node scripts/browser-ci.mjs'];

  it('has the command by which the README tests', () => {
    expect(read('.ci/run')).toContain(`\n${commandsOfReadme()[1]} `);
  });

  it('is a clean install, all tests, the long runs, and the page, from the same seed every time', () => {
    const { status, ran } = commandsOfServer('nothing');
    expect(status).toBe(0);
    expect(ran.map((line) => line.replace(/ HOOKLINE_SEED=\d+$/, ''))).toEqual(steps);
  });

  it.each(steps.slice(0, 2))('ends where `%s` fails twice', (step) => {
    const { status, ran } = commandsOfServer(step.replace(/^\w+ /, ''));
    expect(status).not.toBe(0);
    expect(ran.filter((line) => line.startsWith(step))).toHaveLength(2);
    expect(ran.at(-1)).toContain(step);
  });

  it.each(steps.slice(2))('goes on where `%s` fails, which depends on the machine', (step) => {
    const { status, ran } = commandsOfServer(step.replace(/^\w+ /, ''));
    expect(status).toBe(0);
    expect(ran).toHaveLength(steps.length);
  });
});
