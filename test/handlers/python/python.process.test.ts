import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlerKind } from '../../../src/handlers/handler.ts';
import { python } from '../../../src/handlers/hook-functions.ts';
import type { PythonOptions } from '../../../src/handlers/python/python.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { eventually } from '../../support/eventually.ts';
import { type Fired, fireOne } from '../../support/firing/fire.ts';
import { testProtocol } from '../../support/firing/protocol.ts';
import { folderWith } from '../../support/folder-with.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

const directory = fileURLToPath(new URL('../../fixtures/python', import.meta.url));
const setting = { protocol: testProtocol, directory, env: { PYTHONDONTWRITEBYTECODE: '1' } };

function call(
  handler: string,
  command: unknown = 'ls',
  options: Partial<PythonOptions> = {},
): Promise<Fired> {
  const env = { ...setting.env, ...options.env };
  return fireOne(python(handler, { ...setting, ...options, env }), { command });
}

let resources: readonly string[] = [];
beforeAll(() => {
  resources = pipes();
});
afterAll(async () => {
  await endWorkers();
  await eventually(() => pipes().length === resources.length);
});

function pipes(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /Pipe|Process/.test(name));
}

describe('a function in Python', () => {
  it('gets the event as the protocol encodes it, by key and by attribute', async () => {
    const { outcome } = await call('rules.check', 'rm -rf /');
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'no rm -rf / with PreToolUse' });
  });

  it('may return nothing', async () => {
    expect((await call('rules.check')).outcome).toMatchObject({
      decision: null,
      runs: [{ status: 'ok', effects: [] }],
    });
  });

  it('may change the input and add context', async () => {
    expect((await call('rules.rewrite')).outcome).toMatchObject({
      value: { command: 'ls -l' },
      injections: [{ content: 'rewritten' }],
    });
  });

  it.each([
    ['rules.later', 'later'],
    ['rules.sync_that_awaits', 'later'],
    ['rules.verdict', 'a dataclass'],
    ['rules.slots', 'slots'],
    ['rules.mapping', 'a mapping'],
    ['rules.mapping_proxy', 'a proxy'],
    ['rules.named', 'a named tuple'],
    ['rules.properties', 'properties'],
    ['rules.Methods.check', 'a method'],
    ['package.inner.check', 'package.inner'],
  ])('%s denies', async (handler, reason) => {
    expect((await call(handler)).outcome).toMatchObject({ decision: 'deny', reason });
  });

  it('may leave all fields of an object empty, and have a mapping inside of a reply', async () => {
    expect((await call('rules.undecided')).outcome.runs).toMatchObject([{ status: 'ok', effects: [] }]);
    expect((await call('rules.inner_mapping')).outcome.value).toEqual({ command: 'inner' });
  });

  it('may import HookResult to ask or to allow', async () => {
    expect((await call('rules.asked')).outcome).toMatchObject({ decision: 'ask', reason: 'sure?' });
    expect((await call('rules.allowed')).outcome.runs).toMatchObject([{ status: 'ok' }]);
  });

  it.each([
    ['hookline', 'ask', null],
    ['massgen', 'ask', null],
    ['claude-code', 'deny', 'unclear'],
    ['agent-sdk', 'deny', 'unclear'],
    ['armament', 'deny', 'unclear'],
  ] as const)(
    'may answer a HookResult where its words are at home: %s',
    async (protocol, decision, failure) => {
      const { outcome } = await fireOne(python('rules.asked', { ...setting, protocol }));
      expect(outcome).toMatchObject({ decision, runs: [{ failure }] });
    },
  );

  it('keeps its module between calls', async () => {
    await call('rules.count');
    expect((await call('rules.count')).outcome.injections[0]?.content).toBe('2');
  });

  it('may start threads, and gets any text there and back', async () => {
    expect((await call('rules.threads')).outcome.injections).toMatchObject([{ content: '1 1' }]);
    const text = (await call('rules.unicode', 'é\u2028\u{1f600}')).outcome.injections[0]?.content;
    expect(text).toBe('é\u2028\u{1f600} ☂ \ud800');
  });

  it('gets events of several megabytes', async () => {
    const command = 'x'.repeat(5_000_000);
    const { outcome } = await call('rules.echo', command, { maxReplyBytes: 10_000_000 });
    expect(outcome.value).toEqual({ command });
  });

  it('answers a second time when it postpones', async () => {
    expect((await call('rules.two_phases')).outcome).toMatchObject({
      decision: 'deny',
      reason: 'phase 2 of hook at PreToolUse',
    });
  });

  it('may work in the background', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { mode: 'background' }, python('rules.rewrite', setting));
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ runs: [] });
    await hooks.drain();
    const next = await hooks.fire('Stop', { stop_hook_active: false });
    expect(next.injections).toMatchObject([{ content: 'rewritten' }]);
    await hooks.drain();
  });

  it('runs beside other calls of the same worker', async () => {
    const fired = await Promise.all(Array.from({ length: 20 }, () => call('rules.meet', '20')));
    expect(fired.every(({ outcome }) => outcome.injections[0]?.content === 'met')).toBe(true);
  });
});

