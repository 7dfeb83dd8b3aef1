import { lookUp } from '../engine/values/look-up.ts';
import { isNewer, oldestNode } from '../gateway/doctor/versions.ts';

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

/** The exit code where this system or its Node can't run the command. */
export function refuseSystem(command = ''): number | null {
  const version = process.version.slice(1);
  // Package managers only warn about an old Node. A daemon on an old Node would answer others too.
  if (isNewer(oldestNode, version)) {
    process.stderr.write(
      `hookline needs Node ${oldestNode} or later, and this is Node ${version} (${process.execPath}). Install a newer one, then run: hookline install\n`,
    );
    return command === 'hook' ? 2 : 1;
  }
  const code = process.platform === 'win32' ? lookUp(guarding, command) : undefined;
  if (code === undefined) return null;
  process.stderr.write(
    `hookline ${command}: hookline guards agents on Linux and macOS. On Windows, run hookline and the agent under WSL.\n`,
  );
  return code;
}
