import { expect, it } from 'vitest';
import { wantedSetting } from '../../../src/gateway/host/record-config.ts';

it.each([
  // A setting of a file, the variable, what comes of them.
  [null, '', null],
  [null, 'off', null],
  [null, '1', {}],
  [null, ' On ', {}],
  [null, 'none', { content: 'none' }],
  [null, './traces', { folder: './traces' }],
  [null, 'traces', null],
  [{ maxDays: 3 }, 'banana', { maxDays: 3 }],
  [{ content: 'full' }, 'off', null],
  [{ maxDays: 3 }, 'full', { maxDays: 3, content: 'full' }],
  [{ level: 'project' }, 'off', { level: 'project' }],
  [{ level: 'local' }, '0', { level: 'local' }],
  [{ level: 'project', folder: 'a' }, '/b', { level: 'project', folder: '/b' }],
  [{ level: 'user' }, 'off', { level: 'user' }],
  [{ level: 'user', content: 'none' }, 'full', { level: 'user', content: 'none' }],
  [{ level: 'user' }, '/dev/null', { level: 'user' }],
  [{ level: 'managed' }, 'false', { level: 'managed' }],
  [{ level: 'managed' }, 'none', { level: 'managed' }],
] as const)('with %j, HOOKLINE_TRACE=%j means %j', (setting, variable, wanted) => {
  expect(wantedSetting(setting, variable)).toEqual(wanted);
});