describe('what it prints', () => {
  it.each(['rules.noisy', 'rules.noisy_later'])('%s: is the progress of its own call', async (handler) => {
    const names = ['a', 'b', 'c', 'd'];
    const fired = await Promise.all(names.map((name) => call(handler, name)));
    for (const [index, name] of names.entries()) {
      const lines = [0, 1, 2, 3, 4].map((number) => `${name} ${number}\n`).join('');
      const last = handler === 'rules.noisy' ? '' : `${name} bytes`;
      expect(fired[index]?.stdout).toBe(lines + last);
      if (last === '') expect(fired[index]?.stderr).toBe(`${name} done`);
    }
  });

  it('includes what its own children print', async () => {
    expect(await call('rules.noisy_child')).toMatchObject({
      stdout: 'from a child\n',
      stderr: 'to stderr\n',
    });
  });

  it('is never taken for an answer', async () => {
    const { outcome, stdout } = await call('rules.looks_like_a_wire');
    expect(outcome.decision).toBeNull();
    expect(stdout.match(/deny/g)).toHaveLength(2);
  });
});

describe('its surroundings', () => {
  it('are a small environment, plus what is set and what is passed on', async () => {
    process.env['HOOKLINE_TEST_SECRET'] = 'secret';
    process.env['HOOKLINE_TEST_PASSED'] = 'passed';
    process.env['PYTHONPATH'] = '/nowhere';
    try {
      const { outcome } = await call('rules.environment', 'ls', {
        env: { ADDED: '1' },
        passEnv: ['HOOKLINE_TEST_PASSED'],
      });
      const names = outcome.injections[0]?.content.split(' ') ?? [];
      expect(names).toEqual(expect.arrayContaining(['ADDED', 'HOOKLINE_TEST_PASSED', 'PATH']));
      expect(names).not.toContain('HOOKLINE_TEST_SECRET');
      expect(names).not.toContain('PYTHONPATH');
    } finally {
      for (const name of ['HOOKLINE_TEST_SECRET', 'HOOKLINE_TEST_PASSED', 'PYTHONPATH'])
        delete process.env[name];
    }
  });

  it('are the whole environment where the protocol says so', async () => {
    process.env['HOOKLINE_TEST_WHOLE'] = 'yes';
    const protocol = { ...testProtocol, inheritsEnvironment: true };
    const { outcome } = await fireOne(python('rules.environment', { ...setting, protocol }));
    delete process.env['HOOKLINE_TEST_WHOLE'];
    expect(outcome.injections[0]?.content).toContain('HOOKLINE_TEST_WHOLE');
  });

  it('are the folder of the file that names it, first in the path', async () => {
    const { outcome } = await call('rules.place');
    expect(outcome.injections[0]?.content).toMatch(`${directory} ${directory} `);
  });

  it('may have further folders in the path, relative to that one', async () => {
    expect((await call('inner.check', 'ls', { pythonPath: ['package'] })).outcome.reason).toBe('inner');
  });

  it('may have modules with the names of Python’s own', async () => {
    const place = folderWith({
      'selectors.py': 'raise SystemExit("not Python’s own")\n',
      'json/__init__.py': 'raise SystemExit("not Python’s own")\n',
      'late.py': 'async def check(event):\n    return {"decision": "deny", "reason": "late"}\n',
    });
    const { outcome } = await fireOne(python('late.check', { ...setting, directory: place }));
    expect(outcome.reason).toBe('late');
  });

  it('are one process for one interpreter, path and environment', async () => {
    const pids = await Promise.all([call('rules.place'), call('rules.place')]);
    const other = await call('rules.place', 'ls', { env: { OTHER: '1' } });
    const [first, second, third] = [...pids, other].map(({ outcome }) => outcome.injections[0]?.content);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });
});

describe('with watch', () => {
  it('an edited module is loaded again, also within the same second and size', async () => {
    const scratch = new Scratch();
    const say = (word: string) => `def check(event):\n    return {"decision": "deny", "reason": "${word}"}\n`;
    const handler = python('edited.check', { ...setting, directory: scratch.path, watch: true });
    const other = python('edited.other', { ...setting, directory: scratch.path, watch: true });
    scratch.write('edited.py', `${say('one')}other = check\n`);
    expect((await fireOne(handler)).outcome.reason).toBe('one');
    expect((await fireOne(other)).outcome.reason).toBe('one');
    for (const word of ['two', 'six', 'ten']) {
      scratch.write('edited.py', say(word));
      expect((await fireOne(handler)).outcome.reason).toBe(word);
    }
    expect((await fireOne(other)).outcome.runs[0]).toMatchObject({
      failure: 'missing',
      error: 'edited has no function "other"',
    });
    scratch.write('edited.py', 'def check(event:\n');
    expect((await fireOne(handler)).outcome).toMatchObject({
      decision: 'deny',
      runs: [{ failure: 'missing', error: expect.stringMatching(/^SyntaxError: .*edited\.py, line 1/) }],
    });
    scratch.write('edited.py', say('mended'));
    expect((await fireOne(handler)).outcome.reason).toBe('mended');
  });
});

describe('the table of handlers', () => {
  it('knows it by its type', async () => {
    const handler = handlerKind('python').create({ handler: 'rules.check', env: setting.env }, setting);
    expect((await fireOne(handler, { command: 'rm x' })).outcome.decision).toBe('deny');
  });

  it('refuses options that it does not have, or that are of the wrong kind', () => {
    expect(() => python('a.b', { ...setting, wach: true } as never)).toThrow(
      'a python handler has no option "wach", did you mean "watch"?',
    );
    expect(() => python('a.b', { ...setting, maxReplyBytes: 0 })).toThrow(
      'a python handler takes a whole number above 0 as its maxReplyBytes',
    );
    expect(() => python('a.b', { ...setting, env: { A: 1 } } as never)).toThrow('names with text values');
  });
});
