// What the record costs: in the caller of a firing, in lines a second, and in memory when the disk is slow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hooks } from 'hookline';
import { record } from 'hookline/trace';
import { median } from './measure.mjs';
import { printBars } from './report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-trace-'));
const event = /** @type {const} */ ({
  session_id: 's',
  transcript_path: '',
  cwd: '/',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'call-1',
});

function tenHooks() {
  const hooks = new Hooks();
  for (let index = 0; index < 10; index += 1) hooks.on('PreToolUse', () => undefined);
  return hooks;
}

/**
 * Nanoseconds per firing in the caller. What is written is written between the batches.
 * @param {Hooks} hooks
 */
async function batch(hooks) {
  const count = 500;
  const start = process.hrtime.bigint();
  for (let index = 0; index < count; index += 1) await hooks.fire('PreToolUse', event);
  return Number(process.hrtime.bigint() - start) / count;
}

const traced = tenHooks();
traced.intercept({ started() {}, finished() {} });
const recorded = tenHooks();
const recording = record(recorded, { folder: join(folder, 'caller'), content: 'none' });
const copied = tenHooks();
const copying = record(copied, { folder: join(folder, 'copied'), content: 'full' });
const cleaned = tenHooks();
const cleaning = record(cleaned, { folder: join(folder, 'cleaned') });
/** @type {{ traced: number[], recorded: number[], copied: number[], cleaned: number[] }} */
const samples = { traced: [], recorded: [], copied: [], cleaned: [] };
for (let round = 0; round < 60; round += 1) {
  samples.traced.push(await batch(traced));
  samples.recorded.push(await batch(recorded));
  await recording.flush();
  samples.copied.push(await batch(copied));
  await copying.flush();
  samples.cleaned.push(await batch(cleaned));
  await cleaning.flush();
}
const [base, plain, full, redacted] = [samples.traced, samples.recorded, samples.copied, samples.cleaned].map(
  (all) => median(all.slice(10)),
);

const busy = new Hooks();
for (let index = 0; index < 9; index += 1) busy.on('PreToolUse', () => undefined);
const many = record(busy, { folder: join(folder, 'many'), content: 'none' });
const firings = 40_000;
const begun = performance.now();
for (let index = 0; index < firings; index += 1) {
  await busy.fire('PreToolUse', event);
  if (index % 1000 === 999) await many.flush();
}
await many.stop();
const perSecond = Math.round((firings * 10) / ((performance.now() - begun) / 1000));

const slow = tenHooks();
/** @type {string[]} */
const told = [];
const stuck = record(slow, {
  folder: '/dev/null/nowhere',
  content: 'full',
  maxWaiting: 4,
  log: ({ message }) => told.push(message),
});
const large = { ...event, tool_input: { command: 'x'.repeat(20_000) } };
const before = process.memoryUsage().rss;
for (let index = 0; index < 20_000; index += 1) {
  await slow.fire('PreToolUse', large);
  if (index % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
}
const grown = Math.round((process.memoryUsage().rss - before) / 1024 / 1024);
await stuck.stop();

const ratio = (/** @type {number | undefined} */ part) => (part ?? 0) / (base ?? 1);
console.log('the record\n');
printBars([
  {
    work: 'a recorded firing, 10 hooks, content: none',
    measured: `${ratio(plain).toFixed(2)}× traced`,
    bar: '≤ 1.5×',
    isMet: ratio(plain) <= 1.5,
  },
  {
    work: 'the same with content: the event is copied at once',
    measured: `${ratio(full).toFixed(2)}× traced`,
    bar: '≤ 1.5×',
    isMet: ratio(full) <= 1.5,
  },
  {
    work: 'the same with content: redacted, the default',
    measured: `${ratio(redacted).toFixed(2)}× traced`,
    bar: '≤ 1.5×',
    isMet: ratio(redacted) <= 1.5,
  },
  {
    work: 'lines a second, content: none',
    measured: `${perSecond}`,
    bar: '≥ 100,000',
    isMet: perSecond >= 100_000,
  },
  {
    work: '20,000 events of 20 kB for a disk that takes nothing',
    measured: `${grown} MiB more, ${told.length} told`,
    bar: '≤ 300 MiB',
    isMet: grown <= 300 && told.length > 0,
  },
]);
rmSync(folder, { recursive: true });
