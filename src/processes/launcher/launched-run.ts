import { signalGroup } from '../end-with-host.ts';
import type { ProcessEvents, ProcessSpec, RunningProcess } from '../process.ts';
import { startDirectly } from '../start-directly.ts';
import { type FrameType, flow, frame } from './frames.ts';

type Exit = Awaited<RunningProcess['exited']>;
type GroupSignal = Parameters<RunningProcess['signalGroup']>[0];

export interface LauncherLine {
  send(type: FrameType, run: number, body?: Uint8Array | number): void;
  idle(run: LaunchedRun): void;
  forget(run: LaunchedRun): void;
}

/**
 * A process that the launcher started. If the launcher dies, the process runs again, started directly: a caller must
 * get an answer whatever happens to a helper it never asked for.
 */
export class LaunchedRun implements RunningProcess {
  readonly id: number;
  readonly exited: Promise<Exit>;
  readonly drained: Promise<void>;
  readonly #line: LauncherLine;
  readonly #spec: ProcessSpec;
  readonly #events: ProcessEvents;
  #resolveExited: (exit: Exit) => void = () => {};
  #rejectExited: (error: Error) => void = () => {};
  #resolveDrained: () => void = () => {};
  #pid: number | null = null;
  #input: Uint8Array | null = null;
  #inputSent = 0;
  #inputEnded = false;
  #inputCredit = flow.windowBytes;
  #unconfirmed = 0;
  #signal: GroupSignal | null = null;
  #hasOutput = false;
  #hasExited = false;
  #isReleased = false;
  #isOver = false;
  #second: RunningProcess | null = null;

  constructor(id: number, line: LauncherLine, spec: ProcessSpec, events: ProcessEvents) {
    this.id = id;
    this.#line = line;
    this.#spec = spec;
    this.#events = events;
    this.exited = new Promise((resolve, reject) => {
      this.#resolveExited = resolve;
      this.#rejectExited = reject;
    });
    this.drained = new Promise((resolve) => {
      this.#resolveDrained = resolve;
    });
    // After a release, failures don't matter.
    this.exited.catch(() => {});
    line.send(frame.start, id, Buffer.from(JSON.stringify(spec)));
  }

  write(data: Uint8Array): void {
    this.#input = data;
    if (this.#second === null) this.#sendInput();
    else this.#second.write(data);
  }

  signalGroup(signal: GroupSignal): void {
    this.#signal = signal;
    if (this.#second === null) this.#kill(signal);
    else this.#second.signalGroup(signal);
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#resolveDrained();
    if (this.#second !== null) {
      this.#second.release();
      return;
    }
    if (this.#isOver) return;
    this.#line.send(frame.release, this.id);
    this.#line.idle(this);
  }

  receive(type: number, body: Buffer): void {
    if (type === frame.stdout || type === frame.stderr) this.#takeOutput(type, body);
    else if (type === frame.drained) this.#finish();
    else if (type === frame.started) {
      this.#pid = body.readUInt32LE(0);
      if (this.#signal !== null) this.#kill(this.#signal);
    } else if (type === frame.taken) {
      this.#inputCredit += body.readUInt32LE(0);
      this.#sendInput();
    } else if (type === frame.exit) {
      this.#hasExited = true;
      this.#input = null;
      this.#resolveExited(JSON.parse(body.toString()));
    } else if (type === frame.failed) {
      const { code, message } = JSON.parse(body.toString());
      this.#rejectExited(Object.assign(new Error(message), { code }));
      this.#finish();
    }
  }

  lost(): void {
    // The process has lost its streams, and its end would go unnoticed.
    this.#kill('SIGKILL');
    if (this.#hasExited) this.#resolveDrained();
    else if (this.#signal !== null || this.#isReleased) this.#giveUp();
    else if (this.#hasOutput && this.#events.restarted === undefined) this.#fail();
    else this.#startAgain();
  }

  #finish(): void {
    this.#isOver = true;
    this.#resolveDrained();
    this.#line.forget(this);
  }

  #startAgain(): void {
    this.#events.restarted?.();
    const second = startDirectly(this.#spec, this.#events);
    this.#second = second;
    if (this.#input !== null) second.write(this.#input);
    second.exited.then(this.#resolveExited, (error: unknown) => this.#fail(error));
    second.drained.then(this.#resolveDrained, this.#resolveDrained);
  }

  #giveUp(): void {
    this.#resolveExited({ exitCode: null, signal: 'SIGKILL' });
    this.#resolveDrained();
  }

  #fail(cause?: unknown): void {
    const message = `${this.#spec.file} was lost with the process that started it, and could not be started again`;
    this.#rejectExited(Object.assign(new Error(message, { cause }), { code: 'ELAUNCHER' }));
    this.#resolveDrained();
  }

  #takeOutput(type: number, chunk: Buffer): void {
    if (this.#isReleased) return;
    this.#hasOutput = true;
    this.#unconfirmed += chunk.length;
    // Sent in large steps: the launcher needs it only well before the window is used up.
    if (this.#unconfirmed >= flow.windowBytes / 4) {
      this.#line.send(frame.consumed, this.id, this.#unconfirmed);
      this.#unconfirmed = 0;
    }
    if (type === frame.stdout) this.#events.stdout(chunk);
    else this.#events.stderr(chunk);
  }

  #sendInput(): void {
    const input = this.#input;
    if (input === null || this.#isReleased) return;
    while (this.#inputSent < input.length && this.#inputCredit > 0) {
      const size = Math.min(flow.chunkBytes, this.#inputCredit, input.length - this.#inputSent);
      const chunk = input.subarray(this.#inputSent, this.#inputSent + size);
      this.#line.send(frame.stdin, this.id, chunk);
      this.#inputSent += size;
      this.#inputCredit -= size;
    }
    if (this.#inputSent < input.length || this.#inputEnded) return;
    this.#inputEnded = true;
    this.#line.send(frame.stdinEnd, this.id);
  }

  #kill(signal: GroupSignal): void {
    if (this.#pid !== null) signalGroup(this.#pid, signal);
  }
}
