import { isNewer, oldestNode } from '../gateway/doctor/versions.ts';

/**
 * Package managers only warn about an old Node. Agents read exit code 2 as a deny; a daemon on an old Node would
 * answer others too.
 */
export function refuseOldNode(name = ''): number | null {
  const version = process.version.slice(1);
  if (!isNewer(oldestNode, version)) return null;
  process.stderr.write(
    `hookline needs Node ${oldestNode} or later, and this is Node ${version} (${process.execPath}). Install a newer one, then run: hookline install\n`,
  );
  return name === 'hook' ? 2 : 1;
}
