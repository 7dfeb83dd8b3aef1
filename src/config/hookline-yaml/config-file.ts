import type { HookEntry } from '../schema/hook-entry.ts';
import type { AgentSection, ConfigFile, Points } from '../schema/schema.ts';
import type { Path } from '../source/yaml-source.ts';

export function pointsOf({ hooks }: ConfigFile): Points {
  const { errorBehavior, timeout, maxHooksPerPoint, parallel, scripts, ...points } = hooks ?? {};
  return points;
}

export function entriesOf(config: ConfigFile): readonly HookEntry[] {
  const sections = [pointsOf(config), ...agentsOf(config).map(([, agent]) => agent.backend?.hooks ?? {})];
  const values = sections.flatMap((points) => Object.values(points));
  return values
    .flatMap((value) => (value === undefined || Array.isArray(value) ? value : value.hooks))
    .filter((entry) => entry !== undefined);
}

export function agentsOf({ agents = [], agent }: ConfigFile): readonly [path: Path, agent: AgentSection][] {
  const listed = agents.flatMap((item, index): [Path, AgentSection][] =>
    item === undefined ? [] : [[['agents', index], item]],
  );
  return agent === undefined ? listed : [...listed, [['agent'], agent]];
}
