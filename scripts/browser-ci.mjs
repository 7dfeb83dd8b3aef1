// Runs the tests of the page where there is a Chromium, or where one can be installed. Elsewhere it says so, and is content.
import { spawnSync } from 'node:child_process';
import { findChromium, noChromium } from './chromium.mjs';

const maxInstallMs = 240_000;

/** @type {(program: string, words: readonly string[], timeout?: number) => boolean} */
function works(program, words, timeout = maxInstallMs) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, words, { stdio: 'ignore', env, timeout }).status === 0;
}

if (findChromium() === undefined && process.getuid?.() === 0 && works('apt-get', ['--version'])) {
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  if (!works('apt-get', install) && works('apt-get', ['update', '-qq'], maxInstallMs / 4))
    works('apt-get', install);
}
if (findChromium() === undefined) {
  console.log(`SKIPPED: the tests of the page (npm run test:browser): ${noChromium}`);
} else {
  const words = ['vitest', 'run', '--config', 'vitest.browser.config.ts'];
  process.exitCode = spawnSync('npx', words, { stdio: 'inherit' }).status ?? 1;
}
