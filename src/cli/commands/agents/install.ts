import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Declaration } from '../../../config/load/declaration.ts';
import { levelFiles, projectFiles } from '../../../config/load/levels.ts';
import { readConfig } from '../../../config/load/read-config.ts';
import { ConfigError, hasErrors, shortPath } from '../../../config/source/problem.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import type { AgentProduct } from '../../../gateway/agents/agent-product.ts';
import { agentNamed, agentTable } from '../../../gateway/agents/agent-table.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import { type InstallScope, isAgentHere } from '../../../gateway/install/agent-places.ts';
import { applyChanges, chainChanges } from '../../../gateway/install/apply-plan.ts';
import { unenforced } from '../../../gateway/install/enforcement.ts';
import { type InstallChange, isChange } from '../../../gateway/install/install-change.ts';
import { type AgentPlan, planInstall, planPluginFolder } from '../../../gateway/install/install-plan.ts';
import { noteInstallations } from '../../../gateway/install/installations.ts';
import { applySystem, planSystem } from '../../../gateway/install/system-install.ts';
import { asPerson } from '../../../gateway/state/watched-files.ts';
import {
  answerYes,
  isOpen,
  type TrustQuestion,
  trustQuestions,
} from '../../../gateway/trust/trust-questions.ts';
import { type CommandCall, type CommandRun, textOption } from '../../command.ts';
import { guardFiles } from '../../init/guard-files.ts';
import { showTrustQuestion, trustData } from '../../show/trust-question.ts';
import { mayWrite } from '../people/person.ts';
import { changeData, requirePolicy, scopeOf, showChanges } from './install-call.ts';

interface Plan {
  readonly agents: readonly AgentPlan[];
  readonly changes: readonly InstallChange[];
  /** Files to trust, too. */
  readonly open: readonly TrustQuestion[];
  readonly hooks: readonly Declaration[];
}

export const runInstall: CommandRun = async (call) => {
  const { options, terminal, isJson } = call;
  if (options['system'] === true) return installSystem(call);
  if (options['mcp'] === true) return (await import('./install-mcp.ts')).runInstallMcp(call);
  const scope = scopeOf(options);
  const folder = process.cwd();
  const plan = await planFor(call, scope, folder);
  if (!isJson) {
    showChanges(plan.changes, call);
    for (const question of plan.open) showTrustQuestion(question, terminal);
  }
  // main.ts ignores a relative HOME.
  const { HOME: home, XDG_DATA_HOME: data } = process.env;
  if (home === undefined && data === undefined)
    terminal.tell(
      `${terminal.messageColors.yellow('!')} HOME names no folder here: an agent started like this can't find hookline, so everything is blocked. Start it with HOME=${visible(homedir())}`,
    );
  if (options['dryRun'] === true) return isJson ? printPlan(call, plan, false, 0) : 0;
  if (isJson && options['yes'] !== true) return printPlan(call, plan, false, 1);
  if (plan.changes.length > 0 || plan.open.length > 0) {
    if (!(await mayWrite(call, question(plan)))) return 1;
    await asPerson(() => write(plan));
  } else await write(plan);
  const exitCode = plan.agents.every(({ problem }) => problem === null) ? 0 : 1;
  if (isJson) return printPlan(call, plan, true, exitCode);
  const { green, red, yellow, dim } = terminal.colors;
  for (const { agent, file, problem } of plan.agents) {
    if (problem === null)
      terminal.print(`${green('✓')} ${agent.title} is connected to hookline ${dim(`(${shortPath(file)})`)}`);
    else terminal.print(`${red('✗')} ${agent.title} is not guarded: ${visible(problem)}`);
    for (const message of unenforced(agent, plan.hooks)) terminal.print(`${yellow('!')} ${visible(message)}`);
  }
  const elsewhere = options['plugin'] === undefined && scope === 'project' ? policyFolder(folder) : folder;
  if (elsewhere !== folder)
    terminal.print(
      `${yellow('!')} this guards agents that start in this folder, but hookline.yaml is in ${visible(elsewhere)}: to guard agents that start there, install there too`,
    );
  return exitCode;
};

