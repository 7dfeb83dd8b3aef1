import { expect, it } from 'vitest';
import {
  callFingerprint,
  canonicalJson,
  codeOfFingerprint,
  decisionCode,
} from '../../src/trace/decision-code.ts';
import { fc, runs } from '../support/seed.ts';

const call = {
  product: 'claude-code',
  tool: 'Bash',
  input: { command: 'git reset --hard', timeout: 5 },
  folder: '/p',
};

it('gives seven letters that people do not mix up', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      expect(decisionCode({ ...call, input })).toMatch(/^[0-9A-HJKMNP-TV-Z]{7}$/);
    }),
    { numRuns: runs(40) },
  );
});

it('stays the same from one version to the next', () => {
  expect(codeOfFingerprint('f'.repeat(64))).toBe('ZZZZZZZ');
  expect(codeOfFingerprint('0'.repeat(64))).toBe('0000000');
  expect(decisionCode(call)).toBe(codeOfFingerprint(callFingerprint(call)));
  expect(decisionCode(call)).toBe('DVV88HF');
});

it('does not depend on the order of keys', () => {
  const { command, timeout } = call.input;
  expect(callFingerprint({ ...call, input: { timeout, command } })).toBe(callFingerprint(call));
});

it('differs where agent, tool, folder or one character differs', () => {
  const others = [
    { ...call, product: 'codex' },
    { ...call, tool: 'Monitor' },
    { ...call, folder: '/p/' },
    { ...call, input: { ...call.input, command: 'git reset --hard ' } },
    { ...call, input: { ...call.input, timeout: '5' } },
    { ...call, input: { ...call.input, extra: null } },
  ].map(callFingerprint);
  expect(new Set([callFingerprint(call), ...others]).size).toBe(others.length + 1);
});

it('writes JSON that reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
