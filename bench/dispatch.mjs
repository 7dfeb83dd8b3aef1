// What it costs to run function hooks in the host, beside the dispatchers that people know. All cases of a block are
// measured in turn, batch by batch, so that only the ratios between them matter.
import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createHooks } from 'hookable';
import { Hooks } from 'hookline';
import compose from 'koa-compose';
import { AsyncSeriesHook } from 'tapable';
import { measure, ratio } from './measure.mjs';
import { printBars, printTable, ratioRow } from './report.mjs';

const event = /** @type {const} */ ({
  session_id: 's',
  transcript_path: '',
  cwd: '/',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'call-1',
});
const { session_id: _, transcript_path: __, cwd: ___, hook_event_name: ____, ...partial } = event;

let count = 0;
const sync = () => {
  count += 1;
};
const asynchronous = async () => {
  count += 1;
};

/**
 * @param {number} hookCount
 * @param {typeof sync | typeof asynchronous} handler
 * @param {'plain' | 'traced'} [mode]
 */
function hookline(hookCount, handler, mode = 'plain') {
  const hooks = new Hooks();
  for (let index = 0; index < hookCount; index += 1) hooks.on('PreToolUse', handler);
  if (mode === 'traced') hooks.intercept({ started() {}, finished() {} });
  return () => hooks.fire('PreToolUse', event);
}

/** @type {Record<string, (hookCount: number, handler: typeof sync | typeof asynchronous) => () => unknown>} */
const dispatchers = {
  'await loop': (hookCount, handler) => {
    const list = Array.from({ length: hookCount }, () => handler);
    return async () => {
      for (const one of list) await one();
    };
  },
  tapable: (hookCount, handler) => {
    const hook = new AsyncSeriesHook(['event']);
    for (let index = 0; index < hookCount; index += 1) {
      if (handler === sync) hook.tap(`t${index}`, handler);
      else hook.tapPromise(`t${index}`, asynchronous);
    }
    return () => hook.promise(event);
  },
  hookable: (hookCount, handler) => {
    const hooks = createHooks();
    for (let index = 0; index < hookCount; index += 1) hooks.hook('event', handler);
    return () => hooks.callHook('event', event);
  },
  'koa-compose': (hookCount, handler) => {
    const run = compose(
      Array.from(
        { length: hookCount },
        () => (/** @type {unknown} */ _context, /** @type {() => Promise<void>} */ next) => {
          const pending = handler();
          return pending === undefined ? next() : pending.then(next);
        },
      ),
    );
    return () => run(event);
  },
  EventEmitter: (hookCount, handler) => {
    const emitter = new EventEmitter().setMaxListeners(hookCount + 1);
    for (let index = 0; index < hookCount; index += 1) emitter.on('event', handler);
    return () => {
      emitter.emit('event', event);
    };
  },
};

const ns = (/** @type {number} */ value) =>
  value < 1000 ? `${value.toFixed(0)} ns` : `${(value / 1000).toFixed(2)} µs`;

/** Ten hooks, traced and not: the bars. */
async function bars() {
  const empty = async () => {};
  const sided = await measure([
    { name: 'empty', run: empty },
    { name: 'none', run: hookline(0, sync) },
    { name: 'sync', run: hookline(10, sync) },
    { name: 'sync traced', run: hookline(10, sync, 'traced') },
    { name: 'tapable', run: /** @type {() => unknown} */ (dispatchers['tapable']?.(10, sync)) },
    { name: 'hookable', run: /** @type {() => unknown} */ (dispatchers['hookable']?.(10, sync)) },
  ]);
  const awaited = await measure([
    { name: 'loop', run: /** @type {() => unknown} */ (dispatchers['await loop']?.(10, asynchronous)) },
    { name: 'async', run: hookline(10, asynchronous) },
    { name: 'async traced', run: hookline(10, asynchronous, 'traced') },
  ]);
  printBars([
    ratioRow('10 sync hooks', ratio(sided, 'sync', 'hookable'), 0.1, 'hookable'),
    ratioRow('10 sync hooks', ratio(sided, 'sync', 'tapable'), 2, 'tapable'),
    ratioRow('10 async hooks, timeouts enforced', ratio(awaited, 'async', 'loop'), 1.5, 'an await loop'),
    ratioRow('10 sync hooks, timed and traced', ratio(sided, 'sync traced', 'hookable'), 0.4, 'hookable'),
    ratioRow(
      '10 async hooks, timed and traced',
      ratio(awaited, 'async traced', 'loop'),
      2.3,
      'an await loop',
    ),
    ratioRow('a point without hooks', ratio(sided, 'none', 'empty'), 1.4, 'an empty async function'),
  ]);
}

