#!/usr/bin/env node
import { isAbsolute } from 'node:path';
import { refuseSystem } from './refused-systems.ts';
import { version } from './version.ts';

/** Everything that only some calls need is loaded later. */
export const ended: Promise<void> = call(process.argv.slice(2));

async function call(words: readonly string[]): Promise<void> {
  // Scripts ask for the version often, so it costs no more than the start of Node.
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const refused = refuseSystem(words[0]);
  if (refused === null) {
    forgetRelativeFolders(process.env);
    // A hook in JavaScript may have left a timer or a socket open.
    process.exit(await answer(words));
  }
  process.exitCode = refused;
}

/** A relative path would let a project supply its user's configuration and trust records. */
function forgetRelativeFolders(environment: NodeJS.ProcessEnv): void {
  for (const name of ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR']) {
    const path = environment[name];
    if (path !== undefined && !isAbsolute(path)) delete environment[name];
  }
}

async function answer(words: readonly string[]): Promise<number> {
  if (words[0] === 'hook') {
    const { answerHook } = await import('./answer-hook.ts');
    return answerHook(words);
  }
  const { useCompileCache } = await import('./compile-cache.ts');
  useCompileCache();
  if (words[0] === 'daemon' && words[1] === 'worker') {
    // The daemon starts it.
    const { answerCalls } = await import('../gateway/daemon/warm-worker.ts');
    await answerCalls();
    return 0;
  }
  const { runProgram } = await import('./program.ts');
  return runProgram(words);
}
