import type { ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { ProcessSpec } from '../process.ts';
import {
  createFrameReader,
  encodeFrame,
  type Flow,
  type FrameTable,
  type FrameType,
  flow,
  frame,
} from './frames.ts';

interface Tools {
  readonly spawn: typeof spawn;
  readonly Socket: typeof Socket;
  readonly encodeFrame: typeof encodeFrame;
  readonly createFrameReader: typeof createFrameReader;
  readonly frame: FrameTable;
  readonly flow: Flow;
}

/** The descriptor on which the launcher finds its host. */
const hostDescriptor = 3;

/**
 * The launcher's program. It travels as text, so that it works wherever hookline was bundled into, with no file to be
 * found; bundlers that keep function names call `__name`.
 */
export function programSource(): string {
  return `const __name = (named) => named;
(${launch})({
  spawn: require('node:child_process').spawn,
  Socket: require('node:net').Socket,
  encodeFrame: ${encodeFrame},
  createFrameReader: ${createFrameReader},
  frame: ${JSON.stringify(frame)},
  flow: ${JSON.stringify(flow)},
}, ${hostDescriptor});`;
}

/** Runs inside the launcher, from its source: it may use nothing outside itself. */
function launch(tools: Tools, descriptor: number): void {
  interface Launched {
    readonly id: number;
    readonly child: ChildProcessWithoutNullStreams;
    readonly pid: number;
    /** How many bytes of output the host still takes. */
    credit: number;
    openStreams: number;
    exit: { readonly exitCode: number | null; readonly signal: string | null } | null;
    exitSent: boolean;
  }

  const { frame, flow } = tools;
  /** How long output is awaited that a process leaves behind, before its exit is told. */
  const lingerMs = 10;
  const graceMs = 300;
  const runs = new Map<number, Launched>();
  const host = new tools.Socket({ fd: descriptor });

  process.title = 'hookline-launcher';
  // The host decides when this process ends; a signal to everything in a terminal or a service must not end it first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  host.on('data', tools.createFrameReader(receive));
  host.on('error', () => {});
  host.on('close', endAll);
  send(frame.hello, 0);

  function send(type: FrameType, id: number, body?: Uint8Array | number): void {
    if (host.writable) host.write(tools.encodeFrame(type, id, body));
  }

  function receive(type: number, id: number, body: Buffer): void {
    if (type === frame.start) {
      start(id, JSON.parse(body.toString()));
      return;
    }
    const run = runs.get(id);
    if (run === undefined) return;
    const { stdin } = run.child;
    if (type === frame.stdin) {
      const taken = (error?: Error | null): void => {
        if (!error) send(frame.taken, id, body.length);
      };
      if (stdin.writable) stdin.write(body, taken);
    } else if (type === frame.stdinEnd) {
      stdin.end();
    } else if (type === frame.consumed) {
      run.credit += body.readUInt32LE(0);
      if (run.credit > 0) for (const stream of [run.child.stdout, run.child.stderr]) stream.resume();
    } else if (type === frame.release) {
      letGo(run);
    }
  }

  function start(id: number, { file, args, cwd, env }: ProcessSpec): void {
    let child: ChildProcessWithoutNullStreams;
    try {
      child = tools.spawn(file, args, { cwd, env, detached: true, stdio: 'pipe' });
    } catch (error) {
      fail(id, error);
      return;
    }
    const { pid } = child;
    if (pid === undefined) {
      child.on('error', (error) => fail(id, error));
      return;
    }
    send(frame.started, id, pid);
    const run: Launched = {
      id,
      child,
      pid,
      credit: flow.windowBytes,
      openStreams: 2,
      exit: null,
      exitSent: false,
    };
    runs.set(id, run);
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    forward(run, child.stdout, frame.stdout);
    forward(run, child.stderr, frame.stderr);
    child.on('exit', (exitCode, signal) => {
      run.exit = { exitCode, signal };
      if (run.openStreams === 0) settle(run);
      else setTimeout(linger, lingerMs, run);
    });
  }

  function fail(id: number, error: unknown): void {
    const { code = 'EUNKNOWN', message } = error as NodeJS.ErrnoException;
    send(frame.failed, id, Buffer.from(JSON.stringify({ code, message })));
  }

  function forward(run: Launched, stream: Readable, type: FrameType): void {
    stream.on('data', (chunk: Buffer) => {
      send(type, run.id, chunk);
      run.credit -= chunk.length;
      if (run.credit <= 0) for (const each of [run.child.stdout, run.child.stderr]) each.pause();
    });
    stream.on('error', () => {});
    stream.on('close', () => {
      run.openStreams -= 1;
      settle(run);
    });
  }

  /** The exit is told after all that the process wrote, so that a host that knows the exit has the whole answer. */
  function linger(run: Launched): void {
    if (run.credit <= 0) setTimeout(linger, lingerMs, run);
    else tellExit(run);
  }

  function tellExit(run: Launched): void {
    if (run.exitSent || run.exit === null) return;
    run.exitSent = true;
    send(frame.exit, run.id, Buffer.from(JSON.stringify(run.exit)));
  }

  function settle(run: Launched): void {
    if (run.openStreams > 0 || run.exit === null) return;
    tellExit(run);
    send(frame.drained, run.id);
    runs.delete(run.id);
  }

  function letGo({ child }: Launched): void {
    for (const stream of child.stdio) stream?.destroy();
  }

  /** The host is gone: nothing that it started may outlive it. */
  function endAll(): void {
    const left = [...runs.values()];
    for (const run of left) {
      letGo(run);
      signal(run, 'SIGTERM');
    }
    const deadline = Date.now() + graceMs;
    const check = (): void => {
      const alive = left.filter((run) => signal(run, 0));
      if (alive.length > 0 && Date.now() < deadline) {
        setTimeout(check, 10);
        return;
      }
      for (const run of alive) signal(run, 'SIGKILL');
      process.exit(0);
    };
    check();
  }

  function signal({ pid }: Launched, name: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-pid, name);
    } catch {
      return false;
    }
  }
}
