import { lookUp } from '../engine/values/look-up.ts';

/**
 * The commands by which hookline guards agents, with the exit code that refuses: agents take 2 for a deny. They need a POSIX shell,
 * Unix sockets, and files that are for one user alone.
 */
const guarding: Readonly<Record<string, 1 | 2>> = {
  hook: 2,
  install: 1,
  uninstall: 1,
  agents: 1,
  daemon: 1,
  trust: 1,
  allow: 1,
  revoke: 1,
};

/** The exit code of a command that cannot run on Windows, which is said; null where it can. */
export function refuseOnWindows(name = ''): number | null {
  const code = lookUp(guarding, name);
  if (code === undefined) return null;
  process.stderr.write(
    `hookline ${name}: hookline guards agents on Linux and macOS. On Windows, run hookline and the agent under WSL.\n`,
  );
  return code;
}
