import { defineConfig } from 'vitest/config';
import { textModules } from './scripts/text-modules.mjs';
import { makeFolderOfRun } from './test/support/run/own-folder.ts';

makeFolderOfRun();

/** The page in a real browser, by `npm run test:browser` alone: it needs Chromium. */
export default defineConfig({
  plugins: [textModules()],
  test: {
    include: ['test/ui/*.browser.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    maxWorkers: 1,
    isolate: false,
    reporters: ['verbose'],
  },
});
