import { describe, expect, it } from 'vitest';
import { allow, deny } from '../../../src/entries/index.ts';
import { openTelemetry } from '../../../src/entries/otel.ts';
import { bash, bashResult, quietHooks, sleep } from '../../support/hooks.ts';
import { type Received, tracedHooks } from '../../support/servers/otlp-receiver.ts';

/** The points of a metric: the values of their attributes, and how many. */
function counts({ metrics }: Received, name: string): readonly unknown[] {
  const found = metrics.filter((metric) => metric.name === name);
  expect(found, name).toHaveLength(1);
  return found.flatMap(({ points }) =>
    points.map(({ attributes, count }) => [...Object.values(attributes), count]),
  );
}

describe('metrics', () => {
  it('count firings, runs, decisions and failures', async () => {
    const { hooks, received } = await tracedHooks();
    hooks.on('PreToolUse', { name: 'mixed' }, ({ tool_name }) => (tool_name === 'Bash' ? deny() : allow()));
    hooks.on('PostToolUse', { name: 'broken' }, () => {
      throw new Error('bug');
    });
    await hooks.fire('PreToolUse', bash);
    await hooks.fire('PreToolUse', { ...bash, tool_name: 'Read' });
    await hooks.fire('PreToolUse', { ...bash, tool_name: 'Write' });
    await hooks.fire('PostToolUse', bashResult);
    const all = await received();
    expect(counts(all, 'hookline.firings')).toEqual([
      ['PreToolUse', 'deny', 1],
      ['PreToolUse', 'allow', 2],
      ['PostToolUse', 'none', 1],
    ]);
    expect(counts(all, 'hookline.hook.runs')).toEqual([
      ['PreToolUse', 'mixed', 'ok', 'deny', 1],
      ['PreToolUse', 'mixed', 'ok', 'allow', 2],
      ['PostToolUse', 'broken', 'failed', 'none', 1],
    ]);
    expect(counts(all, 'hookline.hook.failures')).toEqual([['PostToolUse', 'broken', 'threw', 1]]);
  });

  it('time hooks and firings, in seconds', async () => {
    const { hooks, received } = await tracedHooks();
    hooks.on('PreToolUse', { name: 'quick' }, () => {});
    hooks.on('PreToolUse', { name: 'slow' }, async () => sleep(60));
    await hooks.fire('PreToolUse', bash);
    const all = await received();
    expect(counts(all, 'hookline.hook.duration')).toEqual([
      ['PreToolUse', 'quick', 'ok', 1],
      ['PreToolUse', 'slow', 'ok', 1],
    ]);
    const metric = (name: string) => all.metrics.find((one) => one.name === name);
    const [quick, slow] = metric('hookline.hook.duration')?.points ?? [];
    expect(slow?.sum).toBeGreaterThan(0.055);
    expect(slow?.sum).toBeLessThan(30);
    expect(quick?.sum).toBeLessThan(slow?.sum ?? 0);
    const firing = metric('hookline.firing.duration');
    expect(firing).toMatchObject({ unit: 's', points: [{ count: 1 }] });
    expect(firing?.points[0]?.sum).toBeGreaterThan(0.055);
  });
});

it('does nothing, and says nothing, in a process without an SDK', async () => {
  const { hooks, log } = quietHooks();
  hooks.intercept(await openTelemetry());
  hooks.on('PreToolUse', (_, { traceContext }) => deny(String(traceContext)));
  expect(await hooks.fire('PreToolUse', bash)).toMatchObject({ decision: 'deny', reason: 'undefined' });
  expect(log).toEqual([]);
});

it.each([
  [{ contents: true }, /has no option "contents", did you mean "content"\?/],
  [{ content: 'yes' }, /takes true or false as its content/],
  [{ tracerProvider: {} }, /takes a TracerProvider as its tracerProvider/],
])('refuses the options %j', async (options, message) => {
  await expect(openTelemetry(options as object)).rejects.toThrow(message);
});
