import { describe, expect, it } from 'vitest';
import { deny } from '../../../src/entries/index.ts';
import { protocols } from '../../../src/protocols/protocols.ts';
import { readBoth, said, stdoutOf } from '../support.ts';

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

  it.each([{}, { whatever: null }])('%j is no objection', (reply) => {
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

describe.each([...protocols.values()])('a hookSpecificOutput that is no object, on $name,', (protocol) => {
  it.each([
    'deny',
    'block',
    [{ permissionDecision: 'deny' }],
    [{ hookEventName: 'PreToolUse', permissionDecision: 'deny' }],
    [{ decision: { behavior: 'deny' } }],
    ['deny'],
  ])('%j is unclear and denies', (hookSpecificOutput) => {
    const read = readBoth(protocol, 'PreToolUse', { hookSpecificOutput, reason: 'no' });
    expect(read).toMatchObject({ effects: [deny('no')], failure: 'unclear' });
  });

  it.each(['allow', 5, true, [], [{ permissionDecision: 'allow' }]])(
    '%j is unclear',
    (hookSpecificOutput) => {
      const read = readBoth(protocol, 'PreToolUse', { hookSpecificOutput });
      expect(read).toMatchObject({ effects: [], failure: 'unclear' });
    },
  );
});

describe.each(['hookline', 'claude-code'])('exit code 2 on %s', (name) => {
  const protocol = protocols.get(name);
  it.each([
    ['no\n', 'no'],
    ['x'.repeat(10_000), 'x'.repeat(10_000)],
    ['x'.repeat(1_000_000), `${'x'.repeat(10_000)}… (990000 more characters)`],
  ])('has a reason of bounded length', (stderr, reason) => {
    if (protocol === undefined) throw new Error(name);
    expect(stdoutOf(protocol, 'PreToolUse', said('', { exitCode: 2, stderr })).effects).toEqual([
      deny(reason),
    ]);
  });
});
