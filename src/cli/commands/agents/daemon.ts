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

async function showStatus({ terminal, options }: CommandCall): Promise<number> {
  const text = await askDaemon('GET', 'status');
  if (options['json'] === true) {
    terminal.print(text ?? 'null');
    return text === null ? 1 : 0;
  }
  if (text === null) {
    const nobody = (await isListening())
      ? `a daemon does not answer at ${daemonAddress()}`
      : 'no daemon runs';
    terminal.print(`${nobody}; the next call of an agent starts one`);
    return 1;
  }
  const status = JSON.parse(text) as DaemonStatus;
  const megabytes = Math.round(status.rss / 2 ** 20);
  terminal.print(`hookline ${status.version} answers at ${daemonAddress()}`);
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

async function stop({ terminal, options }: CommandCall): Promise<number> {
  // The daemon itself is this command too, and holds what it loads for as long as it lives.
  const { requireNoAgent } = await import('../people/person.ts');
  requireNoAgent('to stop the daemon');
  const text = await askDaemon('POST', 'stop');
  const isStuck = text === null && (await isListening());
  if (options['json'] === true) {
    terminal.print(JSON.stringify({ stopped: text !== null }));
    return isStuck ? 1 : 0;
  }
  if (isStuck)
    terminal.print(
      `a daemon does not answer at ${daemonAddress()}, and was not stopped; hookline daemon start puts another in its place`,
    );
  else terminal.print(text === null ? 'no daemon runs' : 'the daemon ends when its calls are answered');
  return isStuck ? 1 : 0;
}

/** A process may have the socket although it is stopped or hangs. */
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

async function showLogs({ terminal, options }: CommandCall): Promise<number> {
  const text = await readFile(daemonLog(), 'utf8').catch(() => '');
  if (options['json'] === true) {
    terminal.print(JSON.stringify({ file: daemonLog(), lines: text.split('\n').filter(Boolean) }, null, 2));
    return 0;
  }
  terminal.print(text.trimEnd() || 'the daemon has written nothing');
  return 0;
}

async function run({ terminal, signal }: CommandCall): Promise<number> {
  // One that started at the same moment is as good.
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
