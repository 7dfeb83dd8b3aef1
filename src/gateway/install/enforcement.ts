import type { Declaration } from '../../config/load/declaration.ts';
import { shortPath, type Warning, warning } from '../../config/source/problem.ts';
import type { PointName } from '../../engine/points/point-types.ts';
import { pointTable } from '../../engine/points/points.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { eventsAt, unsayable } from '../answer/ways.ts';
import type { InstalledAgent } from './installed-agents.ts';

/** The parts of a configuration that the installed agents do not enforce: they cannot, or were not installed for them. */
export function enforcementWarnings(
  declarations: readonly Declaration[],
  installed: readonly InstalledAgent[],
): readonly Warning[] {
  const active = enabled(declarations);
  const agents = [...new Set(installed.map(({ agent }) => agent))];
  return agents.flatMap((agent) => {
    const own = installed.filter((one) => one.agent === agent);
    const events = new Set(own.flatMap((one) => one.events));
    return active.flatMap((declaration) => {
      const message = impossible(agent, declaration);
      if (message !== null) return [warning('agent-cannot', message, declaration.place)];
      const missing = eventsAt(agent, declaration.point.name).filter(([name]) => !events.has(name));
      if (missing.length === 0) return [];
      const names = missing.map(([name]) => name).join(', ');
      const where = own.map(({ file }) => shortPath(file)).join(', ');
      const again = `${agent.title} does not ask hookline at ${names} (${where}); run: hookline install ${agent.name}`;
      return [warning('agent-stale', again, declaration.place)];
    });
  });
}

/** The guards of a configuration that the agent cannot enforce, one line each. */
export function unenforced(agent: AgentProduct, declarations: readonly Declaration[]): readonly string[] {
  return enabled(declarations).flatMap((declaration) => impossible(agent, declaration) ?? []);
}

function enabled(declarations: readonly Declaration[]): readonly Declaration[] {
  return declarations.filter(({ options }) => options.enabled !== false);
}

/** Why the agent cannot do what a guard asks for; null when it can, or when the hook holds nothing back. */
function impossible(agent: AgentProduct, { point, name, options }: Declaration): string | null {
  const isHolding = options.guard === true || options.onFailure === 'closed';
  if (!isHolding || point.block === null || !isShipped(point.name)) return null;
  const who = name === null ? 'this guard' : `the guard "${name}"`;
  if (eventsAt(agent, point.name).length === 0)
    return `${agent.title} has no event at ${point.name}, so that ${who} never runs there`;
  if (!unsayable(agent, point.name).includes(point.block)) return null;
  return `${agent.title} cannot ${point.block} at ${point.name}, so that ${who} only warns there`;
}

function isShipped(name: string): name is PointName {
  return Object.hasOwn(pointTable, name);
}
