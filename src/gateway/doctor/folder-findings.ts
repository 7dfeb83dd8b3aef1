import type { InstalledAgent } from '../install/installed-agents.ts';
import { configFindings, type FolderConfig, placesFindings } from './config-findings.ts';
import type { DoctorFinding } from './finding.ts';
import { installFix } from './install-fix.ts';
import { launcherFindings } from './launcher-findings.ts';

/** What is wrong with what the agents' lines lead to, in a folder: the launcher, its places and the configuration. */
export async function folderFindings(
  config: FolderConfig,
  installed: readonly InstalledAgent[],
): Promise<readonly DoctorFinding[]> {
  const [first] = installed;
  const own =
    first === undefined
      ? []
      : [...(await launcherFindings(installFix(first))), ...placesFindings(config.folder, installFix(first))];
  return [...own, ...configFindings(config, installed)];
}

/** The agents of a folder, each with the first reason why it does not guard, if there is one. */
export async function withHindrance(
  config: FolderConfig,
  installed: readonly InstalledAgent[],
): Promise<readonly InstalledAgent[]> {
  if (installed.length === 0) return installed;
  const found = await folderFindings(config, installed);
  const worst = found.find(({ level }) => level === 'error');
  const reason = worst === undefined ? null : `${worst.message}; run ${worst.fix}`;
  return installed.map((one) => ({ ...one, problem: one.problem ?? reason }));
}
