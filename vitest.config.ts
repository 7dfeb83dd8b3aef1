import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/run/slow-first.ts';
import { SlowestFiles } from './test/support/run/slowest-files.ts';

// All random tests of a run start from one number, which test/support/seed.ts reads.
process.env['HOOKLINE_SEED'] ??= String(randomInt(2 ** 31));

const process_ = 'test/**/*.process.test.ts';
const slow = 'test/**/*.slow.test.ts';
const globalSetup = './test/support/run/build-once.ts';

export default defineConfig({
  test: {
    // A machine may be busy with other things.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: SlowFirst },
    reporters: ['default', new SlowestFiles()],
    // The end of a file's name says which project it belongs to.
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['test/**/*.test.ts'],
          exclude: [process_, slow],
          isolate: false,
          setupFiles: './test/support/run/no-processes.ts',
        },
      },
      { extends: true, test: { name: 'process', include: [process_], globalSetup } },
      { extends: true, test: { name: 'slow', include: [slow], globalSetup } },
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
