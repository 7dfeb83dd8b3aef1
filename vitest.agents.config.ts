import { defineConfig } from 'vitest/config';
import { textModules } from './scripts/text-modules.mjs';
import { makeFolderOfRun } from './test/support/run/own-folder.ts';

makeFolderOfRun();

/** The real agents, by `npm run test:agents` alone: they come from npm, and each case starts one. */
export default defineConfig({
  plugins: [textModules()],
  test: {
    include: ['test/agents/*.agents.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    reporters: ['verbose'],
  },
});
