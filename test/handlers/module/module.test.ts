import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { HookOptions } from '../../../src/entries/index.ts';
import { handlerKind } from '../../../src/handlers/handler.ts';
import { jsModule } from '../../../src/handlers/hook-functions.ts';
import type { ModuleOptions } from '../../../src/handlers/module/module.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { eventually } from '../../support/eventually.ts';
import { type Fired, fireOne } from '../../support/firing/fire.ts';
import { testProtocol } from '../../support/firing/protocol.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

const directory = fileURLToPath(new URL('../../fixtures/modules', import.meta.url));
const setting = { protocol: testProtocol, directory };

afterAll(async () => {
  await endWorkers();
  await eventually(() => !process.getActiveResourcesInfo().includes('Worker'));
});

describe.each([
  ['a module in the host', {}],
  ['a module in a thread', { isolate: true }],
] as const)('%s', (_name, mode: Partial<ModuleOptions>) => {
  const call = (handler: string, command: unknown = 'ls', options: HookOptions = {}): Promise<Fired> =>
    fireOne(jsModule(handler, { ...setting, ...mode }), { command }, options);

  async function failureOf(handler: string) {
    const { outcome } = await call(handler);
    const [run] = outcome.runs;
    return { decision: outcome.decision, failure: run?.failure, error: run?.error };
  }

  it('gets the event as the protocol encodes it, and may return nothing', async () => {
    expect((await call('./rules.mjs', 'rm x')).outcome).toMatchObject({
      decision: 'deny',
      reason: 'PreToolUse',
    });
    expect((await call('./rules.mjs')).outcome).toMatchObject({ decision: null, runs: [{ status: 'ok' }] });
  });

  it.each([
    ['./rules.mjs#later', 'later'],
    ['rules.mjs#later', 'later'],
    [`${directory}/rules.mjs#later`, 'later'],
    ['./rules.mjs#effects', 'by an effect'],
    ['./rules.mjs#twoPhases', 'phase 2 of hook'],
    ['./common.cjs#named', 'named'],
    ['./common-whole.cjs', 'whole'],
    ['./common-transpiled.cjs', 'transpiled'],
  ])('%s denies', async (handler, reason) => {
    expect((await call(handler)).outcome).toMatchObject({ decision: 'deny', reason });
  });

  it('is told where it runs', async () => {
    const { outcome } = await call('./rules.mjs#describe');
    expect(outcome.injections[0]?.content).toBe('PreToolUse hook null 1 true');
  });

  it('is imported once', async () => {
    const handler = jsModule('./rules.mjs#count', { ...setting, ...mode });
    const first = Number((await fireOne(handler)).outcome.injections[0]?.content);
    expect((await fireOne(handler)).outcome.injections[0]?.content).toBe(String(first + 1));
  });

  it.each([
    ['./nowhere.mjs', /nowhere\.mjs does not exist$/],
    ['./rules.mjs#nothing', /rules\.mjs has no export "nothing"; it takes a function$/],
    ['./rules.mjs#toString', /rules\.mjs has no export "toString"; it takes a function$/],
    ['./trouble.mjs', /trouble\.mjs has no default export; it takes a function$/],
    [
      './trouble.mjs#notAFunction',
      /as its export "notAFunction" a value of type object; it takes a function$/,
    ],
  ])('%s is missing, which blocks the action', async (handler, error) => {
    expect(await failureOf(handler)).toMatchObject({
      decision: 'deny',
      failure: 'missing',
      error: expect.stringMatching(error),
    });
  });

  it.each([
    ["import 'there-is-no-such-package';", /cannot be imported: .*there-is-no-such-package/],
    ['export default () => {', /broken\.mjs cannot be imported: /],
    ["throw new Error('not today');", /broken\.mjs cannot be imported: not today$/],
  ])('a file that says %s is missing', async (text, error) => {
    expect(await failureOf(new Scratch().write('broken.mjs', text))).toMatchObject({
      decision: 'deny',
      failure: 'missing',
      error: expect.stringMatching(error),
    });
  });

  it.each([
    ['./trouble.mjs#throws', 'threw', 'this one is broken'],
    ['./trouble.mjs#rejects', 'threw', 'only text'],
    ['./trouble.mjs#number', 'invalid', 'answered 42 instead of an object'],
    ['./trouble.mjs#hangs', 'timeout', 'did not answer within 300 ms'],
  ])('%s fails: %s', async (handler, failure, error) => {
    const { outcome } = await call(handler, 'ls', failure === 'timeout' ? { timeoutMs: 300 } : {});
    expect(outcome).toMatchObject({ decision: null, runs: [{ failure, error }] });
  });

  it('blocks when its effect has no known type', async () => {
    expect(await failureOf('./rules.mjs#typo')).toMatchObject({ decision: 'deny', failure: 'unclear' });
  });

  it.each([
    ['./trouble.mjs#instance', 'an object of class Verdict'],
    ['./trouble.mjs#instances', 'a list with an object of class Verdict'],
    ['./trouble.mjs#map', 'an object of class Map'],
    ['./trouble.mjs#inherits', 'an object that inherits from another'],
    ['./trouble.mjs#aFunction', 'a function'],
    ['./trouble.mjs#unseen', 'something that cannot be looked at'],
  ])('%s blocks, since it is not plain data', async (handler, what) => {
    expect(await failureOf(handler)).toEqual({
      decision: 'deny',
      failure: 'unclear',
      error: `answered ${what} instead of a plain object, so what it decides cannot be read`,
    });
  });

  it.each([
    ['./trouble.mjs#noPrototype', 'bare', 'ok'],
    ['./trouble.mjs#otherRealm', 'elsewhere', 'ok'],
    ['./trouble.mjs#typedDenial', 'typed', 'ok'],
    ['./trouble.mjs#twoMinds', 'of two minds', 'failed'],
    ['./trouble.mjs#fields', 'still read', 'failed'],
    ['./trouble.mjs#fieldsThatCannotTravel', 'still read', 'failed'],
  ])('%s denies, also where failures let the action go ahead', async (handler, reason, status) => {
    const { outcome } = await call(handler, 'ls', { onFailure: 'open' });
    expect(outcome).toMatchObject({ decision: 'deny', reason, runs: [{ status }] });
  });

  it('may work in the background', async () => {
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', { mode: 'background' }, jsModule('./rules.mjs#count', { ...setting, ...mode }));
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ runs: [] });
    await hooks.drain();
    expect((await hooks.fire('Stop', { stop_hook_active: false })).injections).toHaveLength(1);
  });

  it('is TypeScript where Node can run it, else missing with a word about which Node can', async () => {
    const { outcome } = await call('./typed.ts');
    if ((process.features as { typescript?: unknown }).typescript) expect(outcome.reason).toBe('typed');
    else
      expect(outcome.runs[0]?.error).toMatch(
        /is TypeScript, which Node 2.* cannot run; 22\.18, 23\.6 or later/,
      );
  });

  it('with watch, is imported again when it was edited', async () => {
    const scratch = new Scratch();
    for (const [name, head] of [
      ['edited.mjs', 'export default'],
      ['edited.cjs', 'module.exports ='],
    ] as const) {
      const handler = jsModule(name, { ...setting, ...mode, directory: scratch.path, watch: true });
      for (const word of ['one', 'two', 'six']) {
        scratch.write(name, `${head} () => ({ decision: 'deny', reason: '${word}' });\n`);
        expect((await fireOne(handler)).outcome.reason).toBe(word);
      }
      scratch.write(name, 'no module {');
      expect((await fireOne(handler)).outcome.runs[0]?.failure).toBe('missing');
      scratch.write(name, `${head} () => ({ decision: 'deny', reason: 'mended' });\n`);
      expect((await fireOne(handler)).outcome.reason).toBe('mended');
    }
  });
});

