import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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

describe('the workflow that runs for every change', () => {
  const workflow: Workflow = parse(read('.github/workflows/ci.yml'));
  const jobs = Object.values(workflow.jobs);

  it('runs the commands that the README begins with', () => {
    const [, fence = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(read('README.md')) ?? [];
    const commands = fence.trim().split('\n');
    const written = commands.map((line) => line.replace(/\s*#.*$/, ''));
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

describe('what build servers run', () => {
  const script = read('.ci/run').replaceAll(/^#.*\n/gm, '');

  it('is a clean install, all tests, the long runs, and the page, until one of them fails', () => {
    expect(script).toMatch(/^set -euo pipefail$/m);
    const commands = script.split('\n').filter((line) => /^(?:npm|node) /.test(line));
    expect(commands).toEqual(['npm ci && npm test', 'npm run test:long', 'node scripts/browser-ci.mjs']);
  });

  it('has the same random tests every time', () => {
    expect(script).toMatch(/^export HOOKLINE_SEED=\d+$/m);
  });
});
