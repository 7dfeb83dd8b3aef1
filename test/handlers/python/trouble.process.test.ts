import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { HookOptions } from '../../../src/entries/index.ts';
import { python } from '../../../src/handlers/hook-functions.ts';
import type { PythonOptions } from '../../../src/handlers/python/python.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { eventually, isAlive, withEnoughTime } from '../../support/eventually.ts';
import { type Fired, fireOne } from '../../support/firing/fire.ts';
import { testProtocol } from '../../support/firing/protocol.ts';
import { Scratch } from '../../support/scratch.ts';

const directory = fileURLToPath(new URL('../../fixtures/python', import.meta.url));
const setting = { protocol: testProtocol, directory, env: { PYTHONDONTWRITEBYTECODE: '1' } };

function call(
  handler: string,
  file = '',
  options: HookOptions & { readonly signal?: AbortSignal } = {},
): Promise<Fired> {
  return fireOne(python(handler, setting), { file }, options);
}

async function failureOf(handler: string, options: Partial<PythonOptions> = {}) {
  const { outcome } = await fireOne(python(handler, { ...setting, ...options }));
  const [run] = outcome.runs;
  return { decision: outcome.decision, failure: run?.failure, error: run?.error };
}

// Started here, so that no timeout below includes the start of Python.
beforeEach(() => call('trouble.a_number'));
afterAll(endWorkers);

describe('a function that cannot be run is missing, which blocks the action', () => {
  it.each([
    ['nowhere.check', "ModuleNotFoundError: No module named 'nowhere'"],
    ['nowhere.inner.check', "ModuleNotFoundError: No module named 'nowhere'"],
    ['broken_import.check', "ModuleNotFoundError: No module named 'there_is_no_such_module'"],
    ['broken_syntax.check', expect.stringMatching(/^SyntaxError: .*broken_syntax\.py, line 1/)],
    ['broken_exit.check', 'SystemExit: 1'],
    ['trouble.chek', 'trouble has no function "chek"'],
    ['trouble.not_a_function', 'trouble.not_a_function is a dict, not a function'],
    ['trouble', '"trouble" is not the path of a function; write module.function'],
    ['trouble.', '"trouble." is not the path of a function; write module.function'],
  ])('%s', async (handler, error) => {
    expect(await failureOf(handler)).toEqual({ decision: 'deny', failure: 'missing', error });
  });

  it('when there is no such interpreter', async () => {
    expect(await failureOf('trouble.raises', { python: 'python-nine' })).toEqual({
      decision: 'deny',
      failure: 'missing',
      error:
        'the Python interpreter "python-nine" was not found in PATH; the option "python" can name another',
    });
    expect((await failureOf('trouble.raises', { python: './no/python' })).error).toContain(
      'test/fixtures/python/no/python does not exist',
    );
  });

  it('when the interpreter is no Python, or its folder is gone', async () => {
    const scratch = new Scratch();
    const fake = (name: string, text: string): string => {
      chmodSync(scratch.write(name, `#!/bin/sh\n${text}\n`), 0o755);
      return `${scratch.path}/${name}`;
    };
    const bad = await failureOf('a.b', { python: fake('bad', 'echo cannot start >&2; exit 3') });
    expect(bad).toMatchObject({
      failure: 'missing',
      error: expect.stringMatching(/3 before .*cannot start$/),
    });
    const wrong = await failureOf('a.b', { python: scratch.write('text', 'no program') });
    expect(wrong.failure).toBe('missing');
    const gone = await fireOne(python('a.b', { ...setting, directory: `${scratch.path}/gone` }));
    expect(gone.outcome.runs[0]?.error).toMatch(/the folder .*gone of the Python hook does not exist/);
  });
});

