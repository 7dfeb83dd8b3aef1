import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { eventually, isAlive } from '../../support/eventually.ts';
import { startHost } from '../../support/processes/worker-host.ts';
import { Scratch } from '../../support/scratch.ts';
import { serve } from '../../support/servers/http-server.ts';

const pythonFolder = fileURLToPath(new URL('../../fixtures/python', import.meta.url));
const moduleFolder = fileURLToPath(new URL('../../fixtures/modules', import.meta.url));

describe('a host', () => {
  it('exits by itself when its Python worker is idle, and the worker with it', async () => {
    const host = startHost(
      pythonFolder,
      `hooks.on('PreToolUse', python('rules.place', setting));
       console.log((await fire({})).injections[0].content);`,
    );
    expect(await host.exit).toEqual({ code: 0, signal: null });
    const pid = Number(host.output().trim().split(' ').at(-1));
    expect(pid).toBeGreaterThan(1);
    await eventually(() => !isAlive(pid));
  });

  it('stays until its Python hook has answered', async () => {
    const host = startHost(
      pythonFolder,
      `hooks.on('PreToolUse', python('rules.wait', setting));
       console.log((await fire({ command: '0.3' })).injections[0].content);`,
    );
    expect(await host.exit).toEqual({ code: 0, signal: null });
    expect(host.output()).toBe('waited\n');
  });

  it('exits by itself when a thread is idle, or a connection is kept', async () => {
    const server = await serve((response) => void response.end('{}'));
    const host = startHost(
      moduleFolder,
      `hooks.on('PreToolUse', jsModule('./rules.mjs#count', { ...setting, env: undefined, isolate: true }));
       hooks.on('PreToolUse', http(${JSON.stringify(server.url)}, { protocol: testProtocol }));
       const { runs, injections } = await fire({ command: 'ls' });
       console.log(runs.map(({ status }) => status).join(), injections[0].content);`,
    );
    expect(await host.exit).toEqual({ code: 0, signal: null });
    expect(host.output()).toBe('ok,ok 1\n');
  });

  it.each([
    ['is killed', 'trouble.hangs', 'SIGKILL'],
    ['is killed while the hook keeps the lock of Python', 'trouble.spins_in_c', 'SIGKILL'],
    ['is told to end', 'trouble.hangs', 'SIGTERM'],
  ] as const)('that %s takes the worker and its children along', async (_how, handler, signal) => {
    if (handler === 'trouble.spins_in_c' && process.platform !== 'linux') return;
    const scratch = new Scratch();
    const file = `${scratch.path}/pids`;
    const host = startHost(
      pythonFolder,
      `hooks.on('PreToolUse', python('${handler}', setting));
       await fire({ file: ${JSON.stringify(file)} });`,
    );
    await eventually(() => /\d/.test(scratch.lines('pids').join('')));
    host.process.kill(signal);
    await host.exit;
    const pids = scratch.lines('pids').join(' ').split(' ').map(Number);
    await eventually(() => !pids.some(isAlive));
  });

  it('that exits in the middle of a call takes the worker and its children along', async () => {
    const scratch = new Scratch();
    const file = `${scratch.path}/pids`;
    const host = startHost(
      pythonFolder,
      `import { existsSync } from 'node:fs';
       hooks.on('PreToolUse', python('trouble.hangs', setting));
       setInterval(() => { if (existsSync(${JSON.stringify(file)})) process.exit(5); }, 20);
       await fire({ file: ${JSON.stringify(file)} });`,
    );
    expect((await host.exit).code).toBe(5);
    const pids = scratch.lines('pids').join(' ').split(' ').map(Number);
    await eventually(() => !pids.some(isAlive));
  });
});
