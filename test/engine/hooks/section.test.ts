import { describe, expect, it } from 'vitest';
import { deny } from '../../../src/entries/index.ts';
import { bash, quietHooks } from '../../support/hooks.ts';

describe('a section', () => {
  it('keeps its place in the order when it is emptied and filled again', async () => {
    const { hooks } = quietHooks();
    const ran: string[] = [];
    const note = (name: string) => () => {
      ran.push(name);
      return undefined;
    };
    hooks.on('PreToolUse', note('before'));
    const section = hooks.section();
    section.on('PreToolUse', note('old'));
    hooks.on('PreToolUse', note('after'));
    section.clear();
    section.on('PreToolUse', note('first'));
    section.group({ parallel: true }).on('PreToolUse', note('second'));
    await hooks.fire('PreToolUse', bash);
    expect(ran).toEqual(['before', 'first', 'second', 'after']);
  });

  it('takes its scopes with it, overrides included', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'global' }, () => undefined);
    const section = hooks.section();
    const scope = section.scope('agent', { override: ['PreToolUse'] });
    scope.on('PreToolUse', { name: 'own' }, () => undefined);
    section.scope('other');
    const names = async (): Promise<string[]> =>
      (await hooks.fire('PreToolUse', bash, { agent: 'agent' })).runs.map((run) => run.hook);
    expect(await names()).toEqual(['own']);
    section.clear();
    expect(await names()).toEqual(['global']);
  });

  it('removes its guards when it is cleared, which nothing else does', async () => {
    const { hooks } = quietHooks();
    const section = hooks.section();
    section.on('PreToolUse', { name: 'guard', guard: true }, () => deny('no'));
    expect(() => hooks.off('guard')).toThrow('only its own unregister function removes it');
    section.clear();
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe(null);
  });

  it('gives back its own unregister functions', async () => {
    const { hooks } = quietHooks();
    const section = hooks.section();
    const unregister = section.on('PreToolUse', () => deny('no'));
    expect(unregister()).toBe(true);
    expect(unregister()).toBe(false);
    section.clear();
    expect(hooks.list()).toEqual([]);
  });
});

describe('a hook that is registered switched off', () => {
  it('runs once it is enabled', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'later', enabled: false }, () => deny('no'));
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe(null);
    hooks.enable('later');
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
  });

  it('cannot be a guard', () => {
    const { hooks } = quietHooks();
    expect(() => hooks.on('PreToolUse', { guard: true, enabled: false }, () => undefined)).toThrow(
      'is a guard, which cannot be switched off',
    );
  });
});
