import { describe, expect, it } from 'vitest';
import { ask, deny, type FireOptions, modify } from '../../../src/entries/index.ts';
import { bash, quietHooks } from '../../support/hooks.ts';

type Excuses = NonNullable<FireOptions['excuses']>;

const passes: Excuses = { decision: () => 'a person allowed it' };

describe('an excuse', () => {
  it('lifts a deny and an ask, and says so', async () => {
    const { hooks, log } = quietHooks();
    hooks.on('PreToolUse', { name: 'no', guard: true }, () => deny('never'));
    hooks.on('PreToolUse', { name: 'hm' }, () => ask('sure?'));
    const { decision, runs } = await hooks.fire('PreToolUse', bash, { excuses: passes });
    expect(decision).toBeNull();
    expect(runs.flatMap(({ dropped }) => dropped.map(({ type, why }) => [type, why]))).toEqual([
      ['deny', 'a person allowed it'],
      ['ask', 'a person allowed it'],
    ]);
    expect(log.map(({ message }) => message)).toContain('deny was not obeyed: a person allowed it');
  });

  it('is asked with the reason, which is empty where the hook gave none', async () => {
    const { hooks } = quietHooks();
    const reasons: string[] = [];
    hooks.on('PreToolUse', { name: 'why' }, () => ask('sure?'));
    hooks.on('PreToolUse', { name: 'no' }, () => deny());
    const decision: NonNullable<Excuses['decision']> = (_hook, _effect, _subject, reason) => {
      reasons.push(reason);
      return null;
    };
    await hooks.fire('PreToolUse', bash, { excuses: { decision } });
    expect(reasons).toEqual(['sure?', '']);
  });

  it('lets the hooks behind run, and what they say counts', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'first', guard: true }, () => deny('no'));
    hooks.on('PreToolUse', { name: 'changes' }, () => modify({ command: 'pwd' }));
    hooks.on('PreToolUse', { name: 'second', guard: true }, () => deny('no'));
    const only: Excuses = { decision: (hook) => (hook === 'first' ? 'let pass' : null) };
    const outcome = await hooks.fire('PreToolUse', bash, { excuses: only });
    expect(outcome).toMatchObject({ decision: 'deny', decidedBy: 'second', value: { command: 'pwd' } });
  });

  it('is asked with what the hook judged, also the second time', async () => {
    const { hooks } = quietHooks();
    const judged: unknown[] = [];
    hooks.on('PreToolUse', { name: 'guard', guard: true }, () => deny('no'));
    hooks.on('PreToolUse', { name: 'changes' }, () => modify({ command: 'rm -rf /' }));
    const excuses: Excuses = {
      decision: (_, effect, subject) => {
        judged.push([effect, subject]);
        return judged.length === 1 ? 'let pass' : null;
      },
    };
    expect(await hooks.fire('PreToolUse', bash, { excuses })).toMatchObject({ decision: 'deny' });
    expect(judged).toEqual([
      ['deny', { command: 'ls' }],
      ['deny', { command: 'rm -rf /' }],
    ]);
  });

  it('lifts nothing of a hook that is final, and opens no rule of it', async () => {
    const { hooks } = quietHooks();
    const open: unknown[] = [];
    hooks.on('PreToolUse', { name: 'last', final: true }, (_, context) => {
      open.push(context.isOpen?.('git.push'));
      return deny('no');
    });
    const excuses: Excuses = { ...passes, rule: () => true };
    expect(await hooks.fire('PreToolUse', bash, { excuses })).toMatchObject({ decision: 'deny' });
    expect(open).toEqual([false]);
    expect(hooks.list()[0]).toMatchObject({ final: true });
  });

  it('lifts no failure, nor what a reply that failed holds back', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { name: 'broken', guard: true }, () => {
      throw new Error('bug');
    });
    expect(await hooks.fire('PreToolUse', bash, { excuses: passes })).toMatchObject({ decision: 'deny' });
    const half = quietHooks().hooks;
    half.on('PreToolUse', { name: 'half', guard: true }, () => [deny('no'), { type: 'nonsense' }] as never);
    expect(await half.fire('PreToolUse', bash, { excuses: passes })).toMatchObject({ decision: 'deny' });
  });

  it('that breaks is none', async () => {
    const { hooks } = quietHooks();
    const open: unknown[] = [];
    const broken = (): never => {
      throw new Error('bug');
    };
    hooks.on('PreToolUse', (_, context) => {
      open.push(context.isOpen?.('git.push'));
      return deny('no');
    });
    const excuses: Excuses = { decision: broken, rule: broken };
    expect(await hooks.fire('PreToolUse', bash, { excuses })).toMatchObject({ decision: 'deny' });
    expect(open).toEqual([false]);
  });

  it('opens one rule of one hook', async () => {
    const { hooks } = quietHooks();
    const open: unknown[] = [];
    for (const name of ['one', 'other'])
      hooks.on('PreToolUse', { name }, (_, context) => {
        open.push([name, context.isOpen?.('git.push'), context.isOpen?.('git.reset')]);
      });
    await hooks.fire('PreToolUse', bash, {
      excuses: { rule: (hook, rule) => hook === 'one' && rule === 'git.push' },
    });
    await hooks.fire('PreToolUse', bash);
    expect(open).toEqual([
      ['one', true, false],
      ['other', false, false],
      ['one', false, false],
      ['other', false, false],
    ]);
  });

  it('lifts only what decides', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', () => modify({ command: 'pwd' }));
    expect(await hooks.fire('PreToolUse', bash, { excuses: passes })).toMatchObject({ modified: true });
  });
});

it('refuses a final hook that decides nothing', () => {
  const { hooks } = quietHooks();
  expect(() => hooks.on('PreToolUse', { name: 'w', final: true, mode: 'observe' }, () => {})).toThrow(
    'the hook "w" at PreToolUse cannot be final in the mode observe, which decides nothing',
  );
  hooks.on('PreToolUse', { name: 'e', final: true, mode: 'enforce' }, () => {});
});
