import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentNamed } from '../../../src/gateway/agents/agent-table.ts';
import { pluginText } from '../../../src/gateway/install/plugins/plugin-text.ts';
import { wantedPlugin } from '../../../src/gateway/install/wanted-events.ts';
import { DaemonWorld, denying } from './support.ts';

/** Has the plugin judge calls as Cline does, and prints what it answers. */
const host = `import plugin from './hookline.mjs';
plugin.setup({}, { workspaceInfo: { rootPath: process.cwd() } });
const snapshot = { agentId: 'a', conversationId: 'c', messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] };
const answers = [];
for (const [toolName, input] of JSON.parse(process.argv[2]))
  answers.push(await plugin.hooks.beforeTool({ snapshot, toolCall: { toolCallId: 'call', toolName }, input }));
answers.push((await plugin.hooks.beforeRun({ snapshot })) ?? {});
console.log(JSON.stringify(answers));
`;

function worldWithPlugin(): DaemonWorld {
  const world = new DaemonWorld({ 'project/hookline.yaml': denying('push'), 'project/host.mjs': host });
  const folder = join(world.home, 'project');
  const points = new Set<string>();
  const agent = agentNamed('cline');
  const plugin = wantedPlugin(agent, { scope: 'user', folder, open: false, points, trust: true });
  writeFileSync(join(folder, 'hookline.mjs'), pluginText(agent, plugin));
  world.install();
  return world;
}

function answers(world: DaemonWorld, calls: readonly (readonly [string, unknown])[]): readonly unknown[] {
  const options = { cwd: join(world.home, 'project'), env: { ...process.env, ...world.env } } as const;
  const done = spawnSync(process.execPath, ['host.mjs', JSON.stringify(calls)], {
    ...options,
    encoding: 'utf8',
  });
  return JSON.parse(done.stdout);
}

const skipped = (reason: string) => ({ skip: true, reason: expect.stringContaining(reason) });

it("Cline's plugin judges each entry of a list, in every form that Cline takes", async () => {
  const world = worldWithPlugin();
  await world.trust();
  await world.startDaemon();
  world.install();
  const said = answers(world, [
    ['run_commands', { commands: ['git pull'] }],
    ['run_commands', { commands: ['git pull', 'git push'] }],
    ['run_commands', { commands: [{ command: 'git', args: ['push'] }] }],
    ['run_commands', { commands: 'git push' }],
    ['run_commands', ['git push']],
    ['run_commands', { cmd: 'git push' }],
    ['run_commands', 'git push'],
    ['other', 'git pull'],
  ]);
  expect(world.starts).toBe(0);
  const refused = skipped('no push here');
  expect(said).toEqual([{}, refused, refused, refused, refused, refused, refused, {}, {}]);
});

it("Cline's plugin refuses when hookline is gone", () => {
  const world = worldWithPlugin();
  rmSync(join(world.home, 'data'), { recursive: true });
  const said = answers(world, [['run_commands', { commands: ['git pull'] }]]);
  const why = expect.stringContaining('hookline is missing or broken');
  expect(said).toEqual([
    { skip: true, reason: why },
    { stop: true, reason: why },
  ]);
});