describe('a thread', () => {
  const call = (handler: string, file = '', options: HookOptions = {}): Promise<Fired> =>
    fireOne(jsModule(handler, { ...setting, isolate: true }), { file }, options);

  it('is ended by a timeout, also while the function spins', async () => {
    const handler = jsModule('./trouble.mjs#spins', { ...setting, isolate: true });
    const { outcome } = await fireOne(handler, {}, { timeoutMs: 500 });
    expect(outcome.runs[0]).toMatchObject({ failure: 'timeout' });
    expect((await fireOne(handler, {}, { timeoutMs: 500 })).outcome.runs[0]?.failure).toBe('timeout');
  });

  it('runs calls beside each other', async () => {
    const handler = jsModule('./rules.mjs#meet', { ...setting, isolate: true });
    const fired = await Promise.all(Array.from({ length: 20 }, () => fireOne(handler, { command: '20' })));
    expect(fired.every(({ outcome }) => outcome.injections[0]?.content === 'met')).toBe(true);
  });

  it('passes on what is printed, by the call that printed it', async () => {
    const handler = jsModule('./rules.mjs#noisy', { ...setting, isolate: true });
    const fired = await Promise.all(['a', 'b'].map((command) => fireOne(handler, { command })));
    expect(fired.map(({ stdout, stderr }) => stdout + stderr)).toEqual([
      'a 0\na 1\na 2\na done\n',
      'b 0\nb 1\nb 2\nb done\n',
    ]);
  });

  it.each([
    [
      './trouble.mjs#exits',
      /^its worker ended with exit code 3 \(process\.exit\? a module answers by what it returns\), twice, while it ran$/,
    ],
    // Not the process, which has other calls.
    ['./trouble.mjs#kills', /^its worker ended with exit code 1 .*, twice, while it ran$/],
    ['./trouble.mjs#rejectsUnheard', /^its worker ended with nobody listens, twice, while it ran$/],
  ])('that ends under its call runs it once more: %s', async (handler, error) => {
    const scratch = new Scratch();
    const { outcome } = await call(handler, `${scratch.path}/runs`);
    expect(outcome.runs[0]).toMatchObject({ failure: 'exit', error: expect.stringMatching(error) });
    if (handler.endsWith('exits')) expect(scratch.lines('runs')).toEqual(['ran', 'ran']);
  });

  it('has a limit on its memory', async () => {
    const handler = jsModule('./trouble.mjs#eats', { ...setting, isolate: true, memoryMb: 20 });
    const { outcome } = await fireOne(handler);
    expect(outcome.runs[0]).toMatchObject({
      failure: 'exit',
      error: expect.stringContaining('memory limit'),
    });
  });

  it('that is ended takes no innocent call along', async () => {
    const scratch = new Scratch();
    const scripts = scratch.write(
      'both.mjs',
      `import * as trouble from ${JSON.stringify(`${directory}/trouble.mjs`)};
       export default (event) => trouble[event.tool_input.name](event);`,
    );
    const handler = jsModule(scripts, { ...setting, isolate: true });
    const run = (name: string, file: string, timeoutMs = 60_000) =>
      fireOne(handler, { name, file: `${scratch.path}/${file}` }, { timeoutMs });
    for (const [guilty, timeoutMs, failure] of [
      ['spins', 300, 'timeout'],
      ['exits', 60_000, 'exit'],
    ] as const) {
      const beside = `beside-${guilty}`;
      const innocents = [run('waitsForGo', beside), run('waitsForGo', beside)];
      await eventually(() => scratch.lines(beside).length === 2);
      expect((await run(guilty, guilty, timeoutMs)).outcome.runs[0]?.failure).toBe(failure);
      scratch.write(`${beside}.go`, '');
      for (const { outcome } of await Promise.all(innocents))
        expect(outcome.injections).toMatchObject([{ content: 'innocent' }]);
      // Their thread ended under them, so they ran again.
      expect(scratch.lines(beside).length).toBeGreaterThan(2);
    }
  });

  it.each(['./trouble.mjs#cannotTravel', './trouble.mjs#effectsCannotTravel'])(
    '%s: what cannot leave it is invalid, and what it denies still counts',
    async (handler) => {
      expect((await call(handler)).outcome).toMatchObject({
        decision: 'deny',
        reason: 'still read',
        runs: [{ failure: 'invalid', error: expect.stringMatching(/^its reply cannot leave the thread: /) }],
      });
    },
  );
});

describe('the table of handlers', () => {
  it('knows it by its type', async () => {
    const handler = handlerKind('module').create({ handler: './rules.mjs' }, setting);
    expect((await fireOne(handler, { command: 'rm x' })).outcome.decision).toBe('deny');
  });

  it('refuses options that it does not have', () => {
    expect(() => jsModule('./a.js', { ...setting, isolated: true } as never)).toThrow(
      'did you mean "isolate"',
    );
  });
});
