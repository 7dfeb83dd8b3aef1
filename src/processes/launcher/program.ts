import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { ProcessSpec } from '../process.ts';
import { termThenKill } from '../term-then-kill.ts';
import { createFrameReader, encodeFrame, type FrameType, flow, frame } from './frames.ts';

// The launcher: a program of its own, which starts processes for its host and ends with it. The build makes one text of it and what it
// imports, so no file must be found where a host bundles hookline.

interface Launched {
  readonly id: number;
  readonly child: ChildProcessWithoutNullStreams;
  readonly pid: number;
  credit: number;
  openStreams: number;
  exit: { readonly exitCode: number | null; readonly signal: string | null } | null;
  exitTold: boolean;
}

const hostDescriptor = 3;

const runs = new Map<number, Launched>();
const host = new Socket({ fd: hostDescriptor });
/** How long output is awaited that a process left behind, before its exit is told. */
const lingerMs = 10;
const graceMs = 300;

const launcher = {
  open(): void {
    process.title = 'hookline-launcher';
    // The host decides when this process ends: a signal to a whole terminal or service must not end it first.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
    host.on('data', createFrameReader(launcher.receive));
    host.on('error', () => {});
    host.on('close', launcher.endAll);
    launcher.send(frame.hello, 0);
  },

  send(type: FrameType, id: number, body?: Uint8Array | number): void {
    if (host.writable) host.write(encodeFrame(type, id, body));
  },

  receive(type: number, id: number, body: Buffer): void {
    const run = runs.get(id);
    if (type === frame.start) launcher.start(id, JSON.parse(body.toString()));
    else if (run === undefined) return;
    else if (type === frame.stdin) launcher.feed(run, body);
    else if (type === frame.stdinEnd) run.child.stdin.end();
    else if (type === frame.consumed) launcher.credit(run, body.readUInt32LE(0));
    else if (type === frame.release) launcher.letGo(run);
  },

  start(id: number, { file, args, cwd, env }: ProcessSpec): void {
    try {
      const child = spawn(file, args, { cwd, env, detached: true, stdio: 'pipe' });
      if (child.pid === undefined) child.on('error', (error) => launcher.fail(id, error));
      else launcher.follow(id, child, child.pid);
    } catch (error) {
      launcher.fail(id, error);
    }
  },

  fail(id: number, error: unknown): void {
    const { code = 'EUNKNOWN', message } = error as NodeJS.ErrnoException;
    launcher.send(frame.failed, id, Buffer.from(JSON.stringify({ code, message })));
  },

  follow(id: number, child: ChildProcessWithoutNullStreams, pid: number): void {
    launcher.send(frame.started, id, pid);
    const credit = flow.windowBytes;
    const run: Launched = { id, child, pid, credit, openStreams: 2, exit: null, exitTold: false };
    runs.set(id, run);
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    launcher.forward(run, child.stdout, frame.stdout);
    launcher.forward(run, child.stderr, frame.stderr);
    child.on('exit', (exitCode, signal) => {
      run.exit = { exitCode, signal };
      if (run.openStreams === 0) launcher.settle(run);
      else setTimeout(launcher.linger, lingerMs, run);
    });
  },

  feed({ id, child }: Launched, chunk: Buffer): void {
    if (!child.stdin.writable) return;
    child.stdin.write(chunk, (error) => {
      if (!error) launcher.send(frame.taken, id, chunk.length);
    });
  },

  forward(run: Launched, stream: Readable, type: FrameType): void {
    stream.on('data', (chunk: Buffer) => {
      launcher.send(type, run.id, chunk);
      launcher.credit(run, -chunk.length);
    });
    stream.on('error', () => {});
    stream.on('close', () => {
      run.openStreams -= 1;
      launcher.settle(run);
    });
  },

  credit(run: Launched, bytes: number): void {
    run.credit += bytes;
    for (const stream of [run.child.stdout, run.child.stderr]) {
      if (run.credit > 0) stream.resume();
      else stream.pause();
    }
  },

  /** The exit is told after all that the process wrote, so that a host that knows the exit has the whole answer. */
  linger(run: Launched): void {
    if (run.credit > 0) launcher.tellExit(run);
    else setTimeout(launcher.linger, lingerMs, run);
  },

  tellExit(run: Launched): void {
    if (run.exitTold) return;
    run.exitTold = true;
    launcher.send(frame.exit, run.id, Buffer.from(JSON.stringify(run.exit)));
  },

  settle(run: Launched): void {
    if (run.openStreams > 0 || run.exit === null) return;
    launcher.tellExit(run);
    launcher.send(frame.drained, run.id);
    runs.delete(run.id);
  },

  letGo({ child }: Launched): void {
    for (const stream of child.stdio) stream?.destroy();
  },

  endAll(): void {
    const left = [...runs.values()];
    for (const run of left) launcher.letGo(run);
    const gone = new Promise<void>((resolve) => launcher.awaitEnd(left, resolve));
    void termThenKill((name) => left.forEach((run) => void launcher.signal(run, name)), gone, graceMs).then(
      () => process.exit(0),
    );
  },

  /** The first process of a group may be survived by others. */
  awaitEnd(left: readonly Launched[], gone: () => void): void {
    const alive = left.filter((run) => launcher.signal(run, 0));
    if (alive.length === 0) gone();
    else setTimeout(launcher.awaitEnd, 10, alive, gone);
  },

  signal({ pid }: Launched, name: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-pid, name);
    } catch {
      return false;
    }
  },
};
launcher.open();
