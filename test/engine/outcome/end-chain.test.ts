import { describe, expect, it } from 'vitest';
import { endChain } from '../../../src/engine/outcome/effects.ts';
import { halt } from '../../../src/entries/index.ts';
import { bash, quietHooks } from '../../support/hooks.ts';

describe('an effect that only ends the chain', () => {
  it('keeps later hooks from running, guards excepted, and stops nothing else', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    hooks.on('PreToolUse', { name: 'ends' }, () => endChain('enough'));
    hooks.on('PreToolUse', { name: 'later' }, () => void ran.push('later'));
    hooks.on('PreToolUse', { name: 'guard', guard: true }, () => void ran.push('guard'));
    const outcome = await hooks.fire('PreToolUse', bash);
    expect(ran).toEqual(['guard']);
    expect(outcome).toMatchObject({ decision: null, halted: false, haltReason: null });
  });

  it('does not take back a halt, and needs no reason', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => [endChain(), halt('stop')]);
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ halted: true, haltReason: 'stop' });
  });
});
