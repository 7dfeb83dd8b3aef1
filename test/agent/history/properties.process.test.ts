import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileHistory } from '../../../src/agent/history/file-history.ts';
import { toolContext } from '../../support/firing/tool-context.ts';
import { Scratch } from '../../support/scratch.ts';
import { fc, runs } from '../../support/seed.ts';

const names = ['a.txt', 'b.txt', 'c/d.txt'] as const;
type State = readonly (string | null)[];

/** What people expect of undo: a pile of states, and a note of which state each record left. */
interface Expected {
  pile: readonly State[];
  readonly records: { readonly id: string; readonly pile: readonly State[] }[];
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      file: fc.nat(2),
      text: fc.constantFrom('', 'x', 'y', 'z\n'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), file: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('undo' as const), steps: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return' as const), record: fc.nat() }) },
);

it('undo always comes to the state that the writes left, whatever was written and undone before', async () => {
  const scratch = new Scratch();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      round += 1;
      const root = join(scratch.path, String(round));
      const files = await FileHistory.open({ root });
      const context = toolContext(root);
      const state = (): State =>
        names.map((name) => (existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : null));
      const expected: Expected = { pile: [state()], records: [] };
      for (const one of steps) {
        if (one.do === 'write') await files.write(names[one.file] ?? '', one.text, context);
        else if (one.do === 'delete') await files.delete(names[one.file] ?? '', context);
        else if (one.do === 'undo') {
          await files.undo({ steps: one.steps });
          expected.pile = expected.pile.slice(0, Math.max(1, expected.pile.length - one.steps));
        } else {
          const record = expected.records[one.record % Math.max(1, expected.records.length)];
          if (record === undefined) continue;
          await files.undo({ to: record.id });
          expected.pile = record.pile;
        }
        const isWrite = one.do === 'write' || one.do === 'delete';
        const hasChanged = JSON.stringify(state()) !== JSON.stringify(expected.pile.at(-1));
        if (isWrite && hasChanged) expected.pile = [...expected.pile, state()];
        expect(state()).toEqual(expected.pile.at(-1));
        const last = (await files.list()).at(-1);
        if (last !== undefined) expected.records.push({ id: last.id, pile: expected.pile });
      }
    }),
    { numRuns: runs(2) },
  );
});
