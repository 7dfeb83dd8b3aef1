import { describe, expect, expectTypeOf, it } from 'vitest';
import { ask } from '../../src/entries/index.ts';
import { guardTools } from '../../src/entries/mastra.ts';
import { quietHooks } from '../support/hooks.ts';

class Tool {
  readonly id = 'weather';
  ran = 0;
  execute = async ({ city }: { city: string }, _context: object): Promise<string> => {
    this.ran += 1;
    return `sunny in ${city}`;
  };
  requireApproval: boolean | ((input: unknown) => boolean | Promise<boolean>) = false;
}

describe('guardTools', () => {
  it('keeps the types and the class of tools', () => {
    const tools = { weather: new Tool() };
    const guarded = guardTools(tools, quietHooks().hooks);
    expectTypeOf(guarded).toEqualTypeOf<typeof tools>();
    expect(guarded.weather).toBeInstanceOf(Tool);
  });

  it('judges a call once, although Mastra asks first whether it needs approval', async () => {
    const { hooks } = quietHooks();
    let count = 0;
    hooks.on('PreToolUse', { name: 'counts' }, () => {
      count += 1;
    });
    const { weather } = guardTools({ weather: new Tool() }, hooks);
    if (typeof weather.requireApproval !== 'function') throw new Error('it asks nobody');
    expect(await weather.requireApproval({ city: 'Bonn' })).toBe(false);
    expect(await weather.execute({ city: 'Bonn' }, { agent: { toolCallId: 'a' } })).toBe('sunny in Bonn');
    expect(count).toBe(1);
  });

  it('takes a question for answered only where an agent runs the call', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'asks', guard: true }, () => ask('sure?'));
    const { weather } = guardTools({ weather: new Tool() }, hooks);
    const input = { city: 'Bonn' };
    if (typeof weather.requireApproval !== 'function') throw new Error('it asks nobody');
    expect(await weather.requireApproval(input)).toBe(true);
    await expect(weather.execute(input, { workflow: {} })).rejects.toThrow(/there is no person to ask/);
    expect(await weather.execute(input, { agent: { toolCallId: 'a' } })).toBe('sunny in Bonn');
    await expect(weather.execute(input, { agent: { toolCallId: 'b' } })).rejects.toThrow(
      /there is no person to ask/,
    );
  });
});