describe('a function that fails', () => {
  it.each([
    ['trouble.raises', 'threw', 'ValueError: this one is broken in two lines'],
    ['trouble.raises_later', 'threw', "KeyError: 'later'"],
    ['trouble.raises_hostile', 'threw', expect.stringContaining('Hostile')],
    ['trouble.recurses', 'threw', expect.stringContaining('RecursionError')],
    ['trouble.exits', 'exit', 'called sys.exit(3)'],
    ['trouble.exits_later', 'exit', "called sys.exit('enough')"],
    ['trouble.a_number', 'invalid', 'answered 42 instead of an object'],
  ])('%s: %s', async (handler, failure, error) => {
    expect(await failureOf(handler)).toEqual({ decision: null, failure, error });
  });

  it.each([
    ['trouble.a_thing', 'answered a value of type Pattern, which has no field of a reply'],
    ['trouble.a_result', 'answered a value of type Result, which has no field of a reply'],
    ['trouble.a_set', 'answered a value of type set, which has no field of a reply'],
    ['trouble.unreadable', 'answered a Unreadable whose decision cannot be read: RuntimeError: not now'],
  ])('%s: is unclear, which blocks the action', async (handler, error) => {
    expect(await failureOf(handler)).toEqual({ decision: 'deny', failure: 'unclear', error });
  });

  it('shows its traceback, without the frames of the worker', async () => {
    const { stderr } = await call('trouble.raises');
    expect(stderr).toMatch(
      /^Traceback \(most recent call last\):\n {2}File ".*trouble\.py", line \d+, in raises/,
    );
    expect(stderr).not.toContain('<hookline>');
  });

  it.each([
    ['trouble.not_json', 'its reply is not JSON: TypeError: a value of type object is not JSON'],
    ['trouble.not_a_number', expect.stringMatching(/^its reply is not JSON: ValueError: /)],
    ['trouble.cyclic', 'its reply is not JSON: ValueError: Circular reference detected'],
    ['trouble.huge', expect.stringMatching(/^answered 2000\d+ bytes; at most 1048576 are read$/)],
  ])('%s: is invalid, and what it denies still counts', async (handler, error) => {
    const { outcome } = await call(handler);
    expect(outcome).toMatchObject({
      decision: 'deny',
      reason: 'still read',
      runs: [{ failure: 'invalid', error }],
    });
  });

  it('may answer up to its own limit', async () => {
    expect((await call('trouble.big_but_allowed')).outcome.injections[0]?.content).toHaveLength(1_000_000);
    expect(await failureOf('trouble.big_but_allowed', { maxReplyBytes: 1000 })).toMatchObject({
      failure: 'invalid',
    });
  });
});

describe('a function that harms its worker', () => {
  it('may fork: the fork answers nothing', async () => {
    const { outcome, stdout } = await call('trouble.forks');
    expect(outcome).toMatchObject({ decision: null, injections: [{ content: 'from the worker' }] });
    expect(stdout).toBe('in the fork\n');
    expect((await call('trouble.forks')).outcome.injections).toHaveLength(1);
  });

  it.each(['trouble.closes_low', 'trouble.closes_output'])('%s: is not noticed', async (handler) => {
    expect((await call(handler)).outcome.injections).toHaveLength(1);
    expect((await call('trouble.big_but_allowed')).outcome.injections).toHaveLength(1);
  });

  it.each(['trouble.closes_all', 'trouble.overflows'])(
    '%s: fails, and the next call works',
    async (handler) => {
      expect(await failureOf(handler)).toMatchObject({
        failure: 'exit',
        error: expect.stringMatching(/^its worker was ended by SIG\w+, twice, while it ran$/),
      });
      expect((await call('trouble.big_but_allowed')).outcome.injections).toHaveLength(1);
    },
  );

  it('is run once more when its worker ends under it, and no more than that', async () => {
    const scratch = new Scratch();
    const file = `${scratch.path}/runs`;
    const { outcome } = await call('trouble.exits_at_once', file);
    expect(outcome.runs[0]).toMatchObject({
      failure: 'exit',
      error: 'its worker ended with exit code 7, twice, while it ran',
    });
    expect(scratch.lines('runs')).toEqual(['ran', 'ran']);
  });

  it('may succeed the second time', async () => {
    const scratch = new Scratch();
    const { outcome } = await call('trouble.exits_at_once_the_first_time', `${scratch.path}/runs`);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'the second time' });
  });

  it('takes none of the calls beside it along', async () => {
    const scratch = new Scratch();
    const innocents = [1, 2, 3].map((number) => call('trouble.waits_for_go', `${scratch.path}/${number}`));
    await eventually(() => [1, 2, 3].every((number) => scratch.lines(`${number}`).length === 1));
    const guilty = await call('trouble.exits_at_once', `${scratch.path}/guilty`);
    expect(guilty.outcome.runs[0]?.failure).toBe('exit');
    for (const number of [1, 2, 3]) scratch.write(`${number}.go`, '');
    for (const { outcome } of await Promise.all(innocents)) {
      expect(outcome.injections).toMatchObject([{ content: 'innocent' }]);
    }
  });

  it('takes nobody along in a crowd either', async () => {
    const handler = python('trouble.kills_now_and_then', setting);
    const numbers = Array.from({ length: 150 }, (_, number) => number);
    const fired = await Promise.all(numbers.map((number) => fireOne(handler, { number })));
    for (const [number, { outcome }] of fired.entries()) {
      if (number % 50 === 49) expect(outcome.runs[0]?.failure).toBe('exit');
      else expect(outcome.injections).toMatchObject([{ content: String(number) }]);
    }
  });

  it('cannot speak for others by writing on their wire', async () => {
    expect(await failureOf('trouble.writes_on_every_descriptor')).toMatchObject({ failure: 'exit' });
  });
});

