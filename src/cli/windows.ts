import { lookUp } from '../engine/values/look-up.ts';

/** These need a POSIX shell, Unix sockets and private files. Agents read exit code 2 as a deny. */
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

export function refuseOnWindows(name = ''): number | null {
  const code = lookUp(guarding, name);
  if (code === undefined) return null;
  process.stderr.write(
    `hookline ${name}: hookline guards agents on Linux and macOS. On Windows, run hookline and the agent under WSL.\n`,
  );
  return code;
}
