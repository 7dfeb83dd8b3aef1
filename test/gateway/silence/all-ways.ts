import type { Ways } from './way.ts';
import { agentWays } from './ways/agent.ts';
import { configurationWays } from './ways/configuration.ts';
import { daemonWays } from './ways/daemon.ts';
import { environmentWays } from './ways/environment.ts';
import { handlerWays } from './ways/handlers.ts';
import { installationWays } from './ways/installation.ts';
import { levelWays } from './ways/levels.ts';
import { payloadWays } from './ways/payload.ts';
import { stateWays } from './ways/state.ts';
import { trustWays } from './ways/trust.ts';

/** These ways do nothing to the line, its environment or the process that it starts. */
const inside = (ways: Ways): Ways => ways.map((way) => ({ inside: true, ...way }));

/** Every way, by what it is done to. */
export const allWays: Readonly<Record<string, Ways>> = {
  'The configuration': inside(configurationWays),
  'The programs of guards': handlerWays,
  'The installation': installationWays,
  'The environment': environmentWays,
  'The daemon': daemonWays,
  'The call': inside(payloadWays),
  'The notes and the disk': inside(stateWays),
  'The levels': inside(levelWays),
  'What a person trusts': inside(trustWays),
  "The agent's own tools": inside(agentWays),
};
