import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { TraceContext } from '../../../src/engine/hooks/hook-context.ts';
import type { Hooks } from '../../../src/entries/index.ts';
import { command, http, jsModule } from '../../../src/handlers/hook-functions.ts';
import { mcpToolHandler } from '../../../src/handlers/mcp-tool/mcp-tool.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { findProtocol } from '../../../src/protocols/protocols.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { mcpServerFile } from '../../support/processes/compiled.ts';
import { serve } from '../../support/servers/http-server.ts';
import { tracedHooks } from '../../support/servers/otlp-receiver.ts';

const server = mcpServerFile();
const hosts = { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, tracestate: 'host=1' };

const directory = fileURLToPath(new URL('../../fixtures/modules', import.meta.url));
afterAll(() => endWorkers());

/** What a real hook of every type got. The command inherits a trace from its host. */
async function reported(hooks: Hooks): Promise<Record<string, Record<string, unknown>>> {
  const endpoint = await serve((response) => void response.writeHead(204).end());
  const protocol = findProtocol('hookline');
  const config = { command: process.execPath, args: [server] };
  const mcp = mcpToolHandler.create({ server: 'my', config, tool: 'meta' }, { protocol, directory });
  const env = { TRACEPARENT: hosts.traceparent, TRACESTATE: hosts.tracestate };
  const line = `printf '{"traceparent": "%s", "tracestate": "%s"}' "$TRACEPARENT" "$TRACESTATE" >&2`;
  hooks.on('PreToolUse', { name: 'command' }, command(line, { directory, env, shell: true }));
  hooks.on('PreToolUse', { name: 'http' }, http(`${endpoint.url}/hook`, { headers: { Traceparent: 'own' } }));
  hooks.on('PreToolUse', { name: 'module' }, jsModule('./trace.mjs#report', { directory, isolate: true }));
  // Last, since what this tool says decides nothing that anyone could read.
  hooks.on('PreToolUse', { name: 'mcp' }, mcp);
  const printed: Record<string, string> = {};
  hooks.intercept({
    progress(_, { hook }, { stdout = '', stderr = '' }) {
      printed[hook] = (printed[hook] ?? '') + stdout + stderr;
    },
  });
  await hooks.fire('PreToolUse', bash);
  const { headers } = endpoint.seen[0] ?? {};
  const said = Object.entries(printed).map(([name, text]) => [name, text === '' ? {} : JSON.parse(text)]);
  const { traceparent, tracestate } = headers ?? {};
  return {
    ...Object.fromEntries(said),
    http: { traceparent, ...(tracestate !== undefined && { tracestate }) },
  };
}

describe('hooks get the trace', () => {
  it('with the span of their own run as the parent', async () => {
    const { hooks, received } = await tracedHooks();
    const got = await reported(hooks);
    const { spans } = await received();
    for (const name of ['command', 'http', 'mcp', 'module']) {
      const span = spans.find((one) => one.name === `hook ${name}`);
      expect(got[name]?.['traceparent'], name).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
    }
    // The host's state belongs to the host's parent.
    expect(got['command']?.['tracestate']).toBe('');
  });

  it('with its state', async () => {
    const { hooks } = quietHooks();
    const own = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`, tracestate: 'vendor=1,other=2' };
    hooks.intercept({ traceContext: () => own });
    expect(await reported(hooks)).toMatchObject({ command: own, http: own, mcp: own, module: own });
  });

  it.each<[string, TraceContext | undefined]>([
    ['none', undefined],
    ['one that no header or variable could hold', { traceparent: 'a\r\nx-injected: 1\0', tracestate: '\n' }],
  ])('unchanged when there is %s', async (_, own) => {
    const { hooks, log } = quietHooks();
    hooks.intercept({ traceContext: () => own });
    const got = await reported(hooks);
    expect(got).toMatchObject({ command: hosts, http: { traceparent: 'own' } });
    expect(got['mcp']).not.toHaveProperty('traceparent');
    expect(log.filter(({ hook }) => hook !== 'mcp')).toEqual([]);
  });

  it('without a state that no header could hold', async () => {
    const { hooks } = quietHooks();
    hooks.intercept({ traceContext: () => ({ ...hosts, tracestate: 'a\nb' }) });
    const got = await reported(hooks);
    expect(got['http']).toEqual({ traceparent: hosts.traceparent });
    expect(got['command']).toEqual({ traceparent: hosts.traceparent, tracestate: '' });
  });
});
