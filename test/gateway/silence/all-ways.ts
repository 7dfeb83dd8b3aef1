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

/** Every way, by what it is done to. */
export const allWays: Readonly<Record<string, Ways>> = {
  'The configuration': configurationWays,
  'The programs of guards': handlerWays,
  'The installation': installationWays,
  'The environment': environmentWays,
  'The daemon': daemonWays,
  'The call': payloadWays,
  'The notes and the disk': stateWays,
  'The levels': levelWays,
  'What a person trusts': trustWays,
  "The agent's own tools": agentWays,
};
