import { existsSync } from 'node:fs';
import { shellQuoted } from '../../shell/read/words.ts';
import { socketName } from '../daemon/daemon-address.ts';
import { exitCodeOffset, firstSignMs, maxSilenceMs, nodeVariables, wireVersion } from '../daemon/wire.ts';
import launcher from './launcher.sh';

/** What the launcher knows of the last installation. */
export interface LauncherFacts {
  readonly node: string;
  readonly main: string;
  /** Null where there is none: then Node asks the daemon. */
  readonly curl: string | null;
  readonly uid: number;
  /** The user of the daemon that serves this machine; null where each user has a daemon. */
  readonly systemUid?: number | null;
  /** A comment that keeps where the user's configuration is. */
  readonly places: string;
}

/** What the first stage runs: `launcher.sh`, with what this machine and this version put in. */
export function launcherText({ node, main, curl, uid, places, systemUid = null }: LauncherFacts): string {
  const values: Readonly<Record<string, string | number>> = {
    CURL: shellQuoted(curl ?? ''),
    FIRST_SIGN: firstSignMs / 1000,
    MAIN: shellQuoted(main),
    NODE: shellQuoted(node),
    NODE_VARIABLES: nodeVariables.join(' '),
    OFFSET: exitCodeOffset,
    PLACES: places,
    REFUSED: exitCodeOffset + 2,
    SILENCE: maxSilenceMs / 1000,
    SOCKET: socketName(main),
    SYSTEM: systemUid ?? "''",
    UID: uid,
    WIRE: wireVersion,
  };
  return launcher.replaceAll(/@([A-Z_]+)@/g, (mark, name) => String(values[name] ?? mark));
}

/** Where systems keep curl. Not PATH: a folder of a project may be in it. */
const curlFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin', '/run/current-system/sw/bin'];

/** The curl of this system; null where there is none. */
export function systemCurl(): string | null {
  return curlFolders.map((folder) => `${folder}/curl`).find((file) => existsSync(file)) ?? null;
}
