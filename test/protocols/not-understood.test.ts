import { describe, expect, it } from 'vitest';
import { protocols } from '../../src/protocols/protocols.ts';
import { readBoth } from './support.ts';

describe.each([...protocols.values()])('a reply in no shape that $name knows', (protocol) => {
  it.each([
    { action: 'deny' },
    { action: 'deny', reason: 'no' },
    { result: 'deny' },
    { isAllowed: false },
    { output: { decision: 'deny' } },
    { whatever: 1 },
    { decision: null, result: 'deny' },
  ])('%j is unclear, and the message names its fields', (reply) => {
    const read = readBoth(protocol, 'PreToolUse', reply);
    expect(read.failure).toBe('unclear');
    expect(read.message).toContain(`"${Object.keys(reply).find((name) => name !== 'decision')}"`);
    expect(read.message).toMatch(/it decides by .*(?:decision|abort)/);
  });

  it.each([{}, { reason: 'only' }, { whatever: null }])('%j is no objection', (reply) => {
    expect(readBoth(protocol, 'PreToolUse', reply)).toEqual({ effects: [], failure: null, message: '' });
  });

  it('does not flood the message', () => {
    const names = Array.from({ length: 500 }, (_, index) => `field-${index}-${'x'.repeat(500)}`);
    const { message } = readBoth(protocol, 'PreToolUse', Object.fromEntries(names.map((name) => [name, 1])));
    expect(message).toContain('and 495 more');
    expect(message.length).toBeLessThan(1000);
  });
});

it.each(['massgen', 'armament'])('async on %s, which has no second run, is unclear', (name) => {
  const protocol = protocols.get(name);
  if (protocol === undefined) throw new Error(name);
  expect(readBoth(protocol, 'PreToolUse', { async: true })).toMatchObject({
    effects: [],
    failure: 'unclear',
  });
});
