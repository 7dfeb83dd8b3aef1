import { existsSync } from 'node:fs';
import { shortPath } from '../../../config/source/problem.ts';
import { agentNamed, agentTable } from '../../../gateway/agents/agent-table.ts';
import { launcherPath } from '../../../gateway/install/checksums.ts';
import { applyChange, removeBackup } from '../../../gateway/install/install-change.ts';
import { type AgentPlan, planUninstall } from '../../../gateway/install/install-plan.ts';
import { forgetInstallations } from '../../../gateway/install/installations.ts';
import { installedAgents } from '../../../gateway/install/installed-agents.ts';
import { planMcp } from '../../../gateway/install/mcp/mcp-plan.ts';
import { asPerson } from '../../../gateway/state/watched-files.ts';
import type { CommandRun } from '../../command.ts';
import { mayWrite } from '../people/person.ts';
import { changeData, scopeOf, showChanges } from './install-call.ts';
import { showServers } from './install-mcp.ts';

export const runUninstall: CommandRun = async (call) => {
  const { options, terminal, isJson } = call;
  if (options['mcp'] === true) return (await import('./install-mcp.ts')).runInstallMcp(call);
  const scope = scopeOf(options);
  const named = [...new Set(call.arguments)].map(agentNamed);
  const plans: AgentPlan[] = [];
  for (const agent of named.length > 0 ? named : Object.values(agentTable)) {
    const plan = await planUninstall(agent, scope, process.cwd());
    if (plan !== null) plans.push(plan);
  }
  const { green, dim } = terminal.colors;
  const mcp = await planMcp(
    'unwrap',
    { agents: named.map((agent) => agent.name), scope, folder: process.cwd() },
    plans.flatMap((plan) => plan.changes),
  );
  const { changes } = mcp;
  const isConnected = plans.length > 0 || mcp.servers.length > 0;
  const report = (isWritten: boolean): object => ({
    written: isWritten,
    files: changes.map(changeData),
    agents: plans.map(({ agent: { name, title }, file }) => ({ name, title, file })),
    servers: mcp.servers,
  });
  if (isJson && (!isConnected || options['dryRun'] === true)) return terminal.printJson(report(false));
  if (isJson && options['yes'] !== true) return terminal.printJson(report(false), 1);
  if (!isConnected) {
    const asked = named.length > 0 ? named.map(({ title }) => title).join(', ') : 'any agent';
    const where = scope === 'user' ? "the user's configuration" : 'the configuration of this folder';
    terminal.print(dim(`hookline is not in ${where} of ${asked}`));
    for (const { agent, file, scope: other } of await installedAgents(process.cwd()))
      if (other !== scope && (named.length === 0 || named.includes(agent)))
        terminal.print(
          `${agent.title} is connected in ${shortPath(file)}: hookline uninstall ${agent.name} --${other}`,
        );
    return 0;
  }
  if (!isJson) showChanges(changes, call);
  if (options['dryRun'] === true) return 0;
  if (!(await mayWrite(call, 'Write this?'))) return 1;
  await asPerson(async () => {
    for (const change of changes) await applyChange(change);
    for (const { path } of changes) await removeBackup(path);
    await forgetInstallations(plans.map(({ file }) => file));
  });
  if (isJson) return terminal.printJson(report(true));
  for (const { agent, file } of plans)
    terminal.print(`${green('✓')} ${agent.title} is disconnected ${dim(`(${shortPath(file)})`)}`);
  showServers(mcp, call);
  if (!existsSync(launcherPath()))
    terminal.print(
      dim(
        "hookline's launcher is deleted, too. In copies of the project that are still connected, run hookline install or uninstall.",
      ),
    );
  return 0;
};
