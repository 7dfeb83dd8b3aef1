import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Declaration } from '../../../config/load/declaration.ts';
import { levelFiles, projectFiles } from '../../../config/load/levels.ts';
import { readConfig } from '../../../config/load/read-config.ts';
import { ConfigError, hasErrors, shortPath } from '../../../config/source/problem.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import type { InstallScope } from '../../../gateway/install/agent-places.ts';
import { applyChanges, chainChanges } from '../../../gateway/install/apply-plan.ts';
import { unenforced } from '../../../gateway/install/enforcement.ts';
import { isChange } from '../../../gateway/install/install-change.ts';
import { type AgentPlan, planInstall, planPluginFolder } from '../../../gateway/install/install-plan.ts';
import { noteInstallations } from '../../../gateway/install/installations.ts';
import {
  answerYes,
  isOpen,
  type TrustQuestion,
  trustQuestions,
} from '../../../gateway/trust/trust-questions.ts';
import type { CommandRun } from '../../command.ts';
import { showTrustQuestion } from '../../show/trust-question.ts';
import { chosenAgents, mayWrite, scopeOf, showChange } from './install-call.ts';

export const runInstall: CommandRun = async (call) => {
  const { options, terminal } = call;
  const scope = scopeOf(options);
  const agents = chosenAgents(call.arguments);
  const folder = process.cwd();
  const hooks = await configuredHooks(options['plugin'] === undefined ? scope : 'user', folder);
  const points = new Set(hooks.map(({ point }) => point.name));
  const plans: AgentPlan[] = [];
  const { plugin } = options;
  const pluginFolder =
    plugin === undefined ? null : resolve(plugin === true ? 'hookline-plugin' : String(plugin));
  const how = {
    scope,
    folder,
    points,
    open: options['open'] === true,
    trust: options['trust'] !== false,
    switchOn: options['switchOn'] === true,
  };
  for (const agent of agents)
    plans.push(
      await (pluginFolder === null ? planInstall(agent, how) : planPluginFolder(agent, pluginFolder, how)),
    );
  const changes = [...(await chainChanges()), ...plans.flatMap((plan) => plan.changes)].filter(isChange);
  for (const change of changes) showChange(change, call);
  const open = how.trust && scope === 'project' && pluginFolder === null ? await openQuestions(folder) : [];
  for (const one of open) showTrustQuestion(one, terminal);
  // One that names no folder was taken away when the command began.
  const { HOME: home, XDG_DATA_HOME: data } = process.env;
  if (home === undefined && data === undefined)
    terminal.print(
      `${terminal.colors.yellow('!')} HOME names no folder here: an agent that is started like this finds no hookline, and everything is blocked. Start it with HOME=${visible(homedir())}`,
    );
  if (options['dryRun'] === true) return 0;
  if (changes.length > 0 || open.length > 0) {
    if (!(await mayWrite(call, question(plans, open)))) return 1;
    await applyChanges(changes);
    answerYes(open);
  }
  await noteInstallations(plans.map(({ agent, file, trusted }) => ({ agent: agent.name, file, trusted })));
  const { green, red, yellow, dim } = terminal.colors;
  for (const { agent, file, problem } of plans) {
    if (problem === null)
      terminal.print(`${green('✓')} ${agent.title} ${dim(`asks hookline: ${shortPath(file)}`)}`);
    else terminal.print(`${red('✗')} ${agent.title} is not guarded: ${visible(problem)}`);
    for (const message of unenforced(agent, hooks)) terminal.print(`${yellow('!')} ${visible(message)}`);
  }
  const elsewhere = pluginFolder === null && scope === 'project' ? policyFolder(folder) : folder;
  if (elsewhere !== folder)
    terminal.print(
      `${yellow('!')} this guards agents that are started in this folder. hookline.yaml stands in ${visible(elsewhere)}: to guard agents that are started there, install there too`,
    );
  return plans.every(({ problem }) => problem === null) ? 0 : 1;
};

function policyFolder(folder: string): string {
  const file = projectFiles(folder).at(-1);
  return file === undefined ? folder : dirname(file);
}

async function openQuestions(folder: string): Promise<readonly TrustQuestion[]> {
  return (await trustQuestions(folder)).filter(isOpen);
}

function question(plans: readonly AgentPlan[], open: readonly TrustQuestion[]): string {
  const trusting = plans.filter(({ trusted }) => trusted.length > 0).map(({ agent }) => agent.title);
  const parts = [
    'Write this',
    ...(open.length === 0 ? [] : [`trust ${open.map(({ file }) => shortPath(file)).join(' and ')}`]),
    ...(trusting.length === 0 ? [] : [`have ${trusting.join(' and ')} trust it`]),
  ];
  return `${parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`}?`;
}

async function configuredHooks(scope: InstallScope, folder: string): Promise<readonly Declaration[]> {
  if (scope === 'project' && projectFiles(folder).length === 0) {
    throw new HooklineError(
      'config-invalid',
      'there is no hookline.yaml in this folder or above, so there is nothing to ask; make one with: hookline init --guards',
    );
  }
  const { problems, declarations } = await readConfig(levelFiles(folder), { levels: true });
  if (hasErrors(problems)) throw new ConfigError(problems);
  return declarations;
}
