import { HooklineError } from '../engine/values/errors.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import { agentSdk } from './agent-sdk/agent-sdk.ts';
import { armament } from './armament/armament.ts';
import { claudeCode } from './claude-code/claude-code.ts';
import { gemini } from './gemini/gemini.ts';
import { hookline } from './hookline/hookline.ts';
import { massgen } from './massgen/massgen.ts';
import type { Protocol } from './protocol.ts';

export const protocols: ReadonlyMap<string, Protocol> = new Map(
  [hookline, massgen, agentSdk, armament, claudeCode, gemini].map((protocol) => [protocol.name, protocol]),
);

export function findProtocol(name: string): Protocol {
  const protocol = protocols.get(name);
  if (protocol !== undefined) return protocol;
  throw new HooklineError(
    'option-invalid',
    `unknown protocol "${name}": it is one of ${[...protocols.keys()].join(', ')}${didYouMean(name, protocols.keys())}`,
  );
}
