import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { http, jsModule, python } from '../../../src/handlers/hook-functions.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { fireOne } from '../../support/firing/fire.ts';
import { testProtocol } from '../../support/firing/protocol.ts';
import { compiled } from '../../support/processes/compiled.ts';
import { Scratch } from '../../support/scratch.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

describe('a host without descriptors to spare', () => {
  it.each([
    ['python', 'trouble.a_number', 'python', /^deny failed missing: \S*python3 cannot be run: .*EMFILE/],
    ['module', './trouble.mjs#number', 'modules', /^deny failed missing: its worker could not be started: /],
  ])(
    'records that the worker of a %s hook could not be started, and starts it when it can',
    async (kind, handler, folder, error) => {
      const host = join(compiled(), 'test/fixtures/hosts/worker-out-of-descriptors.js');
      const program = [process.execPath, host, kind, handler, join(fixtures, folder)];
      const limited = ['-c', 'ulimit -n 200; exec "$@"', 'sh', ...program];
      const { stdout } = await promisify(execFile)('/bin/sh', limited);
      expect(stdout.split('\n')).toEqual([expect.stringMatching(error), 'null ok null: null', '']);
    },
  );
});

describe('a folder with modules named like those of Python itself', () => {
  afterAll(endWorkers);

  it('does not keep its hooks from running', async () => {
    const scratch = new Scratch();
    const names = ['json', 'asyncio', 'inspect', 'resource', 'fcntl', 'socket', 'traceback', 'enum', 'queue'];
    for (const name of names) scratch.write(`${name}.py`, 'raise RuntimeError("not the real one")\n');
    scratch.write('own.py', 'word = "its own"\n');
    scratch.write(
      'rules.py',
      'import own\nasync def check(event):\n    return {"decision": "deny", "reason": own.word}\n',
    );
    const setting = { protocol: testProtocol, directory: scratch.path };
    expect((await fireOne(python('rules.check', setting))).outcome.reason).toBe('its own');
  });
});

describe('a worker that ends whenever it is started', () => {
  afterAll(endWorkers);

  it('is missing, which blocks the action', async () => {
    const scratch = new Scratch();
    const dies = scratch.write('dies', '#!/bin/sh\necho started >> "$0.starts"\nkill -KILL $$\n');
    chmodSync(dies, 0o755);
    const { outcome } = await fireOne(python('a.b', { protocol: testProtocol, python: dies }));
    expect(outcome).toMatchObject({
      decision: 'deny',
      runs: [{ failure: 'missing', error: 'its worker could not be started: it was ended by SIGKILL' }],
    });
    expect(scratch.lines('dies.starts')).toEqual(['started', 'started']);
  });
});

describe('an event that is nested too deep', () => {
  afterAll(async () => {
    await endWorkers();
  });

  const setting = { protocol: testProtocol, directory: fixtures };
  const pythonSetting = { ...setting, env: { PYTHONDONTWRITEBYTECODE: '1' } };
  const nested = (levels: number): Record<string, unknown> => {
    let value: Record<string, unknown> = {};
    for (let level = 0; level < levels; level += 1) value = { value };
    return value;
  };
  const unwritable = /^the event cannot be written as JSON: /;

  it.each([
    ['Python', python('python.trouble.a_number', pythonSetting), 20_000, unwritable],
    ['http', http('http://127.0.0.1:1', setting), 20_000, unwritable],
    ['a thread', jsModule('./modules/trouble.mjs#number', { ...setting, isolate: true }), 50_000, /./],
  ])('keeps a hook from running, which blocks the action: %s', async (_name, handler, levels, error) => {
    const { outcome } = await fireOne(handler, nested(levels));
    expect(outcome).toMatchObject({
      decision: 'deny',
      runs: [{ failure: 'missing', error: expect.stringMatching(error) }],
    });
  });

  it('for Python is answered at once, whether it can be read or not', async () => {
    const { outcome } = await fireOne(python('python.trouble.a_number', pythonSetting), nested(2500));
    // How deep Python reads differs by version.
    expect(outcome.runs[0]?.error).toMatch(/^the event cannot be read: RecursionError|^answered 42 /);
  });
});
