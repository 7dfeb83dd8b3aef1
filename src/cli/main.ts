#!/usr/bin/env node
import { answerHook } from './answer-hook.ts';
import { refuseOldNode } from './old-node.ts';
import { forgetRelativeFolders } from './relative-folders.ts';
import { version } from './version.ts';
import { refuseOnWindows } from './windows.ts';

/**
 * Settles when the call is over, for whoever makes several in one process. When it is built, this file with what it imports is a
 * script of CommonJS: Node starts one faster than a module.
 */
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
  if (words[0] === 'hook') return answerHook(words);
  const { useKeptCode } = await import('./kept-code.ts');
  if (words[0] === 'daemon' && words[1] === 'worker') {
    useKeptCode('hook');
    // Nobody types this: the daemon starts it, and talks to it alone.
    const { answerCalls } = await import('../gateway/daemon/warm-worker.ts');
    await answerCalls();
    return 0;
  }
  const kept = useKeptCode(/^[a-z]+$/.exec(words[0] ?? '')?.[0] ?? 'help');
  const { runProgram } = await import('./program.ts');
  const exitCode = await runProgram(words);
  // A name that is no command's is a wrong call.
  if (exitCode !== 1) kept.write();
  return exitCode;
}
