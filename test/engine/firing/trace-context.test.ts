import { describe, expect, it } from 'vitest';
import type { TraceContext } from '../../../src/engine/hooks/hook-context.ts';
import type { Interceptor } from '../../../src/entries/index.ts';
import { bash, quietHooks, sleep } from '../../support/hooks.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** What each hook sees of the trace: one that answers at once, one later, and one in the background. */
async function seenWith(
  ...interceptors: readonly Interceptor[]
): Promise<{ seen: Record<string, TraceContext | undefined>; log: readonly string[] }> {
  const { hooks, log } = quietHooks();
  for (const interceptor of interceptors) hooks.intercept(interceptor);
  const seen: Record<string, TraceContext | undefined> = {};
  hooks.on('PreToolUse', { name: 'sync' }, (_, { traceContext }) => {
    seen['sync'] = traceContext;
  });
  hooks.on('PreToolUse', { name: 'async' }, async (_, context) => {
    await sleep(1);
    seen['async'] = context.traceContext;
  });
  hooks.on('PreToolUse', { name: 'background', mode: 'background' }, (_, { traceContext }) => {
    seen['background'] = traceContext;
  });
  await hooks.fire('PreToolUse', bash);
  await hooks.drain();
  return { seen, log: log.map(({ message }) => message) };
}

describe('the trace that a hook passes on', () => {
  it('is that of its own run', async () => {
    const { seen } = await seenWith({
      traceContext: ({ point }, { hook }) => ({ traceparent, tracestate: `${point}=${hook}` }),
    });
    expect(seen).toEqual({
      sync: { traceparent, tracestate: 'PreToolUse=sync' },
      async: { traceparent, tracestate: 'PreToolUse=async' },
      background: { traceparent, tracestate: 'PreToolUse=background' },
    });
  });

  it.each<[string, readonly Interceptor[]]>([
    ['nobody listens', []],
    ['nobody who listens traces', [{ started() {} }]],
    ['whoever traces knows none', [{ traceContext: () => undefined }]],
  ])('is not there when %s', async (_, interceptors) => {
    expect((await seenWith(...interceptors)).seen).toEqual({});
  });

  it('is the first that is known, and a listener that throws is logged', async () => {
    const { seen, log } = await seenWith(
      {
        traceContext() {
          throw new Error('broken');
        },
      },
      { traceContext: () => undefined },
      { traceContext: () => ({ traceparent }) },
      { traceContext: () => ({ traceparent: 'never asked' }) },
    );
    expect(seen).toEqual({ sync: { traceparent }, async: { traceparent }, background: { traceparent } });
    expect(log).toEqual(Array.from({ length: 3 }, () => 'a listener failed: broken'));
  });
});
