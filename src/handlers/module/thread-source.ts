/**
 * What a worker thread runs: it imports functions and calls them. One text, so that a bundle needs no other file. Output
 * is posted with the call that wrote it, before that call's answer. The flags of the host decide whether it is read as
 * CommonJS or as an ES module, so it is both.
 */
export const threadSource = `
const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks');
const { parentPort } = process.getBuiltinModule('node:worker_threads');
const { pathToFileURL } = process.getBuiltinModule('node:url');

const running = new AsyncLocalStorage();

for (const name of ['stdout', 'stderr']) {
  process[name].write = (chunk, encoding, callback) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    parentPort.postMessage({ id: running.getStore() ?? null, [name]: text });
    const done = typeof encoding === 'function' ? encoding : callback;
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
}

// As process.exit does here, it ends the thread: the host has other calls.
const { kill } = process;
process.kill = (pid, signal) =>
  pid === process.pid && signal !== 0 ? process.exit(1) : kill.call(process, pid, signal);

const messageOf = (error) => {
  try {
    return error instanceof Error ? error.message || error.name : String(error);
  } catch {
    return 'threw something that cannot be shown';
  }
};

const holds = (value, name) =>
  value !== null && (typeof value === 'object' || typeof value === 'function') && Object.hasOwn(value, name);

const load = async ({ file, name }) => {
  const module = await import(pathToFileURL(file).href);
  const direct = holds(module, name) ? module[name] : undefined;
  if (direct !== undefined && (name !== 'default' || typeof direct === 'function')) return direct;
  return holds(module.default, name) ? module.default[name] : direct;
};

// As the host sees it in its own thread: on the way there, a copy would lose what it was.
const oddKind = (value) => {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return null;
  if (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf')) return null;
  const name = typeof prototype.constructor === 'function' ? prototype.constructor.name : '';
  return typeof name !== 'string' || name === '' || name === 'Object'
    ? 'an object that inherits from another'
    : 'an object of class ' + name;
};

const oddityOf = (value) => {
  try {
    if (!Array.isArray(value)) return oddKind(value);
    const kind = value.map(oddKind).find((each) => each !== null);
    return kind === undefined ? null : 'a list with ' + kind;
  } catch {
    return 'something that cannot be looked at';
  }
};

const answer = (id, value) => {
  const oddity = oddityOf(value);
  try {
    parentPort.postMessage(oddity === null ? { id, value } : { id, value, oddity });
  } catch (error) {
    let rest = null;
    try {
      rest = JSON.parse(JSON.stringify(value)) ?? null;
    } catch {}
    if (oddity !== null) parentPort.postMessage({ id, value: rest, oddity });
    else parentPort.postMessage({ id, value: rest, failure: 'invalid', error: 'its reply cannot leave the thread: ' + messageOf(error) });
  }
};

// By file and name. A rejected import may be tried again.
const functions = new Map();

const functionOf = async (reference) => {
  const key = JSON.stringify([reference.file, reference.name]);
  if (!functions.has(key)) functions.set(key, load(reference));
  try {
    return await functions.get(key);
  } catch (error) {
    functions.delete(key);
    throw error;
  }
};

// What is thrown may be a promise that nobody waits for; it must not end the thread.
const settle = (error) => Promise.resolve(error).catch(() => {});

const failed = (id, error) => {
  settle(error);
  const isOwn = error instanceof Error && error.name === 'HookFailure' && typeof error.kind === 'string';
  if (!isOwn) return { id, failure: 'threw', error: messageOf(error) };
  return { id, failure: error.kind, error: messageOf(error), value: error.effects };
};

parentPort.on('message', ({ id, reference, event, context }) => {
  running.run(id, async () => {
    let action;
    try {
      action = await functionOf(reference);
    } catch (error) {
      settle(error);
      parentPort.postMessage({ id, failure: 'missing', error: reference.file + ' cannot be imported: ' + messageOf(error) });
      return;
    }
    if (typeof action !== 'function') {
      parentPort.postMessage({ id, failure: 'missing', found: typeof action });
      return;
    }
    let value;
    try {
      const { signal } = new AbortController();
      const progress = (part) => parentPort.postMessage({ id, progress: part });
      value = await action(event, { ...context, signal, progress });
    } catch (error) {
      try {
        parentPort.postMessage(failed(id, error));
      } catch {
        parentPort.postMessage({ id, failure: 'threw', error: messageOf(error) });
      }
      return;
    }
    answer(id, value);
  });
});
`;
