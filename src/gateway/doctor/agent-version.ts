import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '../../engine/values/shapes.ts';
import { findInPath } from '../../processes/find-in-path.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { type DoctorFinding, finding, fixLine } from './finding.ts';
import { isNewer } from './versions.ts';

const maxSteps = 6;

/**
 * Read from the package's manifest or the link's target: starting the agent would take longer than all other checks.
 */
export function agentVersion({ process: { program: command, package: name } }: AgentProduct): string | null {
  const program = findInPath(command, process.env['PATH'] ?? '');
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

export function versionFindings(agent: AgentProduct, version: string | null): readonly DoctorFinding[] {
  const { checked, title } = agent;
  if (version === null || !isNewer(version, checked.version)) return [];
  const message = `${title} is ${version}, and hookline was checked with ${checked.version}: update hookline, or take the version that was checked`;
  const fix = fixLine('npm', 'install', '-g', `${agent.process.package}@${checked.version}`);
  return [finding('agent-newer', message, fix)];
}
