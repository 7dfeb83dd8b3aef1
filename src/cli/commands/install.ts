import { levelFiles, projectFiles } from '../../config/load/levels.ts';
import { readConfig } from '../../config/load/read-config.ts';
import { ConfigError, hasErrors, shortPath } from '../../config/source/problem.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import type { InstallScope } from '../../gateway/install/agent-places.ts';
import { applyChanges, launcherChange } from '../../gateway/install/apply-plan.ts';
import { isChange } from '../../gateway/install/install-change.ts';
import { type AgentPlan, planInstall } from '../../gateway/install/install-plan.ts';
import { noteInstallations } from '../../gateway/install/installations.ts';
import type { CommandRun } from '../command.ts';
import { chosenAgents, mayWrite, scopeOf, showChange } from '../install/install-call.ts';

/** Puts hookline into the configuration of agents, after showing what changes. */
export const runInstall: CommandRun = async (call) => {
  const { options, terminal } = call;
  const scope = scopeOf(options);
  const agents = chosenAgents(call.arguments);
  const folder = process.cwd();
  const points = await configuredPoints(scope, folder);
  const plans: AgentPlan[] = [];
  for (const agent of agents)
    plans.push(await planInstall(agent, { scope, folder, points, open: options['open'] === true }));
  const changes = [await launcherChange(), ...plans.flatMap((plan) => plan.changes)].filter(isChange);
  for (const change of changes) showChange(change, call);
  if (options['dryRun'] === true) return 0;
  if (changes.length > 0) {
    if (!(await mayWrite(call))) return 1;
    await applyChanges(changes);
  }
  await noteInstallations(plans.map(({ agent, file }) => ({ agent: agent.name, file, trusted: [] })));
  const { green, dim } = terminal.colors;
  for (const { agent, file } of plans)
    terminal.print(`${green('✓')} ${agent.title} ${dim(`asks hookline: ${shortPath(file)}`)}`);
  return 0;
};

/** The points at which the configuration has hooks. An installation for a project needs one. */
async function configuredPoints(scope: InstallScope, folder: string): Promise<ReadonlySet<string>> {
  if (scope === 'project' && projectFiles(folder).length === 0) {
    throw new HooklineError(
      'config-invalid',
      'there is no hookline.yaml in this folder or above, so there is nothing to ask; make one with: hookline init --guards',
    );
  }
  const { problems, declarations } = await readConfig(levelFiles(folder), { levels: true });
  if (hasErrors(problems)) throw new ConfigError(problems);
  return new Set(declarations.map(({ point }) => point.name));
}
