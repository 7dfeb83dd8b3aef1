import { effectTypes } from '../../../src/engine/outcome/effects.ts';
import { type Effect, HookFailure } from '../../../src/entries/index.ts';
import type { Protocol } from '../../../src/protocols/protocol.ts';

/** The smallest protocol that can tell handlers apart: `{ "deny": "reason" }`, `{ "inject": "text" }`, `{ "async": true }`. */
export const plainProtocol: Protocol = {
  name: 'plain',
  rights: () => ['deny', 'ask', 'inject'],
  encode: ({ input }) => input,
  readOutput({ stdout, exitCode, signal }, call) {
    const effects = stdout.trim() === '' ? undefined : tryJson(stdout);
    const reply = effects === undefined ? undefined : this.readValue(effects, call);
    if (exitCode === 0) {
      if (effects === null) throw new HookFailure('invalid', 'printed something that is not JSON');
      return reply;
    }
    const how = exitCode === null ? `was ended by ${signal}` : `exited with ${exitCode}`;
    throw new HookFailure('exit', how, Array.isArray(reply) ? reply : []);
  },
  readValue(value) {
    if (typeof value !== 'object' || value === null) return [];
    if ('async' in value) return value as { async: true };
    return Object.entries(value)
      .filter(([type]) => type in effectTypes)
      .map(([type, text]) => ({ type, reason: text, content: text, into: 'system' }) as unknown as Effect);
  },
  inheritsEnvironment: false,
};

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
