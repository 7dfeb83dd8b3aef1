import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Fields } from '../../../src/engine/values/shapes.ts';
import { agentTable } from '../../../src/gateway/agents/agent-table.ts';
import { eventually } from '../../support/eventually.ts';
import { allLines } from '../../trace/traces.ts';
import { eventOf, fixturesOf } from '../support.ts';
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
      .filter(
        (line) =>
          line.type !== 'firing' ||
          (line.product !== 'opencode' && line.product !== 'kilo') ||
          line.point !== 'SessionEnd',
      )
      .map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => !variable.has(name))))
  );
}

it('a call of each agent is answered and recorded by the installed line as by the command without a daemon', async () => {
  const world = new DaemonWorld({
    'project/hookline.yaml': `trace: true\nhooks:\n${hooks.join('')}`,
    ...files,
  });
  world.install();
  await world.trust();
  cpSync(join(world.home, 'state'), join(world.home, 'state-in-process'), { recursive: true });
  await world.startDaemon();
  for (const agent of Object.values(agentTable)) {
    const isCall = (payload: Fields): boolean =>
      agent.events[eventOf(agent, payload) ?? '']?.point === 'PreToolUse';
    const fixture = Object.values(fixturesOf(agent)).find(isCall) ?? {};
    // Agents name their folder in these fields.
    const cwd = join(world.home, 'project');
    const input = JSON.stringify({ ...fixture, cwd, working_dir: cwd, workspace_roots: [cwd] });
    const env = { HOOKLINE_DAEMON: 'off', XDG_STATE_HOME: join(world.home, 'state-in-process') };
    const alone = await world.call(['hook', agent.name, '--required'], { input, env });
    const event = eventOf(agent, fixture) ?? '';
    expect(await world.line(input, { agent: agent.name, event })).toEqual(alone);
  }
  expect(world.starts).toBe(0);
  const recorded = await recordIn(join(world.home, 'state-in-process'));
  expect(recorded.length).toBeGreaterThan(4);
  await eventually(async () => (await recordIn(join(world.home, 'state'))).length >= recorded.length);
  expect(await recordIn(join(world.home, 'state'))).toEqual(recorded);
});
