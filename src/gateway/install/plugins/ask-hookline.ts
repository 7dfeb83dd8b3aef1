import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fields, isObject } from '../../../engine/values/shapes.ts';
import type { AgentAnswer } from '../../answer/answer-text.ts';
import { daemonFolder } from '../../daemon/daemon-address.ts';
import { askForAnswer, usesDaemon } from '../../daemon/daemon-client.ts';
import { brokenLink, isSystemInstalled, launcherPath } from '../checksums.ts';

/** Where the daemon listens, which the launcher says: the plugin is the same on every machine. */
function daemonSocket(): string | null {
  if (isSystemInstalled() || brokenLink() !== null) return null;
  try {
    const [, name] =
      /^_socket=\$_folder\/([0-9a-f]{8}\.sock)$/m.exec(readFileSync(launcherPath(), 'utf8')) ?? [];
    return name === undefined || !usesDaemon() ? null : join(daemonFolder(), name);
  } catch {
    return null;
  }
}

/** Null where no daemon answers, or the launcher has changed: then the line is run, which checks and says so. */
async function askDirectly(line: string, payload: string): Promise<AgentAnswer | null> {
  const address = daemonSocket();
  const [, seconds, agent, required] = / (\d+) --nonce=\$n ([\w-]+)( --required)?\)/.exec(line) ?? [];
  if (address === null || agent === undefined) return null;
  const message = {
    agent,
    payload,
    required: required !== undefined,
    cwd: process.cwd(),
    environment: process.env,
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(new Error('hookline took too long, so this is blocked'));
    timer = setTimeout(refuse, Number(seconds) * 1000);
  });
  return Promise.race([askForAnswer(message, address), late]).finally(() => clearTimeout(timer));
}

function run(line: string, payload: string): Promise<AgentAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', line], { stdio: ['pipe', 'pipe', 'pipe'] });
    const parts: Readonly<Record<'stdout' | 'stderr', Buffer[]>> = { stdout: [], stderr: [] };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (part: Buffer) => parts[name].push(part));
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (exitCode) => {
      const [stdout, stderr] = [parts.stdout, parts.stderr].map((all) => Buffer.concat(all).toString());
      resolve({ exitCode: exitCode ?? 1, stdout: stdout ?? '', stderr: stderr ?? '' });
    });
    child.stdin.end(payload);
  });
}

/** What a plugin does: the fields of the answer. Throws where hookline refuses or cannot answer. */
export async function askHookline(
  line: string,
  payload: Fields,
  tell: (message: string) => void,
): Promise<Fields> {
  const text = JSON.stringify(payload);
  const { exitCode, stdout, stderr } = (await askDirectly(line, text)) ?? (await run(line, text));
  const message = stderr.trim();
  if (exitCode !== 0) throw new Error(message || `hookline ended with ${exitCode}`);
  if (message !== '') tell(message);
  const answer: unknown = stdout.trim() === '' ? {} : JSON.parse(stdout);
  if (!isObject(answer)) throw new Error(`hookline answered ${stdout}`);
  if (answer['throw'] !== undefined) throw new Error(String(answer['throw']));
  return answer;
}
