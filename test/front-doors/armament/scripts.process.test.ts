import { describe, expect, it } from 'vitest';
import { HooklineError } from '../../../src/entries/index.ts';
import { contexts, quietSystem } from '../../support/firing/hook-system.ts';
import { Scratch } from '../../support/scratch.ts';

const message = contexts['pre:message'];

describe('a script that is loaded', () => {
  it('runs programs that lie beside it, and can be removed', async () => {
    const folder = new Scratch();
    folder.write('check.sh', `echo '{"abort": true, "reason": "checked"}'`);
    const file = folder.write('hooks.arma', 'hook pre:message /run ./check.sh\n');
    const { system } = quietSystem({ timeout: 15_000 });
    const remove = await system.loadScript(file);
    expect(await system.execute('pre:message', message)).toMatchObject({ aborted: true, reason: 'checked' });
    expect(system.list()).toMatchObject([{ name: 'hooks.arma:1', source: file, priority: 50 }]);
    expect(remove()).toBe(true);
    expect(remove()).toBe(false);
    expect((await system.execute('pre:message', message)).aborted).toBe(false);
  });

  it('may be called as another one in another folder', () => {
    const { system } = quietSystem();
    for (const file of ['a/hooks.arma', 'b/hooks.arma', './a/hooks.arma'])
      system.registerScript('hook pre:message /notify hi', { file });
    expect(system.list().map(({ name, source }) => [name, source])).toEqual([
      ['b/hooks.arma:1', 'b/hooks.arma'],
      ['./a/hooks.arma:1', './a/hooks.arma'],
    ]);
  });

  it('says which file cannot be read', async () => {
    const { system } = quietSystem();
    await expect(system.loadScript('/no/such.arma')).rejects.toThrow('/no/such.arma cannot be read: ENOENT');
  });
});

describe('a script that is registered', () => {
  it('tells everything that is wrong in one error, with each line and a mark', () => {
    const { system } = quietSystem();
    const text =
      'hook pre:message /notify ok\n\thook pre:mesage /lgo x\nhook pre:message /log loud "a" # no\n';
    const register = () => system.registerScript(text, { file: 'rules/hooks.arma' });
    expect(register).toThrow(HooklineError);
    expect(register).toThrow(
      [
        'rules/hooks.arma:2:7: error: unknown point "pre:mesage", did you mean "pre:message"?',
        '  2 | \thook pre:mesage /lgo x',
        '    | \t     ^^^^^^^^^^',
        'rules/hooks.arma:2:18: error: unknown command "/lgo", did you mean "/log"?',
        '  2 | \thook pre:mesage /lgo x',
        '    | \t                ^^^^',
        'rules/hooks.arma:3:23: error: the level of /log is one of debug, info, warning, error, not "loud"',
        '  3 | hook pre:message /log loud "a" # no',
        '    |                       ^^^^',
      ].join('\n'),
    );
    expect(system.list()).toEqual([]);
  });

  it('logs what may be meant', () => {
    const { system, log } = quietSystem();
    system.registerScript('hook pre:message /notify $promt', { file: 'hooks.arma' });
    expect(log).toMatchObject([{ level: 'warning', point: 'pre:message', hook: 'hooks.arma:1' }]);
    expect(log[0]?.message).toContain('hooks.arma:1:26: warning: pre:message has no field "promt"');
    expect(system.list()).toHaveLength(1);
  });

  it('replaces what the same file registered before, and nothing else', async () => {
    const { system, notices } = quietSystem();
    system.registerScript('hook pre:message /notify other');
    system.registerScript('hook pre:message /notify one\nhook pre:message /notify two', {
      file: 'hooks.arma',
    });
    system.registerScript('hook pre:message /notify three', { file: 'hooks.arma' });
    await system.execute('pre:message', message);
    expect(notices.map((notice) => notice.message)).toEqual(['other', 'three']);
  });

  it('leaves what the same file registered before in place when it is wrong or does not fit', async () => {
    const { system, notices } = quietSystem({ maxHooksPerPoint: 2 });
    const line = 'hook pre:message /notify one\n';
    system.registerScript(line, { file: 'hooks.arma' });
    expect(() => system.registerScript('hook', { file: 'hooks.arma' })).toThrow('hooks.arma:1:1');
    expect(() => system.registerScript(line.repeat(3), { file: 'hooks.arma' })).toThrow('maxHooksPerPoint');
    await system.execute('pre:message', message);
    expect(notices.map((notice) => notice.message)).toEqual(['one']);
    expect(system.list()).toHaveLength(1);
  });

  it('has hooks with names: they can be switched off', async () => {
    const { system, notices } = quietSystem();
    system.registerScript('hook pre:message /notify hi', { file: 'hooks.arma' });
    system.disable('hooks.arma:1');
    await system.execute('pre:message', message);
    expect(notices).toEqual([]);
    expect(system.isEnabled('hooks.arma:1')).toBe(false);
  });

  it('follows the error behaviour of the system', async () => {
    const failing = `hook pre:message /run sh -c "exit 3"`;
    const lenient = quietSystem({ timeout: 15_000 });
    lenient.system.registerScript(failing);
    expect((await lenient.system.execute('pre:message', message)).aborted).toBe(false);
    expect(lenient.log).toHaveLength(1);
    const strict = quietSystem({ timeout: 15_000, errorBehavior: 'abort' });
    strict.system.registerScript(`${failing}\nhook post:message /run true`);
    expect((await strict.system.execute('pre:message', message)).aborted).toBe(true);
  });

  it('logs that its program is not there', () => {
    const { system, log } = quietSystem();
    system.registerScript('hook pre:message /run true\nhook pre:message /run ./no-such-check.sh', {
      file: 'hooks.arma',
      directory: '/',
    });
    expect(log.map((entry) => entry.message.split('\n')[0])).toEqual([
      'hooks.arma:2:23: warning: the command "./no-such-check.sh" was not found: /no-such-check.sh is not a file; until it is there, the hook fails [handler-missing]',
    ]);
  });

  it('aborts when its program cannot be run, whatever the error behaviour', async () => {
    const { system } = quietSystem({ errorBehavior: 'skip' });
    system.registerScript('hook pre:message /run ./no-such-check.sh');
    expect((await system.execute('pre:message', message)).aborted).toBe(true);
  });

  it('asks for its permissions anew every time', async () => {
    let granted = new Set<string>();
    const { system } = quietSystem({ permissions: () => granted });
    system.registerScript('hook pre:tool:shell /perms check shellExec');
    expect((await system.execute('pre:tool', contexts['pre:tool'])).aborted).toBe(true);
    granted = new Set(['shellExec']);
    expect((await system.execute('pre:tool', contexts['pre:tool'])).aborted).toBe(false);
  });
});
