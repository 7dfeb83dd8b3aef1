import type { MessagePort } from 'node:worker_threads';
import { isFailure } from '../../engine/outcome/failure.ts';
import { messageOf } from '../../engine/values/text.ts';
import { oddityOf, pickExport } from './exported.ts';
import type { ModuleReference } from './reference.ts';
import type { ModuleRequest, ThreadMessage } from './thread.ts';

// The program of a thread: imports functions and calls them. The host's flags decide whether Node reads it as CommonJS
// or as an ES module, so it imports nothing of Node.
const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks');
const { parentPort } = process.getBuiltinModule('node:worker_threads');
const { pathToFileURL } = process.getBuiltinModule('node:url');

const host = parentPort as MessagePort;
const running = new AsyncLocalStorage<number>();
const post = (message: ThreadMessage): void => host.postMessage(message);

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk, encoding?: unknown, callback?: () => void) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    post({ id: running.getStore() ?? null, [name]: text });
    const done = typeof encoding === 'function' ? encoding : callback;
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
}

// Ends the thread, as process.exit does here: the host has other calls.
const { kill } = process;
process.kill = (pid, signal) =>
  pid === process.pid && signal !== 0 ? process.exit(1) : kill.call(process, pid, signal);

const functions = new Map<string, Promise<unknown>>();

async function functionOf({ file, name }: ModuleReference): Promise<unknown> {
  const key = JSON.stringify([file, name]);
  const loading =
    functions.get(key) ?? import(pathToFileURL(file).href).then((module) => pickExport(module, name));
  functions.set(key, loading);
  try {
    return await loading;
  } catch (error) {
    functions.delete(key);
    throw error;
  }
}

async function run({
  id,
  reference,
  event,
  context,
}: ModuleRequest & { readonly id: number }): Promise<void> {
  let action: unknown;
  try {
    action = await functionOf(reference);
  } catch (error) {
    ignore(error);
    post({ id, failure: 'missing', error: `${reference.file} cannot be imported: ${messageOf(error)}` });
    return;
  }
  if (typeof action !== 'function') {
    post({ id, failure: 'missing', exportedType: typeof action });
    return;
  }
  const { signal } = new AbortController();
  const progress = (part: ThreadMessage['progress']): void => post({ id, progress: part });
  try {
    answer(id, await action(event, { ...context, signal, progress }));
  } catch (error) {
    fail(id, error);
  }
}

function answer(id: number, value: unknown): void {
  const oddity = oddityOf(value);
  const kind = oddity === null ? {} : { oddity };
  try {
    post({ id, value, ...kind });
  } catch (error) {
    const failure = {
      failure: 'invalid',
      error: `its reply cannot leave the thread: ${messageOf(error)}`,
    } as const;
    post({ id, value: asJson(value), ...(oddity === null ? failure : kind) });
  }
}

function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value)) ?? null;
  } catch {
    return null;
  }
}

function fail(id: number, error: unknown): void {
  ignore(error);
  const threw = { id, failure: 'threw', error: messageOf(error) } as const;
  try {
    post(isFailure(error) ? { ...threw, failure: error.kind, value: error.effects } : threw);
  } catch {
    post(threw);
  }
}

/** What is thrown may be a promise that nothing awaits; it must not end the thread. */
function ignore(error: unknown): void {
  Promise.resolve(error).catch(() => {});
}

host.on('message', (call: ModuleRequest & { readonly id: number }) => running.run(call.id, run, call));
