import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { resolve } from 'node:path';
import type { ProcessEvents, ProcessSpec, RunningProcess } from '../process.ts';
import { createFrameReader, encodeFrame, type FrameType, frame } from './frames.ts';
import { LaunchedRun, type LauncherLine } from './launched-run.ts';
import program from './program.ts?program';

/** Fewer threads and a smaller heap: the smaller the launcher, the faster it starts processes. */
const smallNode = ['--single-threaded', '--v8-pool-size=0', '--max-semi-space-size=1'];
const startDeadlineMs = 10_000;
const maxLooks = 5;
const lookEveryMs = 1000;

export function currentUser(): string {
  return `${process.geteuid?.()}:${process.getegid?.()}`;
}

export class Launcher implements LauncherLine {
  readonly user: string = currentUser();
  readonly #child: ChildProcess;
  readonly #socket: Socket | null;
  readonly #runs = new Map<number, LaunchedRun>();
  readonly #awaited = new Set<LaunchedRun>();
  readonly #unanswered = new Map<number, number>();
  readonly #onGone: (didWork: boolean) => void;
  #watch: NodeJS.Timeout | null = null;
  #lastRun = 0;
  #isUp = false;
  #didWork = false;
  #isGone = false;
  #isRetired = false;

  constructor(onGone: (didWork: boolean) => void) {
    this.#onGone = onGone;
    this.#child = spawn(process.execPath, [...smallNode, '-e', program], {
      cwd: '/',
      env: minimalEnvironment(),
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    this.#child.unref();
    this.#child.on('error', () => this.#gone());
    const line = this.#child.stdio[3];
    this.#socket = line instanceof Socket ? line : null;
    if (this.#socket === null) return;
    this.#socket.unref();
    this.#socket.on(
      'data',
      createFrameReader((type, run, body) => this.#receive(type, run, body)),
    );
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => this.#gone());
    setTimeout(() => this.#checkStarted(), startDeadlineMs).unref();
  }

  get isUp(): boolean {
    return this.#isUp && !this.#isGone;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  start(spec: ProcessSpec, events: ProcessEvents): RunningProcess {
    this.#lastRun += 1;
    // The launcher lives in a folder of its own, so a relative one must be known before.
    const run = new LaunchedRun(this.#lastRun, this, { ...spec, cwd: resolve(spec.cwd) }, events);
    this.#runs.set(run.id, run);
    this.#awaited.add(run);
    this.#socket?.ref();
    this.#unanswered.set(run.id, 0);
    this.#watch ??= setInterval(() => this.#look(), lookEveryMs).unref();
    return run;
  }

  retire(): void {
    this.#isRetired = true;
    this.#endIfRetired();
  }

  send(type: FrameType, run: number, body?: Uint8Array | number): void {
    if (this.#socket?.writable) this.#socket.write(encodeFrame(type, run, body));
  }

  idle(run: LaunchedRun): void {
    this.#awaited.delete(run);
    if (this.#awaited.size === 0) this.#socket?.unref();
  }

  forget(run: LaunchedRun): void {
    this.#didWork = true;
    this.#runs.delete(run.id);
    this.idle(run);
    this.#endIfRetired();
  }

  #receive(type: number, run: number, body: Buffer): void {
    if (type === frame.hello) this.#isUp = true;
    this.#unanswered.delete(run);
    this.#runs.get(run)?.receive(type, body);
  }

  #look(): void {
    for (const [run, looks] of this.#unanswered) {
      this.#unanswered.set(run, looks + 1);
      if (looks + 1 >= maxLooks) this.#child.kill('SIGKILL');
    }
    if (this.#unanswered.size === 0) this.#stopLooking();
  }

  #stopLooking(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
  }

  #endIfRetired(): void {
    if (this.#isRetired && this.#runs.size === 0) this.#socket?.destroy();
  }

  #checkStarted(): void {
    if (!this.#isUp) this.#child.kill('SIGKILL');
  }

  #gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#stopLooking();
    this.#socket?.destroy();
    if (!this.#isRetired) this.#onGone(this.#didWork);
    const lost = [...this.#runs.values()];
    this.#runs.clear();
    for (const run of lost) run.lost();
  }
}

/** Every process gets its own environment; all that the launcher needs is what the loader of Node itself may need. */
function minimalEnvironment(): Record<string, string> {
  const path = process.env['LD_LIBRARY_PATH'];
  return path === undefined ? {} : { LD_LIBRARY_PATH: path };
}
