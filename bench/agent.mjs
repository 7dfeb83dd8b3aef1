// What hooks cost in a whole session, and what a long session holds in memory: `node bench/agent.mjs`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { allPoints, Hooks } from 'hookline';
import { Agent, defineTool, readTranscript, ScriptedModel } from 'hookline/agent';
import { median } from './measure.mjs';
import { printBars } from './report.mjs';

const calls = 1000;
const rounds = 11;
const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-agent-'));
const file = join(folder, 'read.txt');
writeFileSync(file, 'a line of text\n'.repeat(20));

const read = defineTool({
  name: 'Read',
  description: 'Reads a file.',
  input: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
  run: ({ file_path }) => readFileSync(String(file_path), 'utf8'),
});

/** @param {number} count */
function hooksAtEveryPoint(count) {
  const hooks = new Hooks();
  for (const { name } of allPoints()) {
    for (let index = 0; index < count; index += 1) hooks.on(/** @type {'Stop'} */ (name), () => {});
  }
  return hooks;
}

/**
 * @param {Hooks} hooks
 * @param {number} turns
 */
async function session(hooks, turns) {
  const tools = [{ name: 'Read', input: { file_path: file } }];
  const agent = new Agent({
    hooks,
    model: new ScriptedModel({ turns: Array(turns).fill({ text: 'Reading.', tools }) }),
    tools: [read],
    transcripts: folder,
    permissionMode: 'bypassPermissions',
    maxTurns: turns + 1,
  });
  const start = performance.now();
  const { turns: taken } = await agent.ask('Read it');
  const ms = performance.now() - start;
  if (taken !== turns + 1) throw new Error(`the session took ${taken} turns instead of ${turns + 1}`);
  return { agent, ms };
}

async function timeOf(/** @type {Hooks} */ hooks) {
  const { agent, ms } = await session(hooks, calls);
  await agent.end();
  rmSync(agent.transcriptPath);
  return ms;
}

/** Bytes that a session of so many turns keeps alive, and those that its conversation alone takes. */
async function heldBy(/** @type {number} */ turns) {
  const before = heapInUse();
  const { agent } = await session(withHooks, turns);
  const held = heapInUse() - before;
  await agent.end();
  const beforeReading = heapInUse();
  const messages = readTranscript(agent.transcriptPath);
  const conversation = heapInUse() - beforeReading;
  if (messages.length !== 2 * turns + 1) throw new Error(`the transcript has ${messages.length} messages`);
  return { held, conversation };
}

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');
function heapInUse() {
  for (let index = 0; index < 4; index += 1) gc();
  return process.memoryUsage().heapUsed;
}

const without = new Hooks();
const withHooks = hooksAtEveryPoint(10);
await timeOf(without);
await timeOf(withHooks);
const ratios = [];
const plain = [];
const hooked = [];
for (let round = 0; round < rounds; round += 1) {
  const base = await timeOf(without);
  const own = await timeOf(withHooks);
  plain.push(base);
  hooked.push(own);
  ratios.push(own / base);
}
ratios.sort((left, right) => left - right);
const ratio = median(ratios);
const spread = `${ratios[Math.floor(rounds / 4)]?.toFixed(2)}–${ratios[Math.floor((rounds * 3) / 4)]?.toFixed(2)}`;

const small = await heldBy(1000);
const large = await heldBy(4000);
const grown = (large.held - small.held) / (large.conversation - small.conversation);
rmSync(folder, { recursive: true });

console.log(`a scripted session of ${calls} tool calls (median of ${rounds})`);
console.log(
  `  without hooks ${median(plain).toFixed(0)} ms, 10 function hooks at each point ${median(hooked).toFixed(0)} ms\n`,
);
printBars([
  {
    work: '10 function hooks at each point',
    measured: `${ratio.toFixed(2)}× without hooks (${spread})`,
    bar: '≤ 1.2×',
    isMet: ratio <= 1.2,
  },
  {
    work: 'memory that 3,000 more turns hold',
    measured: `${grown.toFixed(2)}× their messages alone`,
    bar: '≤ 1.1×',
    isMet: grown <= 1.1,
  },
]);
