import { describe, expect, it } from 'vitest';
import { allCards } from '../../../src/shell/programs/cards.ts';
import { shownActions } from './show-actions.ts';

const cards = allCards();
const examples = cards.flatMap(({ names: [name = ''], examples: own }) =>
  own.map((example) => ({ name, example })),
);

describe('examples of cards', () => {
  it.each(examples)('$example', ({ example }) => {
    const [line = '', does = ''] = example.split(' → ');
    const expected = does === 'nothing' ? [] : does.split(', ');
    expect([...shownActions(line)].sort()).toEqual([...expected].sort());
  });

  it('are on every card', () => {
    expect(cards.filter((card) => card.examples.length === 0).map(({ names }) => names[0])).toEqual([]);
  });

  it('describe at least 400 programs', () => {
    const programs = new Set(cards.flatMap(({ names }) => names.filter((name) => !name.includes(' '))));
    expect(programs.size).toBeGreaterThanOrEqual(400);
  });
});