async function write({ agents, changes, open }: Plan): Promise<void> {
  await applyChanges(changes);
  answerYes(open);
  await noteInstallations(agents.map(({ agent, file, trusted }) => ({ agent: agent.name, file, trusted })));
}

async function installSystem(call: CommandCall): Promise<number> {
  const policy = guardFiles().find(({ path }) => path === 'hookline.yaml')?.text ?? '';
  const changes = (await planSystem(policy)).filter(isChange);
  showChanges(changes, call);
  if (call.options['dryRun'] === true) return 0;
  if (changes.length > 0 && !(await mayWrite(call, 'Write this for all users of this machine?'))) return 1;
  await applySystem(changes);
  call.terminal.print(
    'Start it now: systemctl enable --now hookline. Then connect agents: hookline install AGENT',
  );
  return 0;
}

async function planFor(call: CommandCall, scope: InstallScope, folder: string): Promise<Plan> {
  const { options } = call;
  const { plugin } = options;
  const chosen = chosenAgents(call.arguments);
  const hooks = await configuredHooks(plugin === undefined ? scope : 'user', folder);
  const pluginFolder = plugin === undefined ? null : resolve(textOption(call, 'plugin') ?? 'hookline-plugin');
  const how = {
    scope,
    folder,
    points: new Set(hooks.map(({ point }) => point.name)),
    open: options['open'] === true,
    trust: options['trust'] !== false,
    switchOn: options['switchOn'] === true,
  };
  const agents: AgentPlan[] = [];
  for (const agent of chosen)
    agents.push(
      await (pluginFolder === null ? planInstall(agent, how) : planPluginFolder(agent, pluginFolder, how)),
    );
  const changes = [...(await chainChanges()), ...agents.flatMap((plan) => plan.changes)].filter(isChange);
  const isTrusting = how.trust && scope === 'project' && pluginFolder === null;
  const open = isTrusting ? (await trustQuestions(folder)).filter(isOpen) : [];
  return { agents, changes, open, hooks };
}

function chosenAgents(names: readonly string[]): readonly AgentProduct[] {
  if (names.length > 0) return [...new Set(names)].map(agentNamed);
  const here = Object.values(agentTable).filter(isAgentHere);
  if (here.length > 0) return here;
  const known = Object.keys(agentTable).join(', ');
  throw new HooklineError('input-invalid', `no agent that hookline knows is on this machine: ${known}`);
}

function printPlan({ terminal }: CommandCall, plan: Plan, isWritten: boolean, exitCode: number): number {
  const agents = plan.agents.map(({ agent, file, problem }) => ({
    ...{ name: agent.name, title: agent.title, file, problem },
    warnings: unenforced(agent, plan.hooks),
  }));
  const [files, trust] = [plan.changes.map(changeData), plan.open.map(trustData)];
  return terminal.printJson({ written: isWritten, files, trust, agents }, exitCode);
}

function policyFolder(folder: string): string {
  const file = projectFiles(folder).at(-1);
  return file === undefined ? folder : dirname(file);
}

function question({ agents, open }: Plan): string {
  const trusting = agents.filter(({ trusted }) => trusted.length > 0).map(({ agent }) => agent.title);
  const parts = [
    'Write this',
    ...(open.length === 0 ? [] : [`trust ${open.map(({ file }) => shortPath(file)).join(' and ')}`]),
    ...(trusting.length === 0 ? [] : [`mark it as trusted in ${trusting.join(' and ')}`]),
  ];
  return `${parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`}?`;
}

async function configuredHooks(scope: InstallScope, folder: string): Promise<readonly Declaration[]> {
  if (scope === 'project') requirePolicy(folder);
  const { problems, declarations } = await readConfig(levelFiles(folder), { levels: true });
  if (hasErrors(problems)) throw new ConfigError(problems);
  return declarations;
}
