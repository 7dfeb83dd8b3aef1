import { describe, expect, it } from 'vitest';
import type { ConfigLevel } from '../../../src/config/load/levels.ts';
import { TraceReader } from '../../../src/config/load/trace-setting.ts';
import type { TraceSection } from '../../../src/config/schema/trace-schema.ts';
import type { Source } from '../../../src/config/source/yaml-source.ts';

const place = { file: '/p/hookline.yaml', line: 1, column: 1, endColumn: 2, text: '' };
const source = { file: { path: '/p/hookline.yaml' }, at: () => place } as unknown as Source;

function read(...files: readonly (readonly [ConfigLevel | undefined, TraceSection])[]): TraceReader {
  const reader = new TraceReader();
  for (const [level, section] of files) reader.take(section, source, level);
  return reader;
}

describe('trace: of several files', () => {
  it('is off unless one says so', () => {
    expect(read(['user', undefined], ['project', false]).setting).toBeNull();
    expect(read([undefined, true]).setting).toEqual({ level: undefined });
    expect(read(['project', { folder: 'traces' }]).setting).toMatchObject({ folder: '/p/traces' });
  });

  it('cannot be switched off or weakened by a lower level, which is told so', () => {
    const { setting, problems } = read(['user', { content: 'redacted' }], ['project', false]);
    expect(setting).toEqual({ content: 'redacted', level: 'user' });
    expect(problems.map(({ message }) => message)).toEqual([
      'the user level has the trace on, and this one cannot switch it off',
    ]);
    expect(
      read(['managed', { content: 'none' }], ['project', { content: 'full', maxDays: 1 }]).setting,
    ).toEqual({
      ...{ content: 'none', maxDays: 1, level: 'managed' },
    });
  });

  it('goes by the innermost file of a level', () => {
    expect(read(['project', true], ['project', false]).setting).toBeNull();
  });
});
