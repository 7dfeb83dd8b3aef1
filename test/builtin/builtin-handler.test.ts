import { describe, expect, it } from 'vitest';
import { type BuiltinInstances, builtinHandler } from '../../src/builtin/builtin-handler.ts';
import { builtins, findBuiltin } from '../../src/builtin/builtin-table.ts';
import { handlerKind } from '../../src/handlers/handler.ts';
import { findProtocol } from '../../src/protocols/protocols.ts';
import { bash, bashResult, quietHooks } from '../support/hooks.ts';
import { Scratch } from '../support/scratch.ts';

const protocol = findProtocol('hookline');

describe('type: builtin', () => {
  it('is a kind of handler like any other', async () => {
    const scratch = new Scratch();
    scratch.write('news.txt', 'hello');
    const handler = handlerKind('builtin').create(
      { handler: 'mid-stream-injection', options: { file: 'news.txt' } },
      { protocol, directory: scratch.path },
    );
    const { hooks } = quietHooks();
    hooks.on('PostToolUse', handler);
    expect((await hooks.fire('PostToolUse', bashResult)).injections[0]?.content).toBe('hello');
  });

  it('needs the name of a hook', () => {
    const make = (options: never) => () => builtinHandler.create(options, { protocol, directory: '/' });
    expect(make({} as never)).toThrow('takes the name of a hook as its handler, not undefined');
    expect(make({ handler: 'audit-logs' } as never)).toThrow('did you mean "audit-log"?');
    expect(make({ handler: 'audit-log' } as never)).toThrow('the options of "audit-log": "file" is needed');
  });

  it('shares one hook among equal registrations of a configuration only', () => {
    const make = (instances?: BuiltinInstances) =>
      builtinHandler.create(
        { handler: 'round-time-limit', options: { limit: 60 }, ...(instances && { instances }) },
        { protocol, directory: '/' },
      );
    const instances: BuiltinInstances = new Map();
    expect(make(instances)).toBe(make(instances));
    expect(make(new Map())).not.toBe(make(new Map()));
    expect(make()).not.toBe(make());
  });
});

describe('every hook that ships', () => {
  it('is found by its name, and by no other', () => {
    for (const [name, row] of builtins) expect(findBuiltin(name)).toBe(row);
    for (const name of ['', 'toString', '__proto__', 'Audit-Log']) {
      expect(() => findBuiltin(name)).toThrow(expect.objectContaining({ code: 'builtin-unknown' }));
    }
  });

  it('refuses an option that it does not have', () => {
    for (const row of builtins.values()) expect(row.options().safeParse({ unheard: 1 }).success).toBe(false);
  });

  it('guards at PreToolUse where it is told to', async () => {
    const { hooks } = quietHooks();
    const { path } = new Scratch();
    const make = () =>
      findBuiltin('path-permissions').create(findBuiltin('path-permissions').options().parse({}), {
        directory: path,
      });
    hooks.on('PreToolUse', { guard: true }, make());
    expect(
      (
        await hooks.fire('PreToolUse', {
          ...bash,
          tool_name: 'Read',
          tool_input: { file_path: '/etc/passwd' },
        })
      ).decision,
    ).toBe('deny');
  });
});
