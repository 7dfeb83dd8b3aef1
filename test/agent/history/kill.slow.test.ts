import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileHistory } from '../../../src/agent/history/file-history.ts';
import { toolContext } from '../../support/firing/tool-context.ts';
import { sleep } from '../../support/hooks.ts';
import { compiled } from '../../support/processes/compiled.ts';
import { canLook, processesWith } from '../../support/processes/leftovers.ts';
import { Scratch } from '../../support/scratch.ts';
import { randomNumbers, runs } from '../../support/seed.ts';

it('a process killed while it writes leaves whole files, an intact history, and everything can be undone', async () => {
  const scratch = new Scratch();
  scratch.write('a0.txt', 'original');
  const script = `
    import { FileHistory } from './src/agent/history/file-history.js';
    import { Hooks } from './src/engine/hooks/hooks.js';
    const hooks = new Hooks();
    const history = await FileHistory.open({ root: process.argv[1] });
    const context = {
      cwd: process.argv[1], agent: { id: 'main', type: null }, toolUseId: null,
      signal: new AbortController().signal, fire: hooks.fire.bind(hooks),
    };
    console.log('ready');
    for (let turn = 0; ; turn += 1)
      await Promise.all([0, 1, 2].map((n) => history.write(\`a\${n}.txt\`, \`\${turn} \`.repeat(20_000), context)));`;
  const random = randomNumbers();
  const mark = randomUUID();
  for (let round = 0; round < runs(4, 200); round += 1) {
    const host = spawn(process.execPath, ['--input-type=module', '-e', script, scratch.path], {
      cwd: compiled(),
      env: { ...process.env, MARK: mark },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => host.once('exit', resolve));
    await new Promise((resolve) => host.stdout.once('data', resolve));
    await sleep(random() * 300);
    host.kill('SIGKILL');
    await ended;
  }
  // What git does for a killed host goes on to its end.
  await expect.poll(() => processesWith(`MARK=${mark}`)).toEqual([]);
  if (!canLook) await sleep(500);
  const history = await FileHistory.open({ root: scratch.path });
  expect(history.problem).toBeNull();
  execFileSync('git', ['--git-dir', history.directory, 'fsck', '--strict', '--no-dangling'], {
    stdio: 'pipe',
  });
  for (const name of readdirSync(scratch.path).filter((file) => file.endsWith('.txt'))) {
    const content = readFileSync(join(scratch.path, name), 'utf8');
    expect(content === 'original' || content.split(' ').length === 20_001).toBe(true);
  }
  expect(await history.write('a1.txt', 'end', toolContext(scratch.path))).toMatchObject({ written: true });
  await history.undo({ steps: 100_000, force: true });
  expect(readdirSync(scratch.path)).toEqual(['.hookline', 'a0.txt']);
  expect(readFileSync(join(scratch.path, 'a0.txt'), 'utf8')).toBe('original');
});
