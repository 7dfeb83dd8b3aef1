import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { eventually, isAlive } from '../../support/eventually.ts';
import { folderWith } from '../../support/folder-with.ts';
import { projectFolder } from '../../support/pages.ts';

const stubborn = `
process.on('SIGTERM', () => {});
require('node:fs').writeFileSync('pid', String(process.pid));
setInterval(() => {}, 1000);
`;

it('Ctrl-C ends the steps of npm test, also one that does not listen', async () => {
  const scripts = { some: 'node stubborn.cjs' };
  const folder = folderWith({ 'package.json': JSON.stringify({ scripts }), 'stubborn.cjs': stubborn });
  const steps = spawn(process.execPath, [join(projectFolder, 'scripts/steps.mjs'), 'some'], { cwd: folder });
  const said = text(steps.stderr);
  let pid = Number.NaN;
  await eventually(() => {
    pid = pidIn(join(folder, 'pid'));
    return pid > 0;
  });
  steps.kill('SIGINT');
  await once(steps, 'exit');
  await eventually(() => !isAlive(pid));
  expect(await said).toContain('== STOPPED by SIGINT');
});

function pidIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}