describe('a timeout', () => {
  it.each(['trouble.hangs', 'trouble.spins', 'trouble.spins_in_c'])(
    '%s: ends the worker and what it started',
    async (handler) => {
      const scratch = new Scratch();
      const { outcome } = await withEnoughTime(
        (timeoutMs) => call(handler, `${scratch.path}/pids`, { timeoutMs }),
        () => scratch.lines('pids').length > 0,
        200,
      );
      expect(outcome.runs[0]).toMatchObject({
        failure: 'timeout',
        error: expect.stringMatching(/^did not answer within \d+ ms$/),
      });
      const pids = scratch.lines('pids').join(' ').split(' ').map(Number);
      expect(pids.length).toBeGreaterThan(0);
      await eventually(() => !pids.some(isAlive));
    },
  );

  it('ends a function that floods the host with output', async () => {
    const { outcome, stdout } = await withEnoughTime(
      (timeoutMs) => call('trouble.floods', '', { timeoutMs }),
      (fired) => fired.stdout !== '',
      200,
    );
    expect(outcome.runs[0]?.failure).toBe('timeout');
    expect(stdout.length).toBeGreaterThan(1000);
  });

  it('kills what does not end when it is asked to', async () => {
    const scratch = new Scratch();
    const { outcome } = await withEnoughTime(
      (timeoutMs) => call('trouble.ignores_the_signal', `${scratch.path}/pids`, { timeoutMs }),
      () => scratch.lines('pids').length > 0,
      200,
    );
    expect(outcome.runs[0]?.failure).toBe('timeout');
    const pids = scratch.lines('pids').map(Number);
    expect(pids).not.toEqual([]);
    await eventually(() => !pids.some(isAlive));
  });

  it('fails only the call that took too long; the others are run again', async () => {
    const scratch = new Scratch();
    const innocent = call('trouble.waits_for_go', `${scratch.path}/innocent`);
    await eventually(() => scratch.lines('innocent').length === 1);
    const guilty = await call('trouble.hangs', `${scratch.path}/guilty`, { timeoutMs: 500 });
    expect(guilty.outcome.runs[0]?.failure).toBe('timeout');
    scratch.write('innocent.go', '');
    expect((await innocent).outcome.injections).toMatchObject([{ content: 'innocent' }]);
    expect(scratch.lines('innocent')).toEqual(['innocent', 'innocent']);
  });

  it('shorter than the start of Python does not keep it from starting', async () => {
    const scratch = new Scratch();
    const slow = scratch.write('slow', '#!/bin/sh\necho $$ >> "$0.pids"\nsleep 1\nexec python3 "$@"\n');
    chmodSync(slow, 0o755);
    const handler = python('trouble.big_but_allowed', { ...setting, python: slow });
    const first = await fireOne(handler, {}, { timeoutMs: 50 });
    expect(first.outcome.runs[0]?.failure).toBe('timeout');
    expect((await fireOne(handler)).outcome.injections).toHaveLength(1);
    expect(scratch.lines('slow.pids')).toHaveLength(1);
  });

  it('and a cancelled firing end the worker alike', async () => {
    const scratch = new Scratch();
    const controller = new AbortController();
    const firing = call('trouble.hangs', `${scratch.path}/pids`, { signal: controller.signal });
    await eventually(() => /\d/.test(scratch.lines('pids').join('')));
    controller.abort();
    expect((await firing).outcome.runs[0]?.failure).toBe('cancelled');
    const pids = scratch.lines('pids').join(' ').split(' ').map(Number);
    await eventually(() => !pids.some(isAlive));
  });
});

describe('ending the workers', () => {
  it('leaves nobody behind, and a later call starts a new one', async () => {
    const scratch = new Scratch();
    const firing = call('trouble.hangs', `${scratch.path}/pids`);
    await eventually(() => /\d/.test(scratch.lines('pids').join('')));
    await endWorkers();
    expect((await firing).outcome.runs[0]?.failure).toBe('missing');
    const pids = scratch.lines('pids').join(' ').split(' ').map(Number);
    await eventually(() => !pids.some(isAlive));
    expect((await call('trouble.a_number')).outcome.runs[0]?.failure).toBe('invalid');
  });
});
