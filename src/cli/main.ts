#!/usr/bin/env node
import { refuseOldNode } from './old-node.ts';
import { forgetRelativeFolders } from './relative-folders.ts';
import { version } from './version.ts';
import { refuseOnWindows } from './windows.ts';

/** Everything that only some calls need is loaded later. */
export const ended: Promise<void> = call(process.argv.slice(2));

async function call(words: readonly string[]): Promise<void> {
  // Scripts ask for the version often, so it costs no more than the start of Node.
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const refused =
    refuseOldNode(words[0]) ?? (process.platform === 'win32' ? refuseOnWindows(words[0]) : null);
  if (refused === null) {
    forgetRelativeFolders(process.env);
    // A hook in JavaScript may have left a timer or a socket open. Nobody waits for it.
    process.exit(await answer(words));
  }
  process.exitCode = refused;
}

async function answer(words: readonly string[]): Promise<number> {
  if (words[0] === 'hook') {
    const { answerHook } = await import('./answer-hook.ts');
    return answerHook(words);
  }
  const { useCompileCache } = await import('./compile-cache.ts');
  useCompileCache();
  if (words[0] === 'daemon' && words[1] === 'worker') {
    // Nobody types this: the daemon starts it, and talks to it alone.
    const { answerCalls } = await import('../gateway/daemon/warm-worker.ts');
    await answerCalls();
    return 0;
  }
  const { runProgram } = await import('./program.ts');
  return runProgram(words);
}
