import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serves } from '../../src/builtin/builtin.ts';
import { createBuiltin } from '../../src/builtin/builtin-handler.ts';
import { builtins } from '../../src/builtin/builtin-table.ts';

interface Entry {
  readonly type: string;
  readonly handler: string;
  readonly options: unknown;
}

const read = (page: string): string =>
  readFileSync(new URL(`../../docs/reference/builtin/${page}`, import.meta.url), 'utf8');
const rows = [...builtins.values()];
const pointsOf = ({ points }: (typeof rows)[number]): string =>
  points === 'any' ? 'any point' : points.map((point) => `\`${point}\``).join(', ');

describe.each(rows)('the page of $name', (row) => {
  const page = read(`${row.name}.md`);

  it('has every option, as its schema describes it', () => {
    for (const [name, { description }] of Object.entries(row.options().shape)) {
      expect(description, name).toBeTruthy();
      expect(page).toContain(`| \`${name}\` | ${description} |`);
    }
  });

  it('has no option that is not there', () => {
    const names = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(names).toEqual(Object.keys(row.options().shape));
  });

  it('says at which points it serves', () => {
    expect(page).toContain(`\nPoints: ${pointsOf(row)}.\n`);
  });

  it('has an example in code', () => {
    expect(page).toMatch(/^```ts$/m);
  });
});

describe('the pages', () => {
  it.each(['README.md', ...rows.map(({ name }) => `${name}.md`)])(
    '%s shows a configuration that works',
    (page) => {
      const examples = [...read(page).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => text ?? '');
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        const { hooks } = parse(example) as { hooks: Record<string, Entry[]> };
        for (const [point, entries] of Object.entries(hooks)) {
          for (const { type, handler, options } of entries) {
            expect(type).toBe('builtin');
            createBuiltin(handler, options, { directory: '/' });
            const row = builtins.get(handler);
            expect(row !== undefined && serves(row, point)).toBe(true);
          }
        }
      }
    },
  );

  it('are listed, with what each hook does', () => {
    const index = read('README.md');
    for (const row of rows)
      expect(index).toContain(`| [\`${row.name}\`](${row.name}.md) | ${row.summary} | ${pointsOf(row)} |`);
  });
});
