import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../../src/config/load/load-config.ts';
import type { Fields } from '../../../src/engine/values/shapes.ts';
import type { AgentProduct } from '../../../src/gateway/agents/agent-product.ts';
import { agentTable } from '../../../src/gateway/agents/agent-table.ts';
import { answerPayload } from '../../../src/gateway/answer-call.ts';
import { readAnswerMessage } from '../../../src/gateway/daemon/answer-message.ts';
import { askDaemon } from '../../../src/gateway/daemon/ask-daemon.ts';
import { judgeCall } from '../../../src/gateway/judge-call.ts';
import { guardOwnFiles } from '../../../src/gateway/own-guard/own-guard.ts';
import { recordConfig } from '../../../src/gateway/record-config.ts';
import { AfterAnswer } from '../../../src/gateway/state/after-answer.ts';
import { GuardNotes } from '../../../src/gateway/state/guards/guard-notes.ts';
import { eventually } from '../../support/eventually.ts';
import { everyNth } from '../../support/seed.ts';
import { allLines } from '../../trace/traces.ts';
import { fixturesOf } from '../support.ts';
import { DaemonWorld } from './support.ts';

const points = {
  PreToolUse: `{ decision: /touch|push|marker/.test(JSON.stringify(event)) ? 'deny' : 'allow', reason: 'by policy' }`,
  PostToolUse: `{ inject: 'mind the tests' }`,
  UserPromptSubmit: `{ inject: 'be brief' }`,
  SessionStart: `{ inject: 'welcome' }`,
  PermissionRequest: `{ decision: 'deny', reason: 'not now' }`,
  Stop: `{ resume: true, reason: 'run the tests' }`,
};

const files = Object.fromEntries(
  Object.entries(points).map(([point, effect]) => [
    `project/${point}.mjs`,
    `export default (event) => (${effect});\n`,
  ]),
);
const hooks = Object.keys(points).map(
  (point) =>
    `  ${point}:\n    - { name: at-${point.toLowerCase()}, type: module, isolate: false, handler: ./${point}.mjs }\n`,
);

const variable = new Set(['writer', 'seq', 'hash', 'id', 'firing', 'at', 'startMs', 'durationMs']);

/** What is recorded in a state folder, without what differs from time to time and from writer to writer. */
async function recordIn(state: string): Promise<readonly object[]> {
  const lines = await allLines(join(state, 'hookline', 'traces'));
  return (
    lines
      .filter(({ type }) => type !== 'writer')
      // OpenCode names no session when it ends, so that each process makes one up.
      .filter((line) => line.type !== 'firing' || line.product !== 'opencode' || line.point !== 'SessionEnd')
      .map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => !variable.has(name))))
  );
}

/** One of each event that the agent announced, and some of the others; all of them in a long run. */
function seenCalls(agent: AgentProduct): readonly Fields[] {
  // The plain one of an event has the shortest name.
  const all = Object.entries(fixturesOf(agent))
    .sort(([one], [other]) => one.length - other.length)
    .map(([, fixture]) => fixture);
  const isFirst = (fixture: Fields): boolean =>
    fixture === all.find(({ hook_event_name: event }) => event === fixture['hook_event_name']);
  const others = all.filter((fixture) => !isFirst(fixture));
  const chosen = new Set(everyNth(others, 3));
  return all.filter((fixture) => isFirst(fixture) || chosen.has(fixture));
}

it('the calls that real agents made are answered and recorded by the daemon as in process', async () => {
  const yaml = `trace: true\nhooks:\n${hooks.join('')}`;
  const world = new DaemonWorld({ 'project/hookline.yaml': yaml, ...files });
  world.install();
  await world.trust();
  cpSync(join(world.home, 'state'), join(world.home, 'state-in-process'), { recursive: true });
  await world.startDaemon();
  const folder = join(world.home, 'project');
  const calls = Object.values(agentTable).flatMap((agent) =>
    seenCalls(agent).map((fixture) => ({
      agent,
      event: String(fixture['hook_event_name']),
      payload: JSON.stringify({ ...fixture, cwd: folder }),
    })),
  );
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('XDG_STATE_HOME', join(world.home, 'state-in-process'));
  for (const name of ['XDG_DATA_HOME', 'XDG_CONFIG_HOME'] as const) vi.stubEnv(name, world.env[name]);
  const environment = { ...process.env, ...world.env };
  const byDaemon: unknown[] = [];
  const inProcess: unknown[] = [];
  let denied = 0;
  for (const { agent, payload, event } of calls) {
    const { answer } = await answerPayload(agent, payload, (announced) =>
      judgeCall(announced, {
        required: true,
        afterAnswer: new AfterAnswer(new GuardNotes()),
        use: async (chosen, fire) => {
          const config = await loadConfig(chosen.files, {
            log: () => undefined,
            hooksOptions: { timing: true, base: { cwd: folder } },
            watch: false,
            levels: chosen.levels,
            nativeNames: true,
          });
          guardOwnFiles(config, chosen.folder);
          const recording = await recordConfig(config, () => undefined);
          return fire(config.hooks).finally(async () => {
            await recording?.stop();
            await config.close();
          });
        },
      }),
    );
    const body = JSON.stringify({ payload, cwd: folder, environment });
    const text = await askDaemon('POST', `hook/${agent.name}?required`, body, world.address);
    const said = text === null ? null : readAnswerMessage(text);
    byDaemon.push({ agent: agent.name, event, answer: said });
    inProcess.push({ agent: agent.name, event, answer });
    if (answer.stdout.includes('by policy')) denied += 1;
  }
  expect(byDaemon).toEqual(inProcess);
  expect([calls.length > 50, denied > 3]).toEqual([true, true]);
  const recorded = await recordIn(join(world.home, 'state-in-process'));
  expect(recorded.length).toBeGreaterThan(80);
  await eventually(async () => (await recordIn(join(world.home, 'state'))).length >= recorded.length);
  expect(await recordIn(join(world.home, 'state'))).toEqual(recorded);
});

it('and one of each agent by the installed line, as by the command without a daemon', async () => {
  const world = new DaemonWorld({ 'project/hookline.yaml': `hooks:\n${hooks.join('')}`, ...files });
  world.install();
  await world.trust();
  cpSync(join(world.home, 'state'), join(world.home, 'state-in-process'), { recursive: true });
  await world.startDaemon();
  for (const agent of Object.values(agentTable)) {
    const fixture = Object.values(fixturesOf(agent)).find(({ hook_event_name: name }) =>
      ['PreToolUse', 'BeforeTool', 'tool.execute.before'].includes(String(name)),
    );
    const input = JSON.stringify({ ...fixture, cwd: join(world.home, 'project') });
    const env = { HOOKLINE_DAEMON: 'off', XDG_STATE_HOME: join(world.home, 'state-in-process') };
    const alone = await world.call(['hook', agent.name, '--required'], { input, env });
    const event = String(fixture?.['hook_event_name']);
    expect(await world.line(input, { agent: agent.name, event })).toEqual(alone);
  }
  expect(world.starts).toBe(0);
});
