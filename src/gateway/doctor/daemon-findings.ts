import { existsSync } from 'node:fs';
import { isObject } from '../../engine/values/shapes.ts';
import { daemonAddress, daemonFolder } from '../daemon/daemon-address.ts';
import { askDaemon, usesDaemon } from '../daemon/daemon-client.ts';
import { type DoctorFinding, finding } from './finding.ts';

/** A slower daemon only counts as not answering. */
const patienceMs = 1000;

export interface DaemonFacts {
  readonly state: 'off' | 'none' | 'silent' | 'answers' | 'impossible';
  readonly version: string | null;
}

export async function daemonFacts(): Promise<DaemonFacts> {
  if (!usesDaemon()) return { state: 'off', version: null };
  const address = possibleAddress();
  if (address === null) return { state: 'impossible', version: null };
  const text = await Promise.race([
    askDaemon('GET', 'status'),
    new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref()),
  ]);
  if (text === null) {
    const isThere = existsSync(address);
    return { state: isThere ? 'silent' : 'none', version: null };
  }
  const status: unknown = JSON.parse(text);
  return { state: 'answers', version: isObject(status) ? String(status['version']) : null };
}

function possibleAddress(): string | null {
  try {
    return daemonAddress();
  } catch {
    return null;
  }
}

export function daemonFindings({ state, version }: DaemonFacts, own: string): readonly DoctorFinding[] {
  if (state === 'impossible')
    return [
      finding(
        'daemon-impossible',
        `no daemon can listen in ${daemonFolder()}: the path of a socket would be too long`,
        'unset XDG_RUNTIME_DIR',
      ),
    ];
  if (state === 'silent')
    return [finding('daemon-silent', `nobody answers at ${daemonAddress()}`, 'hookline daemon start')];
  if (state !== 'answers' || version === own) return [];
  const message = `the daemon is hookline ${version}, and this is ${own}`;
  return [finding('daemon-other', message, 'hookline daemon stop')];
}
