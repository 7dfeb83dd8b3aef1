import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { unwritable } from '../../../files/unwritable.ts';
import { daemonAddress, programModule } from '../../../gateway/daemon/daemon-address.ts';
import { askDaemon } from '../../../gateway/daemon/daemon-client.ts';
import { daemonLog, startDaemon } from '../../../gateway/daemon/start-daemon.ts';
import type { CommandCall, CommandRun } from '../../command.ts';
import { counted } from '../../show/show-problem.ts';
import { version } from '../../version.ts';

interface DaemonStatus {
  readonly version: string;
  readonly pid: number;
  readonly seconds: number;
  readonly answered: number;
  readonly workers: readonly number[];
  readonly rss: number;
  readonly idleSeconds: number;
}

type Action = (call: CommandCall) => Promise<number>;

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['status', showStatus],
  ['start', start],
  ['stop', stop],
  ['logs', showLogs],
  ['run', run],
]);

export const runDaemon: CommandRun = async (call) => {
  const [action = 'status'] = call.arguments;
  return actions.get(action)?.(call) ?? 1;
};

async function showStatus({ terminal, isJson }: CommandCall): Promise<number> {
  const text = await askDaemon('GET', 'status');
  if (isJson) return terminal.printJson(JSON.parse(text ?? 'null'), text === null ? 1 : 0);
  if (text === null) {
    const what = (await isListening()) ? notAnswering() : notRunning;
    terminal.print(`${what}; the next call of an agent starts one`);
    return 1;
  }
  const status = JSON.parse(text) as DaemonStatus;
  const megabytes = Math.round(status.rss / 2 ** 20);
  terminal.print(`hookline ${status.version} is running at ${daemonAddress()}`);
  terminal.print(
    `  process ${status.pid}, for ${status.seconds} s, ${counted(status.answered, 'answer')}, ${counted(status.workers.length, 'warm folder')}, ${megabytes} MB; ends after ${status.idleSeconds} s without calls`,
  );
  return 0;
}

async function start(call: CommandCall): Promise<number> {
  await startDaemon(programModule());
  const end = Date.now() + 5000;
  while ((await askDaemon('GET', 'status')) === null && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return showStatus(call);
}

async function stop({ terminal, isJson }: CommandCall): Promise<number> {
  // `daemon run` is this file, too, and would keep what it loads.
  const { requireNoAgent } = await import('../people/person.ts');
  requireNoAgent('hookline daemon stop');
  const text = await askDaemon('POST', 'stop');
  const isStuck = text === null && (await isListening());
  const exitCode = isStuck ? 1 : 0;
  if (isJson) return terminal.printJson({ stopped: text !== null }, exitCode);
  if (isStuck) terminal.print(`${notAnswering()} and was not stopped; hookline daemon start replaces it`);
  else terminal.print(text === null ? notRunning : 'the daemon ends once its calls are answered');
  return exitCode;
}

const notRunning = 'no daemon is running';
const notAnswering = (): string => `the daemon at ${daemonAddress()} does not answer`;

/** A process that is stopped or hangs still has its socket. */
function isListening(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(daemonAddress());
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function showLogs({ terminal, isJson }: CommandCall): Promise<number> {
  const text = await readFile(daemonLog(), 'utf8').catch(() => '');
  if (isJson) return terminal.printJson({ file: daemonLog(), lines: text.split('\n').filter(Boolean) });
  terminal.print(text.trimEnd() || 'the daemon has logged nothing');
  return 0;
}

async function run({ terminal, signal }: CommandCall): Promise<number> {
  // Another process won the race.
  if ((await askDaemon('GET', 'status')) !== null) return 0;
  const { Broker } = await import('../../../gateway/daemon/broker.ts');
  const broker = await Broker.start({
    version,
    module: programModule(),
    log: (text) => terminal.tell(`${new Date().toISOString()} ${text}`),
  }).catch((problem: unknown) => {
    throw unwritable(problem, daemonAddress());
  });
  signal.addEventListener('abort', () => broker.stop(), { once: true });
  await broker.ended;
  return 0;
}
