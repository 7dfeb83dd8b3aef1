import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import { readConfig } from '../../config/load/read-config.ts';
import { watchFiles } from '../../config/reload/watch-files.ts';
import type { CommandCall } from '../command.ts';
import { configOf, namedConfig, testPaths } from './run-all.ts';
import { readTestFile } from './test-file.ts';

/**
 * Runs the tests again when a test, the configuration or a handler changes, until the person interrupts. Each run has
 * its own process, since Node imports a module only once.
 */
export async function watchTests(call: CommandCall): Promise<number> {
  const { terminal, signal } = call;
  const enough = AbortSignal.any([signal, terminal.closed]);
  let isStale = true;
  let wake = (): void => undefined;
  const watcher = watchFiles(async () => {
    isStale = true;
    wake();
  });
  // Nothing else keeps the process alive while it waits.
  const stay = setInterval(() => undefined, 60_000);
  enough.addEventListener('abort', () => wake());
  try {
    while (!enough.aborted) {
      isStale = false;
      watcher.follow(await filesOf(call));
      await runInChild(enough);
      if (enough.aborted) break;
      terminal.tell(terminal.messageColors.dim('watching for changes; Ctrl-C ends it'));
      if (!isStale) await new Promise<void>((done) => (wake = done));
    }
    return 0;
  } finally {
    watcher.stop();
    clearInterval(stay);
  }
}

/** Every file of a run. Unreadable ones are watched until they can be read. */
async function filesOf(call: CommandCall): Promise<readonly string[]> {
  const paths = await testPaths(call);
  const files = new Set(paths.map((path) => resolve(path)));
  for (const path of paths) {
    const test = await readTestFile(path).catch(() => ({ path, config: null, tests: [] }));
    const { files: read, declarations } = await readConfig(configOf(test, await namedConfig(call.options)));
    const run = handlerFiles(declarations, process.cwd()).filter((file) => typeof file === 'string');
    for (const file of [...read, ...run]) files.add(file);
  }
  return [...files];
}

function runInChild(enough: AbortSignal): Promise<void> {
  const words = process.argv.slice(1).filter((word) => word !== '--watch');
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [...process.execArgv, ...words], { stdio: 'inherit' });
    const end = (): void => void child.kill('SIGTERM');
    enough.addEventListener('abort', end);
    child.on('error', fail);
    child.on('exit', () => {
      enough.removeEventListener('abort', end);
      done();
    });
  });
}
