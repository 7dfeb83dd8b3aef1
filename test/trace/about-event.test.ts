import { expect, it } from 'vitest';
import { aboutEvent } from '../../src/trace/about-event.ts';

it('shows the command of a call, and its path from the folder of the session', () => {
  const command = { description: 'List', command: 'ls -l' };
  expect(aboutEvent({ tool_input: command })).toBe('ls -l');
  const edit = { file_path: '/home/me/app/src/a.ts', old_string: 'a' };
  expect(aboutEvent({ tool_input: edit }, '/home/me/app')).toBe('src/a.ts');
});

it('shows the prompt or the message of an event without a tool', () => {
  expect(aboutEvent({ prompt: 'Fix the test' })).toBe('Fix the test');
  expect(aboutEvent({ message: 'Waiting for input', session_id: 's' })).toBe('Waiting for input');
  expect(aboutEvent({ tool_input: { lines: [1, 2] } })).toBe('{"lines":[1,2]}');
  expect(aboutEvent({ tool_input: ['a'] })).toBe('["a"]');
  expect([aboutEvent({}), aboutEvent(null), aboutEvent({ tool_input: null })]).toEqual(['', '', '']);
});
