import { shortPath } from '../../../config/source/problem.ts';
import type { AgentProduct } from '../../../gateway/agents/agent-product.ts';
import { agentNamed, agentTable } from '../../../gateway/agents/agent-table.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import { abilitiesAt, eventsAt } from '../../../gateway/answer/ways.ts';
import { folderConfig, withHindrance } from '../../../gateway/doctor/config-findings.ts';
import { type InstalledAgent, installedAgents } from '../../../gateway/install/installed-agents.ts';
import type { CommandRun } from '../../command.ts';
import { alignColumns } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export const runAgents: CommandRun = async ({ arguments: names, options, terminal }) => {
  const agents = names.length > 0 ? names.map(agentNamed) : Object.values(agentTable);
  const folder = process.cwd();
  const installed = await withHindrance(await folderConfig(folder), await installedAgents(folder));
  if (options['json'] === true) {
    terminal.print(
      JSON.stringify(
        agents.map((agent) => asJson(agent, installed)),
        null,
        2,
      ),
    );
    return 0;
  }
  showInstalled(agents, installed, terminal);
  terminal.print('');
  if (names.length === 0) showMatrix(agents, terminal);
  else for (const agent of agents) showAgent(agent, terminal);
  return 0;
};

function showInstalled(
  agents: readonly AgentProduct[],
  installed: readonly InstalledAgent[],
  { colors, print }: Terminal,
): void {
  const { bold, dim, green, red } = colors;
  const rows = agents.flatMap((agent) => {
    const own = installed.filter((one) => one.agent === agent);
    const name = [agent.name, `${agent.checked.version}, ${checkedBy(agent)}`];
    if (own.length === 0) return [[...name, dim('not installed'), '']];
    return own.map(({ scope, file, problem }) => {
      const state = problem === null ? green('guards') : red('does not guard');
      const why = problem === null ? shortPath(file) : `${shortPath(file)}: ${visible(problem)}`;
      return [...name, `${state} (${scope})`, why];
    });
  });
  const head = ['agent', 'checked with', 'here', ''].map((title) => bold(title));
  for (const line of alignColumns([head, ...rows])) print(line);
}

const mainPoints = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'];

function showMatrix(agents: readonly AgentProduct[], { colors, print }: Terminal): void {
  const rows = agents.map((agent) => [agent.name, ...mainPoints.map((point) => wordsAt(agent, point))]);
  const head = ['agent', ...mainPoints].map((title) => colors.bold(title));
  for (const line of alignColumns([head, ...rows])) print(line);
  print('');
  print(colors.dim('only seen: hooks run there and can change nothing. –: the agent has no such event.'));
  print(colors.dim('Every event, and what replaces what an agent cannot do: hookline agents AGENT'));
}

function wordsAt(agent: AgentProduct, point: string): string {
  const events = eventsAt(agent, point);
  if (events.length === 0) return '–';
  const said = events.flatMap(([, event]) => [...abilitiesAt(event)].filter(([verb, way]) => verb === way));
  return [...new Set(said.map(([verb]) => verb))].join(' ') || 'only seen';
}

function showAgent(agent: AgentProduct, { colors, print }: Terminal): void {
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
  const head = ['event', 'point', 'can', ''].map((title) => bold(title));
  for (const line of alignColumns([head, ...rows])) print(line);
  const reactions = Object.entries(agent.reactions).map(([failure, reaction]) => `${failure}: ${reaction}`);
  print(dim(`a tool call whose hook fails: ${reactions.join(', ')}`));
  for (const limit of agent.limits) print(dim(`• ${limit}`));
}

function checkedBy({ checked }: AgentProduct): string {
  return checked.by === 'running' ? 'run' : 'by contract, not run';
}

function asJson(agent: AgentProduct, installed: readonly InstalledAgent[]): unknown {
  const { name, title, page, checked, limits, reactions } = agent;
  const { user, project } = agent.files;
  return {
    name,
    title,
    page,
    checked,
    files: { user, project },
    installed: installed
      .filter((one) => one.agent === agent)
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
