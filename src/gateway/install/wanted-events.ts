import { isDeepStrictEqual } from 'node:util';
import { lookUp } from '../../engine/values/look-up.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import type { AgentProduct, NativeEvent, Verb } from '../agents/agent-product.ts';
import { fillForms } from '../answer/fill-form.ts';
import type { InstallScope } from './agent-places.ts';
import type { WantedHandlers } from './entries/settings-entries.ts';
import { hookLine, installedSeconds, lineKind } from './hook-line.ts';
import type { PluginLines } from './plugins/plugin-text.ts';

/** How an agent is to be guarded. */
export interface InstallOptions {
  readonly scope: InstallScope;
  /** The project's folder. */
  readonly folder: string;
  /** The points at which the configuration has hooks. */
  readonly points: ReadonlySet<string>;
  /** Let go when hookline is missing. */
  readonly open: boolean;
  /** Have the agent trust the lines where it needs that. */
  readonly trust: boolean;
  /** Also where the agent's settings switch hooks off, or its user does not trust the folder. Default: no. */
  readonly switchOn?: boolean;
}

const restraining: readonly Verb[] = ['deny', 'ask', 'modify', 'suppress', 'resume', 'halt'];

/** The events that are installed: those with hooks, those before tool calls, and the start of a session; for a user, all that can restrain. */
function wantedEvents(
  agent: AgentProduct,
  options: Pick<InstallOptions, 'scope' | 'points'>,
): readonly string[] {
  const isWanted = (event: NativeEvent): boolean => {
    const { point, says, often } = event;
    if (point === 'PreToolUse' || options.points.has(point) || tellsLater(event, agent, options)) return true;
    if (tellsFirst(event)) return true;
    return options.scope === 'user' && often !== true && restraining.some((verb) => says[verb] !== undefined);
  };
  return Object.entries(agent.events)
    .filter(([, event]) => isWanted(event))
    .map(([name]) => name);
}

/** At the start of a session, a person reads that a configuration is not trusted yet, before anything is done without it. */
function tellsFirst({ point, says }: NativeEvent): boolean {
  return point === 'SessionStart' && says.notify !== undefined;
}

/** Where an agent takes no text for the model before a tool call, the event after it carries what hooks said. */
function tellsLater(
  { point, says }: NativeEvent,
  { events }: AgentProduct,
  { points }: Pick<InstallOptions, 'points'>,
): boolean {
  const isMute = Object.values(events).some((row) => row.point === 'PreToolUse' && !row.says.inject);
  return isMute && points.has('PreToolUse') && point === 'PostToolUse' && says.inject !== undefined;
}

/** The line of each installed event. */
function wantedLines(agent: AgentProduct, options: InstallOptions): ReadonlyMap<string, string> {
  const lineOptions = { required: options.scope === 'project', open: options.open };
  const names = new Set(wantedEvents(agent, options));
  return new Map(
    Object.entries(agent.events)
      .filter(([name]) => names.has(name))
      .map(([name]) => [name, hookLine(agent, name, lineOptions)]),
  );
}

/** What a plugin file of hookline's own runs. */
export function wantedPlugin(agent: AgentProduct, options: InstallOptions): PluginLines {
  const lines = wantedLines(agent, options);
  const held = Object.entries(agent.events)
    .filter(([name, event]) => lines.has(name) && lineKind(event, options) !== 'tell')
    .map(([name]) => name);
  return { lines, held };
}

/** The handlers that an agent's settings are to have. */
export function wantedHandlers(agent: AgentProduct, options: InstallOptions): WantedHandlers {
  return new Map(
    [...wantedLines(agent, options)].map(([name, command]) => [
      name,
      handlerOf(agent, name, command, options.open),
    ]),
  );
}

/** Whether the handler of an event is one that hookline installs now, by whatever options. */
export function isOwnHandler(agent: AgentProduct, name: string, handler: Fields): boolean {
  if (lookUp(agent.events, name) === undefined) return false;
  const handlers = [true, false].flatMap((required) =>
    [true, false].map((open) => handlerOf(agent, name, hookLine(agent, name, { required, open }), open)),
  );
  return handlers.some((own) => isDeepStrictEqual(handler, own));
}

function handlerOf(
  { files: { layout }, events }: AgentProduct,
  name: string,
  line: string,
  open: boolean,
): Fields {
  if (layout === 'plugin') return {};
  const event = lookUp(events, name);
  const refuses = event?.refuses === true && !open;
  const hasLimit = event?.timeoutSeconds !== undefined;
  const entry = Object.entries(layout.entry).filter(
    ([, value]) => !hasLimit || (value !== '$seconds' && value !== '$milliseconds'),
  );
  const words = {
    $line: line,
    $seconds: installedSeconds,
    $milliseconds: installedSeconds * 1000,
    $event: name,
    $refuses: refuses,
    $failure: refuses ? 'block' : 'allow',
  };
  return fillForms([Object.fromEntries(entry)], words);
}
