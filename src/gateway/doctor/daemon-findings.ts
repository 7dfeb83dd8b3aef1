import { lstatSync } from 'node:fs';
import { isObject } from '../../engine/values/shapes.ts';
import { askDaemon } from '../daemon/ask-daemon.ts';
import { daemonAddress } from '../daemon/daemon-address.ts';
import { usesDaemon } from '../daemon/daemon-client.ts';
import { type DoctorFinding, finding } from './finding.ts';

/** Whoever takes longer does not answer: the daemon only counts. */
const patienceMs = 1000;

/** The daemon, as it is now. */
export interface DaemonFacts {
  readonly state: 'off' | 'none' | 'silent' | 'answers';
  readonly version: string | null;
}

export async function daemonFacts(): Promise<DaemonFacts> {
  if (!usesDaemon()) return { state: 'off', version: null };
  const address = daemonAddress();
  const text = await Promise.race([
    askDaemon('GET', 'status'),
    new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref()),
  ]);
  if (text === null) {
    const isThere = lstatSync(address, { throwIfNoEntry: false }) !== undefined;
    return { state: isThere ? 'silent' : 'none', version: null };
  }
  const status: unknown = JSON.parse(text);
  return { state: 'answers', version: isObject(status) ? String(status['version']) : null };
}

/** What is wrong with the daemon. None is none: the next call starts one. */
export function daemonFindings({ state, version }: DaemonFacts, own: string): readonly DoctorFinding[] {
  if (state === 'silent')
    return [finding('daemon-silent', `nobody answers at ${daemonAddress()}`, 'hookline daemon start')];
  if (state !== 'answers' || version === own) return [];
  const message = `the daemon is hookline ${version}, and this is ${own}`;
  return [finding('daemon-other', message, 'hookline daemon stop')];
}
