import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { agentNamed } from '../../../src/gateway/agents/agent-table.ts';
import { askForAnswer } from '../../../src/gateway/daemon/daemon-client.ts';
import { hookLine } from '../../../src/gateway/install/hook-line.ts';
import { launcherText, systemCurl } from '../../../src/gateway/install/launcher.ts';
import { type Ended, main, hookline as ownProcess } from '../../support/command-line/cli.ts';
import {
  addressIn,
  type DaemonStatus,
  endDaemonAt,
  startDaemonAt,
  statusOf,
} from '../../support/command-line/daemon.ts';
import { hookline as served } from '../../support/command-line/served.ts';
import { trusted } from '../../support/command-line/trusted.ts';
import { eventually } from '../../support/eventually.ts';
import { folderWith } from '../../support/folder-with.ts';
import { isLong } from '../../support/seed.ts';
import { writeChain } from '../install/write-chain.ts';

/** A configuration that denies commands with a word in them. */
export const denying = (word: string): string => `hooks:
  PreToolUse:
    - name: no-${word}
      matcher: Bash
      type: command
      handler: "grep -q ${word} && { echo no ${word} here >&2; exit 2; }; true"
      guard: true
`;

interface Where {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface LineCall extends Where {
  readonly agent?: string;
  readonly event?: string;
  readonly shell?: string;
}

/** A home with a daemon of its own, and a project in it. */
export class DaemonWorld {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  #calls = 0;

  constructor(files: Readonly<Record<string, string>>) {
    this.home = folderWith({ 'run/keep': '', ...files });
    this.env = {
      HOOKLINE_DAEMON: 'on',
      XDG_RUNTIME_DIR: join(this.home, 'run'),
      XDG_STATE_HOME: join(this.home, 'state'),
      XDG_DATA_HOME: join(this.home, 'data'),
      XDG_CONFIG_HOME: join(this.home, 'config'),
    };
    onTestFinished(async () => {
      // The last call may still be starting one.
      do {
        await endDaemonAt(this.address);
        await new Promise((resolve) => setTimeout(resolve, 300));
      } while ((await this.status()) !== null);
    });
  }

  /** Calls hookline in a folder of this home. */
  call(
    words: readonly string[],
    { folder = 'project', env = {}, input = '' }: Where & { readonly input?: string } = {},
  ): Promise<Ended> {
    const all = { ...this.env, ...env };
    // A call that asks the daemon reads and writes at once, so only a process of its own can make it.
    const call = words[0] === 'hook' && all['HOOKLINE_DAEMON'] === 'on' ? ownProcess : served;
    return call(words, { cwd: join(this.home, folder), input, env: all });
  }

  startDaemon(env: Readonly<Record<string, string>> = {}): Promise<DaemonStatus> {
    return startDaemonAt(this.address, { ...this.env, ...env });
  }

  /** The user trusts a folder as it is now. */
  trust(folder = 'project'): Promise<void> {
    return trusted(join(this.home, folder), this.env);
  }

  /** What Claude Code is told about a command. */
  hook(
    command: string,
    { folder = 'project', env = {}, words = [] }: Where & { readonly words?: readonly string[] } = {},
  ): Promise<Ended> {
    return this.call(['hook', 'claude-code', '--required', ...words], {
      folder,
      env,
      input: this.payload(command, folder),
    });
  }

  /** Asks the daemon about a command as the command line does, without a process for it. In a long run, the command line asks. */
  async ask(command: string, where: Where = {}): Promise<Ended> {
    if (isLong) return this.hook(command, where);
    let said: Ended | null = null;
    // A busy machine may keep a daemon from giving its sign of life in time.
    await eventually(async () => {
      said = await this.askOnce(command, where);
      return said !== null;
    });
    return said ?? this.ask(command, where);
  }

  /** Null where the daemon gives no answer: then the command judges by itself. */
  async askOnce(command: string, { folder = 'project', env = {} }: Where = {}): Promise<Ended | null> {
    const environment = { ...process.env, ...this.env, ...env };
    const cwd = join(this.home, folder);
    const payload = this.payload(command, folder);
    const call = { agent: 'claude-code', required: true, payload, cwd, environment };
    const answer = await askForAnswer(call, this.address);
    return answer === null ? null : { ...answer, code: answer.exitCode };
  }

  /** What Claude Code says of a command. */
  payload(command: string, folder = 'project'): string {
    this.#calls += 1;
    return JSON.stringify({
      session_id: `session in ${folder}`,
      cwd: join(this.home, folder),
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `call-${this.#calls}`,
    });
  }

  /** Writes the launcher as `hookline install` does, with a Node that counts how often it is started. */
  install({ program = realpathSync(main), curl = systemCurl() } = {}): void {
    const folder = join(this.home, 'data/hookline');
    mkdirSync(folder, { recursive: true });
    const node = join(this.home, 'node');
    writeFileSync(node, `#!/bin/sh\necho >>'${this.home}/starts'\nexec '${process.execPath}' "$@"\n`);
    chmodSync(node, 0o755);
    writeFileSync(join(this.home, 'starts'), '');
    const uid = process.getuid?.() ?? 0;
    writeChain(folder, launcherText({ node, main: program, curl, uid, places: '' }), program);
  }

  /** How often the launcher has started Node. */
  get starts(): number {
    return readFileSync(join(this.home, 'starts'), 'utf8').length;
  }

  /** Runs the line that is installed for an event, as an agent would. */
  line(
    input: string,
    {
      agent = 'claude-code',
      event = 'PreToolUse',
      shell = 'sh',
      folder = 'project',
      env = {},
    }: LineCall = {},
  ): Promise<Ended> {
    const product = agentNamed(agent);
    const line = hookLine(product, event, { required: true, open: false });
    // The line names sh, which is one of several shells, and any of them may be given the line.
    const [program = 'sh', ...options] = shell.split(' ');
    const words = [...options, '-c', line.replaceAll('/bin/sh ', `${shell} `)];
    const cwd = join(this.home, folder);
    return new Promise((resolve, reject) => {
      const child = spawn(program, words, { cwd, env: { ...process.env, ...this.env, ...env } });
      const texts = { stdout: '', stderr: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        texts.stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        texts.stderr += text;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, ...texts }));
      child.stdin.end(input);
    });
  }

  /** Where its daemon listens, or would. */
  get address(): string {
    return addressIn(join(this.home, 'run'));
  }

  /** The socket of its daemon. */
  socket(): string {
    const folder = join(this.home, 'run/hookline');
    const [name] = readdirSync(folder).filter((one) => one.endsWith('.sock'));
    if (name === undefined) throw new Error('no daemon listens');
    return join(folder, name);
  }

  status(): Promise<DaemonStatus | null> {
    return statusOf(this.address);
  }
}

export const isDenied = ({ stdout }: Ended): boolean => stdout.includes('"permissionDecision":"deny"');

/** A program that is in the place of the daemon, and alive. */
export async function listenAt(address: string, behave: (socket: Socket) => void): Promise<void> {
  mkdirSync(join(address, '..'), { recursive: true, mode: 0o700 });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const ahead = Date.now() / 1000 + 60;
  utimesSync(address, ahead, ahead);
  onTestFinished(() => {
    server.close();
    rmSync(address, { force: true });
  });
}
