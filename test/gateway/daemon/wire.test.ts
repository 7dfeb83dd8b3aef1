import { describe, expect, it } from 'vitest';
import {
  readAnswerMessage,
  readCallMessage,
  writeAnswerMessage,
  writeCallMessage,
} from '../../../src/gateway/daemon/wire.ts';
import { fc, runs } from '../../support/seed.ts';

const call = {
  agent: 'codex',
  required: false,
  cwd: '/tmp',
  payload: '{"a": 1}',
  environment: { A: 'ä', LINES: 'one\ntwo=2', EMPTY: '' },
};

describe('a call on the wire', () => {
  it('arrives as it was sent, but for what would change how Node starts', () => {
    const environment = { ...call.environment, NODE_OPTIONS: '--require /tmp/x.js' };
    expect(
      readCallMessage('codex', false, Buffer.from(writeCallMessage({ ...call, environment }) ?? '')),
    ).toEqual(call);
  });

  it('is read only whole', () => {
    const whole = Buffer.from(writeCallMessage(call) ?? '');
    for (let length = 0; length < whole.length; length += 1) {
      const read = readCallMessage('codex', false, whole.subarray(0, length));
      if (read !== null) expect(whole.subarray(0, length).at(-1)).toBe(0);
    }
    for (const text of ['', 'x', '/tmp\0{}', '/tmp\0{}\0', '/tmp\0{}\0A=1', '/tmp\0{}\0A\0', '\0\0'])
      expect([text, readCallMessage('codex', false, Buffer.from(text))]).toEqual([text, null]);
    // The caller says in its own words that this is no text.
    expect(readCallMessage('codex', false, Buffer.from([0x2f, 0, 0x7b, 0xff, 0, 0x41, 0x3d, 0]))).toBeNull();
  });

  it('cannot bring variables in its payload', () => {
    expect(writeCallMessage({ ...call, payload: '{}\0NODE_OPTIONS=x' })).toBeNull();
    expect(writeCallMessage({ ...call, cwd: '/tmp\0{}' })).toBeNull();
  });
});

it('an answer arrives as it was sent, and only whole', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom(0, 1, 2), (stdout, stderr, exitCode) => {
      const text = writeAnswerMessage({ stdout, stderr, exitCode });
      expect(readAnswerMessage(`\n\n${text}`)).toEqual({ stdout, stderr, exitCode });
      expect(readAnswerMessage(text.slice(0, -1))).toBeNull();
    }),
    { numRuns: runs(100) },
  );
});
