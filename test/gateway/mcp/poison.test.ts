import { describe, expect, it } from 'vitest';
import { findingsIn, poisonTable, revealed } from '../../../src/gateway/mcp/poison.ts';

describe('what looks suspicious in a description', () => {
  it.each(poisonTable.flatMap(({ id, examples }) => examples.map((text) => [id, text] as const)))(
    'is %s: %j',
    (id, text) => {
      expect(findingsIn({ description: text }).map((row) => row.id)).toContain(id);
      expect(findingsIn({ inputSchema: { properties: { [text]: {} } } }).map((row) => row.id)).toContain(id);
    },
  );

  it.each([
    'Reads a file and returns its content as text. ⚠️ Large files take long.',
    'Create a task. The user is told when it is done.',
    'Lists the environments of the project.\n\nExample: list("staging")',
    'Ищет файлы в проекте',
  ])('is nothing in %j', (text) => {
    expect(findingsIn({ description: text })).toEqual([]);
  });

  it('is found in no more time than the text is long', () => {
    const start = performance.now();
    for (const word of ['ignore ', 'do not tell ', 'before using ', '< system'])
      findingsIn({ description: word.repeat(50_000) });
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('is shown by its code point', () => {
    expect(revealed('a\u200bb\u{e0041}\u001b[31m\nc')).toBe('a\\u{200b}b\\u{e0041}\\u{1b}[31m\nc');
  });
});
