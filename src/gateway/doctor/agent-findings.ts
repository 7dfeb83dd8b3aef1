import { existsSync } from 'node:fs';
import type { Declaration } from '../../config/load/declaration.ts';
import { shortPath } from '../../config/source/problem.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';
import { isAgentHere } from '../install/agent-places.ts';
import { enforcementWarnings } from '../install/enforcement.ts';
import { backupPath } from '../install/install-change.ts';
import type { InstalledAgent } from '../install/installed-agents.ts';
import { type DoctorFinding, finding, fixLine, installFix } from './finding.ts';

export function agentFindings(
  installed: readonly InstalledAgent[],
  declarations: readonly Declaration[],
): readonly DoctorFinding[] {
  const agents = [...new Set(installed.map(({ agent }) => agent))];
  return [
    ...installed.flatMap(ownFindings),
    ...agents.flatMap((agent) => missingLines(agent, installed, declarations)),
    ...agents.flatMap((agent) => installedTwice(agent, installed)),
  ];
}

export function unguardedFindings(
  installed: readonly InstalledAgent[],
  hasConfig: boolean,
): readonly DoctorFinding[] {
  const where = hasConfig ? [] : ['--user'];
  const alone = Object.values(agentTable).filter(
    (agent) => isAgentHere(agent) && !installed.some((one) => one.agent === agent),
  );
  const fixFor = (...names: readonly string[]): string =>
    fixLine('hookline', 'install', ...names, ...where, '--yes');
  if (installed.length === 0)
    return [finding('nobody-asks', 'no agent asks hookline here, so that nothing is guarded', fixFor())];
  return alone.map(({ name, title }) =>
    finding('agent-unguarded', `${title} is on this machine and does not ask hookline here`, fixFor(name)),
  );
}

function ownFindings(installed: InstalledAgent): readonly DoctorFinding[] {
  const { agent, file, problem, kind, repeated } = installed;
  const found: DoctorFinding[] = [];
  // The launcher is looked at once for all.
  if (problem !== null && kind !== null && !kind.startsWith('launcher-'))
    found.push(
      finding(kind, `${agent.title}, ${shortPath(file)}: ${withoutAdvice(problem)}`, fixOf(installed)),
    );
  if (repeated.length > 0)
    found.push(
      finding(
        'line-twice',
        `${agent.title} asks hookline twice at ${repeated.join(', ')}: ${shortPath(file)}`,
        installFix(installed),
      ),
    );
  return found;
}

function fixOf(installed: InstalledAgent): string {
  const { file, kind } = installed;
  if (kind === 'hooks-off' || kind === 'settings-environment') return installFix(installed, '--switch-on');
  if (kind !== 'settings-broken') return installFix(installed);
  const backup = backupPath(file);
  const restore = existsSync(backup) ? fixLine('cp', backup, file) : fixLine('mv', file, `${file}.broken`);
  return `${restore} && ${installFix(installed)}`;
}

function withoutAdvice(problem: string): string {
  return problem.replace(/; run [^;]*$/, '');
}

function missingLines(
  agent: AgentProduct,
  installed: readonly InstalledAgent[],
  declarations: readonly Declaration[],
): readonly DoctorFinding[] {
  const own = installed.filter((one) => one.agent === agent && one.kind !== 'settings-broken');
  const [first] = own;
  if (first === undefined) return [];
  const stale = enforcementWarnings(declarations, own).filter(({ code }) => code === 'agent-stale');
  const messages = new Set(stale.map(({ message }) => withoutAdvice(message)));
  const again = own.find(({ scope }) => scope === 'project') ?? first;
  return [...messages].map((message) => finding('line-missing', message, installFix(again)));
}

function installedTwice(agent: AgentProduct, installed: readonly InstalledAgent[]): readonly DoctorFinding[] {
  const [user, project] = ['user', 'project'].map((wanted) =>
    installed.find(({ agent: one, scope }) => one === agent && scope === wanted),
  );
  const both = (user?.events ?? []).filter((event) => project?.events.includes(event));
  if (both.length === 0) return [];
  const message = `${agent.title} asks hookline for its user and for this folder: hooks run twice at ${both.join(', ')}, but for tool calls with an id`;
  return [finding('installed-twice', message, fixLine('hookline', 'uninstall', agent.name, '--yes'))];
}
