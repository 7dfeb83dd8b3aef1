import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyNth } from '../../support/seed.ts';
import { CanaryWorld, canary } from './canary-world.ts';

/**
 * Lines that show what may not be seen, by way of substitutions, loops, expressions, here-documents, functions, wrappers
 * and code; between lines of `%%`. `{home}` is the folder around the working folder.
 */
const lines = readFileSync(join(import.meta.dirname, 'hostile-lines.txt'), 'utf8')
  .split('\n%%\n')
  .map((line) => line.replace(/\n$/, ''));

/** Whether a line may run where the secrets are forbidden. */
const allowed = new Map<string, boolean>();

let world: CanaryWorld;
beforeAll(() => {
  world = new CanaryWorld();
});

describe.each([
  ['where the secrets in the folder are forbidden too', {}, new RegExp(canary), 0],
  ['where only what is outside is forbidden', { rules: [] }, new RegExp(`${canary} (?!work/)`), 2],
])('hostile lines, %s', (_, options, forbidden, turn) => {
  const withSecrets = turn === 0;
  it.each(everyNth(lines, 4, { turn }))('show nothing that may not be seen: %s', async (template) => {
    world.build();
    const line = template.replaceAll('{home}', world.home);
    const isAllowed = await world.isAllowed(line, options);
    if (withSecrets) allowed.set(template, isAllowed);
    if (!isAllowed) return;
    const before = world.picture({ withSecrets });
    expect(world.output(line)).not.toMatch(forbidden);
    expect(world.picture({ withSecrets })).toBe(before);
  });
});

describe('hostile lines', () => {
  it('are hardly ever allowed where the secrets are forbidden', () => {
    const passed = [...allowed].flatMap(([line, isAllowed]) => (isAllowed ? [line] : []));
    expect(passed.length, passed.join('\n')).toBeLessThan(allowed.size / 20);
  });

  it('really show something when nobody judges them', () => {
    const tried = everyNth(lines.slice(0, 60), 3);
    let shown = 0;
    for (const line of tried) {
      world.build();
      if (world.output(line.replaceAll('{home}', world.home)).includes(canary)) shown += 1;
    }
    expect(shown).toBeGreaterThan(tried.length / 2);
  });
});
