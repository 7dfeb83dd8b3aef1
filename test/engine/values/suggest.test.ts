import { expect, it } from 'vitest';
import { didYouMean, nearest } from '../../../src/engine/values/suggest.ts';

const points = ['PreToolUse', 'PostToolUse', 'Stop', 'pre:tool'];

it.each([
  ['PreToolUze', 'PreToolUse'],
  ['pretooluse', 'PreToolUse'],
  ['PreToolUes', 'PreToolUse'],
  ['PostTolUse', 'PostToolUse'],
  ['Sotp', 'Stop'],
  ['Stopp', 'Stop'],
  ['posttool', 'PostToolUse'],
  ['PreTool', 'PreToolUse'],
  ['post', null],
  ['pre', null],
  ['Frobnicate', null],
  ['', null],
])('suggests for %j: %j', (word, suggestion) => {
  expect(nearest(word, points)).toBe(suggestion);
});

it('says nothing when nothing is near', () => {
  expect(didYouMean('zzzzzz', points)).toBe('');
  expect(didYouMean('stop', points)).toBe(', did you mean "Stop"?');
});
