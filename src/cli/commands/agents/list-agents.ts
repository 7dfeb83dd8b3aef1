import { shortPath } from '../../../config/source/problem.ts';
import type { AgentProduct } from '../../../gateway/agents/agent-product.ts';
import { agentNamed, agentTable } from '../../../gateway/agents/agent-table.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import { abilitiesAt, eventsAt } from '../../../gateway/answer/ways.ts';
import { folderConfig, withHindrance } from '../../../gateway/doctor/config-findings.ts';
import { type InstalledAgent, installedAgents } from '../../../gateway/install/installed-agents.ts';
import type { CommandRun } from '../../command.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export const runAgents: CommandRun = async ({ arguments: names, isJson, terminal }) => {
  const agents = names.length > 0 ? names.map(agentNamed) : Object.values(agentTable);
  const folder = process.cwd();
  const installed = await withHindrance(await folderConfig(folder), await installedAgents(folder));
  if (isJson) return terminal.printJson(agents.map((agent) => asData(agent, installed)));
  showInstalled(agents, installed, terminal);
  terminal.print('');
  if (names.length === 0) showMatrix(agents, terminal);
  else for (const agent of agents) showAgent(agent, terminal);
  return 0;
};

function showInstalled(
  agents: readonly AgentProduct[],
  installed: readonly InstalledAgent[],
  { colors, printTable }: Terminal,
): void {
  const { dim, green, red } = colors;
  const rows = agents.flatMap((agent) => {
    const entries = installed.filter((entry) => entry.agent === agent);
    const name = [agent.name, `${agent.checked.version}, ${checkedBy(agent)}`];
    if (entries.length === 0) return [[...name, dim('not installed'), '']];
    return entries.map(({ scope, file, problem }) => {
      const state = problem === null ? green('guarded') : red('not guarded');
      const why = problem === null ? shortPath(file) : `${shortPath(file)}: ${visible(problem)}`;
      return [...name, `${state} (${scope})`, why];
    });
  });
  printTable(rows, { head: ['agent', 'checked with', 'here', ''] });
}

const mainPoints = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'];

function showMatrix(agents: readonly AgentProduct[], { colors, print, printTable }: Terminal): void {
  const rows = agents.map((agent) => [agent.name, ...mainPoints.map((point) => wordsAt(agent, point))]);
  printTable(rows, { head: ['agent', ...mainPoints] });
  print('', colors.dim('only seen: hooks run there, but change nothing. –: the agent has no such event.'));
  print(colors.dim("Every event, and what replaces what an agent doesn't support: hookline agents AGENT"));
}

function wordsAt(agent: AgentProduct, point: string): string {
  const events = eventsAt(agent, point);
  if (events.length === 0) return '–';
  const said = events.flatMap(([, event]) => [...abilitiesAt(event)].filter(([verb, way]) => verb === way));
  return [...new Set(said.map(([verb]) => verb))].join(' ') || 'only seen';
}

function showAgent(agent: AgentProduct, { colors, print, printTable }: Terminal): void {
  const { bold, dim } = colors;
  print(bold(`${agent.title} ${dim(agent.page)}`));
  const rows = Object.entries(agent.events).map(([name, event]) => {
    const abilities = [...abilitiesAt(event)];
    const can = abilities.filter(([verb, way]) => verb === way).map(([verb]) => verb);
    const replaced = abilities.filter(([verb, way]) => way !== null && verb !== way);
    const cannot = abilities.filter(([verb, way]) => way === null && verb !== 'inject' && verb !== 'allow');
    const waits = abilities.some(([verb, way]) => verb === 'inject' && way === null);
    const notes = [
      ...replaced.map(([verb, way]) => `${verb} becomes ${way}`),
      ...(waits ? ['inject waits for the next event with it'] : []),
      ...(cannot.length > 0 ? [`cannot ${cannot.map(([verb]) => verb).join(', ')}`] : []),
    ];
    return [name, event.point, can.join(' ') || 'only seen', notes.join('; ')];
  });
  printTable(rows, { head: ['event', 'point', 'can', ''] });
  const reactions = Object.entries(agent.reactions).map(([failure, reaction]) => `${failure}: ${reaction}`);
  print(dim(`if the hook of a tool call fails: ${reactions.join(', ')}`));
  print(...agent.limits.map((limit) => dim(`• ${limit}`)));
}

function checkedBy({ checked }: AgentProduct): string {
  return checked.by === 'running' ? 'run' : 'from its docs, not run';
}

function asData(agent: AgentProduct, installed: readonly InstalledAgent[]): unknown {
  const { name, title, page, checked, limits, reactions } = agent;
  const { user, project } = agent.files;
  return {
    ...{ name, title, page, checked, files: { user, project } },
    installed: installed
      .filter((entry) => entry.agent === agent)
      .map(({ scope, file, events, problem }) => ({ scope, file, events, problem })),
    events: Object.entries(agent.events).map(([event, row]) => ({
      event,
      point: row.point,
      says: Object.fromEntries(abilitiesAt(row)),
    })),
    reactions,
    limits,
  };
}
