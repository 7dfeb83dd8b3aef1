import { describe, expect, it } from 'vitest';
import {
  describe as describeValue,
  escapeRegExp,
  messageOf,
  textOf,
} from '../../../src/engine/values/text.ts';

const unshowable = {
  toString() {
    throw new Error('no');
  },
};

describe('a picture of a value', () => {
  it.each([
    ['text', '"text"'],
    ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
    [() => {}, 'a function'],
    [[1, 2], 'a list'],
    [{ a: 1, b: 2 }, '{ a, b }'],
    [null, 'null'],
    [7, '7'],
  ])('of %o is %s', (value, picture) => {
    expect(describeValue(value)).toBe(picture);
  });

  it('is never an error, whatever the value does', () => {
    const hostile = new Proxy({}, { ownKeys: () => unshowable.toString() });
    expect(describeValue(hostile)).toBe('something that cannot be shown');
  });
});

describe('the message of a problem', () => {
  it.each([
    [new Error('broken'), 'broken'],
    [new TypeError(), 'TypeError'],
    ['text', 'text'],
    [unshowable, 'threw something that cannot be shown'],
  ])('%#', (problem, message) => {
    expect(messageOf(problem)).toBe(message);
  });
});

it('text as a regular expression matches itself and nothing else', () => {
  const text = 'a.b*c+?^${x}()|[y]\\';
  expect(text).toMatch(new RegExp(`^${escapeRegExp(text)}$`));
  expect('aXb*c+?^${x}()|[y]\\').not.toMatch(new RegExp(`^${escapeRegExp(text)}$`));
});

it('what is no text is empty text', () => {
  expect([textOf('a'), textOf(1), textOf(null)]).toEqual(['a', '', '']);
});
