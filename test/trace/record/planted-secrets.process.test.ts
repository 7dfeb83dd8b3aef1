import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askForAnswer } from '../../../src/gateway/daemon/daemon-client.ts';
import { DaemonWorld } from '../../gateway/daemon/support.ts';
import { hookline } from '../../support/command-line/served.ts';
import { eventually } from '../../support/eventually.ts';
import { PlantedSecrets } from '../planted.ts';

/** Hooks that repeat all that they are told: as a reason, as an injection, on stderr, in what they change. */
const yaml = `trace: true
hooks:
  PreToolUse:
    - { name: changes, type: module, isolate: false, handler: ./changes.mjs }
    - { name: denies, type: command, handler: "grep deny >&2 && exit 2; cat >&2" }
  UserPromptSubmit: [{ name: repeats, type: command, handler: "cat >&2; exit 3" }]
`;
const changes = `export default ({ tool_input }) => ({
  updated_input: { ...tool_input, again: JSON.stringify(tool_input) },
  inject: JSON.stringify(tool_input),
});
`;

it('no file that hookline keeps holds any of 200 secrets, by the daemon, without it, and in its own loop', async () => {
  const world = new DaemonWorld({ 'project/hookline.yaml': yaml, 'project/changes.mjs': changes });
  const folder = join(world.home, 'project');
  const secrets = new PlantedSecrets();
  const plant = (): string => secrets.plant();
  const payload = (session: string, what: string): string =>
    JSON.stringify({
      ...{ session_id: session, transcript_path: `/tmp/${plant()}`, cwd: folder },
      ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: plant(), agent_id: plant() },
      tool_input: {
        command: `${what} ${plant()} ${plant()}`,
        description: plant(),
        // A name of a field is a text too.
        [`${plant()}`]: { deep: [plant(), { deeper: plant() }] },
        long: `${'z'.repeat(64 * 1024 - 10)} ${plant()}`,
      },
    });
  await world.trust();
  await world.call(['daemon', 'start']);
  const environment = { ...process.env, ...world.env };
  for (const what of ['deny', 'echo', 'git reset --hard', 'deny', 'echo', 'ls']) {
    const asked = { agent: 'claude-code', required: true, payload: payload('by-daemon', what) };
    const answer = await askForAnswer({ ...asked, cwd: folder, environment }, world.address);
    expect(answer).not.toBeNull();
  }
  const env = { ...world.env, HOOKLINE_DAEMON: 'off' };
  for (const what of ['deny', 'echo', 'git reset --hard', 'deny', 'echo', 'ls'])
    await hookline(['hook', 'claude-code'], { cwd: folder, env, input: payload(`without ${plant()}`, what) });
  const turns = Array.from({ length: 15 }, () => ({
    text: plant(),
    tools: [{ name: 'Bash', input: { command: `echo '${plant()}' '${plant()}'`, [plant()]: plant() } }],
  }));
  const script = { prompt: `go on with ${plant()}`, turns: [...turns, {}] };
  const scriptFile = join(world.home, 'script.yaml');
  writeFileSync(scriptFile, JSON.stringify(script));
  await hookline(['run', '--script', scriptFile], { cwd: folder, env });
  const state = join(world.home, 'state');
  const files = (): readonly string[] =>
    readdirSync(state, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      // What a second announcement of a call is answered with, and what a session goes on with, must be whole.
      .filter((file) => !/\/hookline\/(?:calls|sessions)\//.test(file));
  const recorded = (): string =>
    files()
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
  await eventually(() => recorded().match(/"type":"firing".*"session":"by-daemon"/g)?.length === 6);
  expect(secrets.all.length).toBeGreaterThanOrEqual(200);
  expect(files().filter((file) => file.includes('/traces/')).length).toBeGreaterThan(8);
  expect(recorded().split('[redacted').length).toBeGreaterThan(200);
  for (const file of files()) expect([file, ...secrets.foundIn(readFileSync(file))]).toEqual([file]);
});