/** What an event costs whose base fields have to be filled in. */
async function filling() {
  const hooks = new Hooks();
  for (let index = 0; index < 10; index += 1) hooks.on('PreToolUse', sync);
  const results = await measure([
    { name: 'complete', run: () => hooks.fire('PreToolUse', event) },
    { name: 'partial', run: () => hooks.fire('PreToolUse', partial) },
  ]);
  console.log(
    `  an event whose base fields are filled in: ${ratio(results, 'partial', 'complete').ratio.toFixed(2)}× a complete one`,
  );
}

/** Everything side by side, for 1, 10 and 100 hooks. */
async function grid() {
  for (const [kind, handler] of /** @type {const} */ ([
    ['sync', sync],
    ['async', asynchronous],
  ])) {
    /** @type {string[][][]} */
    const rows = [];
    for (const hookCount of [1, 10, 100]) {
      const cases = Object.entries(dispatchers)
        .filter(([name]) => handler === sync || name !== 'EventEmitter')
        .map(([name, make]) => ({ name, run: make(hookCount, handler) }));
      const results = await measure(
        [
          { name: 'hookline', run: hookline(hookCount, handler) },
          { name: 'hookline, traced', run: hookline(hookCount, handler, 'traced') },
          ...cases,
        ],
        { rounds: 15 },
      );
      rows.push(
        [...results].map(([name, { ns: time }]) => [
          name,
          ns(time),
          `${ratio(results, name, 'await loop').ratio.toFixed(2)}×`,
        ]),
      );
    }
    console.log(`\n  ${kind} handlers: time per event, and ratio to the await loop`);
    const names = (rows[0] ?? []).map(([name]) => name ?? '');
    printTable(
      ['', '1 hook', '', '10 hooks', '', '100 hooks', ''],
      names.map((name, index) => [
        name,
        ...rows.flatMap((row) => [row[index]?.[1] ?? '', row[index]?.[2] ?? '']),
      ]),
    );
  }
}

/** Many registered hooks that do not match: time of a firing, bytes of a hook. */
async function registered() {
  const none = new Hooks();
  /** @type {{ name: string, run: () => unknown }[]} */
  const cases = [{ name: '0', run: () => none.fire('PreToolUse', event) }];
  let bytes = 0;
  for (const size of [1, 1000, 100_000]) {
    const hooks = new Hooks();
    const before = heapUsed();
    for (let index = 0; index < size; index += 1) hooks.on('PreToolUse', { matcher: `tool-${index}` }, sync);
    bytes = (heapUsed() - before) / size;
    cases.push({ name: String(size), run: () => hooks.fire('PreToolUse', event) });
  }
  const results = await measure(cases);
  printBars([
    ...['1', '1000', '100000'].map((size) =>
      ratioRow(`${size} hooks that do not match`, ratio(results, size, '0'), 1.1, 'none registered'),
    ),
    {
      work: 'memory of a registered hook',
      measured: `${bytes.toFixed(0)} bytes`,
      bar: '< 600 bytes',
      isMet: bytes < 600,
    },
  ]);
}

function heapUsed() {
  setFlagsFromString('--expose-gc');
  const collect = /** @type {() => void} */ (runInNewContext('gc'));
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

console.log('Dispatch: function hooks in the host\n');
await bars();
await registered();
await filling();
await grid();
if (count === 0) throw new Error('no handler ran');
