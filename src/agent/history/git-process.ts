import { spawn } from 'node:child_process';
import { words } from '../../engine/values/text.ts';
import { hostEnvironment } from '../../processes/host-environment.ts';

export interface GitResult {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export class GitMissing extends Error {
  override readonly name: string = 'GitMissing';
}

/** Keeps the user's own git settings out. Objects aren't flushed: a power cut may lose the last ones. */
const settings: readonly string[] = words(`
  core.hooksPath=/dev/null core.fsync=none core.fsyncObjectFiles=false commit.gpgSign=false
  core.fsmonitor=false log.showSignature=false gc.auto=0 init.defaultBranch=main
`);

export function runGit(
  directory: string,
  args: readonly string[],
  input: Uint8Array = new Uint8Array(),
): Promise<GitResult> {
  const env = hostEnvironment({
    env: {
      GIT_DIR: directory,
      // Agents that can write there must not make git read settings elsewhere, fetch, or swap objects.
      GIT_COMMON_DIR: directory,
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      // An old git ignores the other variables.
      HOME: directory,
      XDG_CONFIG_HOME: directory,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C',
    },
  });
  const options = settings.flatMap((setting) => ['-c', setting]);
  return new Promise((resolve, reject) => {
    // In a separate process group: an interrupt at the terminal must not cut a record in half.
    const child = spawn('git', [...options, ...args], { env, detached: true, stdio: 'pipe' });
    const stdout: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    // git may exit before it has read everything. Its exit code says why.
    child.stdin.on('error', () => {});
    child.once('error', (error) => reject(new GitMissing(`git could not be started: ${error.message}`)));
    child.once('close', (code) => resolve({ code, stdout: Buffer.concat(stdout), stderr }));
    child.stdin.end(input);
  });
}
