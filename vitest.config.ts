import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { textModules } from './scripts/text-modules.mjs';
import { kindOf } from './test/support/run/kinds.ts';
import { makeFolderOfRun } from './test/support/run/own-folder.ts';
import { SlowFirst } from './test/support/run/slow-first.ts';
import { SlowestFiles } from './test/support/run/slowest-files.ts';

// Tests may be started in any folder of the project.
const root = import.meta.dirname;
process.chdir(root);

// All random tests of a run start from one number, which test/support/seed.ts reads.
process.env['HOOKLINE_SEED'] ??= String(randomInt(2 ** 31));

// Node would read these certificates at every start, which takes longer than to start. Only npm needs them.
const certificates = process.env['NODE_EXTRA_CA_CERTS'];
delete process.env['NODE_EXTRA_CA_CERTS'];
if (certificates !== undefined) process.env['HOOKLINE_NPM_CERTIFICATES'] = certificates;

// A daemon outlives the test that starts it. Those that are about it turn it on.
process.env['HOOKLINE_DAEMON'] = 'off';

const folder = makeFolderOfRun();

// The configuration of whoever runs the tests is not theirs, nor is what they trust.
process.env['XDG_CONFIG_HOME'] = join(folder, 'no-user');
process.env['XDG_STATE_HOME'] = join(folder, 'state');

const isLong = process.env['HOOKLINE_LONG'] === '1';
const minutes = isLong ? 20 : 2;

// The engine's tests are a project of their own, to be run with coverage. All others share workers: each worker imports the sources once.
const engine = 'test/engine/**/*.test.ts';
const withProcesses = ['test/**/*.process.test.ts', 'test/**/*.slow.test.ts'];
const setupFiles = ['./test/support/run/unchanged-environment.ts', './test/support/run/no-processes.ts'];
const randomFiles = isLong ? filesWithRuns() : null;

/** Long runs have those files alone that take from test/support/seed.ts how often they run. */
function filesWithRuns(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => join('test', name))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => readFileSync(file, 'utf8').includes('support/seed.ts'));
}

export default defineConfig({
  root,
  plugins: [textModules()],
  test: {
    // A machine may be busy with other things.
    testTimeout: minutes * 60_000,
    hookTimeout: minutes * 60_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    // Tests that start processes wait for them now and then: three times as many workers as cores keep the cores busy.
    maxWorkers: 3 * availableParallelism(),
    sequence: { sequencer: SlowFirst },
    reporters: ['default', new SlowestFiles()],
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: randomFiles?.filter((file) => file.startsWith('test/engine/')) ?? [engine],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: randomFiles ?? ['test/**/*.test.ts'],
          exclude: [engine, ...withProcesses],
          isolate: false,
          // They wait for nothing, and each worker more imports all sources once more.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: randomFiles?.filter((file) => kindOf(file) !== 'pure') ?? withProcesses,
          exclude: [engine],
          isolate: false,
          sequence: { groupOrder: 2 },
          globalSetup: ['needed-programs', 'direct-python', 'build-once'].map(
            (name) => `./test/support/run/${name}.ts`,
          ),
          setupFiles,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/engine/**'],
      reporter: ['text-summary'],
      thresholds: {
        'src/engine/**': { lines: 100, branches: 100, functions: 100, statements: 100 },
      },
    },
  },
});
