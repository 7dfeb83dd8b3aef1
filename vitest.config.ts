import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';

// All random tests of a run start from one number, which test/support/seed.ts reads.
process.env['HOOKLINE_SEED'] ??= String(randomInt(2 ** 31));

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
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
