import { isNewer, oldestNode } from '../gateway/doctor/versions.ts';

/**
 * The exit code of a command where Node is too old for hookline, which is said; null where it is not. Package managers only warn
 * of it. Agents take 2 for a deny. A daemon of such a Node would answer others too.
 */
export function refuseOldNode(name = ''): number | null {
  const version = process.version.slice(1);
  if (!isNewer(oldestNode, version)) return null;
  process.stderr.write(
    `hookline needs Node ${oldestNode} or later, and this is Node ${version} (${process.execPath}). Install a newer one, then run: hookline install\n`,
  );
  return name === 'hook' ? 2 : 1;
}
