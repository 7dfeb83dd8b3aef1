import { HooklineError } from '../engine/errors.ts';
import { didYouMean } from '../engine/suggest.ts';
import type { Protocol } from '../handlers/handler.ts';
import { agentSdk } from './agent-sdk.ts';
import { armament } from './armament.ts';
import { claudeCode } from './claude-code.ts';
import { hookline } from './hookline.ts';
import { massgen } from './massgen.ts';

/** Every wire, by the name that `protocol:` goes by. */
export const protocols: ReadonlyMap<string, Protocol> = new Map(
  [hookline, massgen, agentSdk, armament, claudeCode].map((protocol) => [protocol.name, protocol]),
);

export function findProtocol(name: string): Protocol {
  const protocol = protocols.get(name);
  if (protocol !== undefined) return protocol;
  throw new HooklineError(
    'option-invalid',
    `unknown protocol "${name}": it is one of ${[...protocols.keys()].join(', ')}${didYouMean(name, protocols.keys())}`,
  );
}
