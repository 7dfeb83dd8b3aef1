import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '../../engine/values/shapes.ts';
import { findInPath } from '../../processes/find-in-path.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { type DoctorFinding, finding } from './finding.ts';
import { fixLine } from './fix-line.ts';
import { isNewer } from './versions.ts';

/** How far above its program the manifest of a package may be. */
const maxSteps = 6;

/**
 * The version of an agent by the manifest of its package, or by the name of the file that its link leads to. Starting it would
 * take longer than all other checks. Null where neither tells.
 */
export function agentVersion({ configuration, process: { package: name } }: AgentProduct): string | null {
  const program = findInPath(configuration.program, process.env['PATH'] ?? '');
  if (program === null) return null;
  try {
    const real = realpathSync(program);
    let folder = dirname(real);
    for (let step = 0; step < maxSteps; step += 1, folder = dirname(folder)) {
      const version = versionIn(join(folder, 'package.json'), name);
      if (version !== null) return version;
    }
    return /(?:^|\/)v?(\d+\.\d+\.\d+)(?:\/|$)/.exec(real)?.[1] ?? null;
  } catch {
    return null;
  }
}

function versionIn(file: string, name: string): string | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(manifest) || manifest['name'] !== name) return null;
    return typeof manifest['version'] === 'string' ? manifest['version'] : null;
  } catch {
    return null;
  }
}

/** Whether an agent is newer than what was checked. */
export function versionFindings(agent: AgentProduct, version: string | null): readonly DoctorFinding[] {
  const { checked, title } = agent;
  if (version === null || !isNewer(version, checked.version)) return [];
  const message = `${title} is ${version}, and hookline was checked with ${checked.version}: update hookline, or take the version that was checked`;
  const fix = fixLine('npm', 'install', '-g', `${agent.process.package}@${checked.version}`);
  return [finding('agent-newer', message, fix)];
}
