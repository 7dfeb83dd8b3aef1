import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../src/engine/outcome/effects.ts';
import { allPoints } from '../../../src/entries/index.ts';
import { protocols } from '../../../src/protocols/protocols.ts';
import { fc, runs } from '../../support/seed.ts';
import { callAt, outcomeOf, type Read, said } from '../support.ts';

const pointNames = allPoints().map(({ name }) => name);

const keys = fc.constantFrom(
  'decision',
  'permissionDecision',
  'hookSpecificOutput',
  'hookEventName',
  'behavior',
  'allowed',
  'abort',
  'continue',
  'reason',
  'updated_input',
  'updatedInput',
  'modify',
  'inject',
  'content',
  'strategy',
  'systemMessage',
  'suppressOutput',
  'additionalContext',
  'async',
  'asyncTimeout',
  'type',
  '__proto__',
  'constructor',
);
const words = fc.constantFrom<unknown>(
  'allow',
  'deny',
  'ask',
  'approve',
  'block',
  'DENY',
  'Allow',
  'ALLOW',
  'defer',
  '',
  true,
  false,
  null,
  0,
  'PreToolUse',
);

const { reply } = fc.letrec<{ reply: unknown; object: unknown }>((tie) => ({
  object: fc.dictionary(keys, fc.oneof({ weight: 3, arbitrary: words }, tie('reply'))),
  reply: fc.oneof(
    { depthSize: 'small' },
    words,
    fc.jsonValue(),
    { weight: 4, arbitrary: tie('object') },
    fc.array(tie('object'), { maxLength: 3 }),
  ),
}));

/** A reply grants only if one of the granting words stands in it, in its own case, as a value. */
function saysGrant(text: string): boolean {
  return /"(?:allow|approve)"/.test(text);
}

function grants({ effects }: Read): boolean {
  return Array.isArray(effects) && effects.some((effect: Effect) => effect.type === 'allow');
}

function check(read: Read, text: string): void {
  if (grants(read)) {
    expect(read.failure).toBeNull();
    expect(saysGrant(text)).toBe(true);
  }
  if (read.failure !== null) expect(read.message).not.toBe('');
}

describe.each([...protocols.values()])('$name', (protocol) => {
  it('reads whatever a process writes without breaking, and grants only what was granted', () => {
    const valid = reply.map((value) => JSON.stringify(value));
    const mutated = fc
      .tuple(valid, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }), fc.nat(3))
      .map(([text, at, patch, cut]) => {
        const index = at % (text.length + 1);
        return `${text.slice(0, index)}${patch}${text.slice(index + cut)}`;
      });
    fc.assert(
      fc.property(
        fc.constantFrom(...pointNames),
        fc.oneof(fc.string(), valid, mutated),
        fc.constantFrom(0, 0, 1, 2, 127, null),
        (point, stdout, exitCode) => {
          const output = said(stdout, { exitCode, signal: exitCode === null ? 'SIGTERM' : null });
          check(
            outcomeOf(() => protocol.readOutput(output, callAt(point))),
            stdout,
          );
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('reads whatever a function returns without breaking, and grants only what was granted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pointNames),
        fc.oneof(
          reply,
          fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
        ),
        (point, value) => {
          const text = fc.stringify(value);
          check(
            outcomeOf(() => protocol.readValue(value, callAt(point))),
            text,
          );
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('never lets a refusal go by that is spelled in its own words', () => {
    const refusal: Readonly<Record<string, object>> = {
      hookline: { decision: 'deny' },
      massgen: { decision: 'deny' },
      'agent-sdk': { decision: 'block' },
      armament: { abort: true },
      'claude-code': { decision: 'block' },
      gemini: { decision: 'deny' },
    };
    fc.assert(
      fc.property(reply, fc.constantFrom(0, 1, 2, 127), (value, exitCode) => {
        const more = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
        const answer = { ...more, async: undefined, ...refusal[protocol.name] };
        const output = said(JSON.stringify(answer), { exitCode });
        const { effects } = outcomeOf(() => protocol.readOutput(output, callAt('PreToolUse')));
        expect(effects).toContainEqual(expect.objectContaining({ type: 'deny' }));
      }),
      { numRuns: runs(30) },
    );
  });
});
