import type { HookEntry } from '../schema/entry-schema.ts';
import type { AgentSection, ConfigFile, Points } from '../schema/schema.ts';
import type { Path } from '../source/yaml-source.ts';

/** The points of `hooks:`, without its settings. */
export function pointsOf({ hooks }: ConfigFile): Points {
  const { errorBehavior, timeout, maxHooksPerPoint, parallel, scripts, ...points } = hooks ?? {};
  return points;
}

/** Every hook of a file, global or of an agent. */
export function entriesOf(config: ConfigFile): readonly HookEntry[] {
  const sections = [pointsOf(config), ...agentsOf(config).map(([, agent]) => agent.backend?.hooks ?? {})];
  const values = sections.flatMap((points) => Object.values(points));
  return values
    .flatMap((value) => (value === undefined || Array.isArray(value) ? value : value.hooks))
    .filter((entry) => entry !== undefined);
}

/** Every agent of a file, and where it stands. */
export function agentsOf({ agents = [], agent }: ConfigFile): readonly [path: Path, agent: AgentSection][] {
  const listed = agents.flatMap((item, index): [Path, AgentSection][] =>
    item === undefined ? [] : [[['agents', index], item]],
  );
  return agent === undefined ? listed : [...listed, [['agent'], agent]];
}
