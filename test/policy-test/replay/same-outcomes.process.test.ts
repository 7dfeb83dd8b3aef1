import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { demoFiles } from '../../../src/cli/demo/demo-files.ts';
import { type ChosenFiles, chooseFiles } from '../../../src/config/load/choose-files.ts';
import { agentTable } from '../../../src/gateway/agents/agent-table.ts';
import { Host } from '../../../src/gateway/host/host.ts';
import { trustWritten } from '../../../src/gateway/trust/trust-questions.ts';
import { replayEvents } from '../../../src/policy-test/replay/replay-events.ts';
import { type FoundFiring, firingsOf } from '../../../src/trace/read/find-firings.ts';
import { traceFiles } from '../../../src/trace/read/find-traces.ts';
import type { ReplayReport } from '../../../src/trace/replay/replay.ts';
import { fixturesOf } from '../../gateway/support.ts';
import { folderWith } from '../../support/folder-with.ts';
import { projectFolder } from '../../support/pages.ts';

const { signal } = new AbortController();

async function firingsIn(folder: string): Promise<readonly FoundFiring[]> {
  const found: FoundFiring[] = [];
  for await (const firing of firingsOf(await traceFiles(folder), {}, signal)) found.push(firing);
  return found;
}

async function replayed(folder: string, chosen: ChosenFiles): Promise<ReplayReport> {
  return replayEvents(firingsOf(await traceFiles(folder), {}, signal), { chosen, signal });
}

describe('the demo', () => {
  it('is decided as it was, and one hook fewer changes its own events alone', async () => {
    const folder = folderWith({ ...demoFiles, 'home/x': '' });
    const env = {
      PATH: process.env['PATH'],
      HOME: join(folder, 'home'),
      XDG_STATE_HOME: join(folder, 'state'),
      // What is redacted cannot be replayed.
      HOOKLINE_TRACE: 'full',
    };
    execFileSync(process.execPath, [`${projectFolder}dist/cli/main.js`, 'demo'], { env, stdio: 'ignore' });
    const traces = join(folder, 'state', 'hookline', 'traces');
    const chosen = { files: [join(folder, 'hookline.yaml')], levels: false };
    const firings = await firingsIn(traces);
    expect(new Set(firings.map(({ firing }) => firing.outcome.decision))).toEqual(
      new Set([null, 'deny', 'ask']),
    );
    expect(firings.some(({ firing }) => firing.lineage.length > 0)).toBe(true);
    const same = await replayed(traces, chosen);
    expect(same).toMatchObject({ events: firings.length, different: [] });
    // Some payloads of agents name a folder of their own machine, which is not here.
    expect(same.same + same.notReplayable).toBe(firings.length);
    expect(same.notReplayable).toBeLessThan(10);
    const without = (name: string): Promise<ReplayReport> => {
      const text = (demoFiles['hookline.yaml'] ?? '').replace(new RegExp(`^.*name: ${name},.*\\n`, 'm'), '');
      const files = [join(folderWith({ 'hookline.yaml': text }), 'hookline.yaml')];
      return replayed(traces, { files, levels: false });
    };
    const { different, notReplayable } = await without('careful');
    expect(different).toMatchObject([{ before: 'ask', after: null, hook: 'careful' }]);
    expect(notReplayable).toBe(0);
    // What it denied, the hooks afterAnswer it were never asked.
    const note = 'unless "dry-run" decides otherwise: the trace has no answer of "dry-run"';
    expect(await without('no-rm')).toMatchObject({
      notReplayable: 0,
      different: [{ before: 'deny', after: null, hook: 'no-rm', note }],
    });
  });
});

const user = `hooks:
  PreToolUse:
    - { name: no-destruction, type: builtin, handler: destructive-commands, guard: true }
    - { name: told, type: command, handler: 'echo "{\\"systemMessage\\": \\"hello\\"}"' }
permissions:
  deny: ["Bash(touch *)"]
`;
const project = `hooks:
  PreToolUse:
    - { name: own-files, type: builtin, handler: protected-files, guard: true }
  UserPromptSubmit:
    - { name: told, type: command, handler: exit 2 }
permissions:
  ask: ["Bash(echo *)"]
`;

/** Everything that the real agents announced, and a call that only hookline's own guard denies, judged in a folder and recorded. */
async function recordAgents(folder: string): Promise<void> {
  await trustWritten(folder);
  const host = new Host({ log: () => undefined });
  const say = async (name: string, payload: object): Promise<void> => {
    const text = JSON.stringify({ ...payload, cwd: folder });
    const { problem } = await host.answer({ agent: name, payload: text, required: false });
    expect(problem).toBeNull();
  };
  for (const [name, agent] of Object.entries(agentTable))
    for (const payload of Object.values(fixturesOf(agent)))
      if (Object.hasOwn(agent.events, String(payload['hook_event_name']))) await say(name, payload);
  const commands = ['hookline trust', 'git reset --hard', 'git reset --hard; hookline trust'];
  for (const command of [...commands, 'touch a', 'echo a'])
    await say('claude-code', {
      ...fixturesOf(agentTable['claude-code'] as never)['PreToolUse'],
      ...{ session_id: 'more', tool_use_id: command, tool_input: { command } },
    });
  await host.close();
}

describe('what agents announced', () => {
  it('is decided as it was on all levels, and from one file of them but for what the others decided', async () => {
    const home = folderWith({ 'config/hookline/hookline.yaml': user });
    const folder = folderWith({ 'hookline.yaml': project });
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('HOME', home);
    vi.stubEnv('XDG_CONFIG_HOME', join(home, 'config'));
    vi.stubEnv('XDG_STATE_HOME', join(home, 'state'));
    vi.stubEnv('HOOKLINE_TRACE', 'full');
    await recordAgents(folder);
    const traces = join(home, 'state', 'hookline', 'traces');
    expect(readdirSync(traces).length).toBeGreaterThan(10);
    const firings = await firingsIn(traces);
    const deciders = new Set(firings.map(({ firing }) => firing.outcome.decidedBy));
    for (const name of ['hookline', 'user/no-destruction', 'user/permission rules', 'permission rules'])
      expect(deciders).toContain(name);
    const all = chooseFiles(undefined, folder);
    expect(all.files).toHaveLength(2);
    const same = await replayed(traces, all);
    expect(same).toMatchObject({ events: firings.length, different: [] });
    // Some payloads of agents name a folder of their own machine, which is not here.
    expect(same.same + same.notReplayable).toBe(firings.length);
    expect(same.notReplayable).toBeLessThan(10);
    const alone = await replayed(traces, { files: [join(folder, 'hookline.yaml')], levels: false });
    const usersEvents = firings.filter(({ runs }) =>
      runs.some(({ hook, effects }) => hook.startsWith('user/') && effects.length > 0),
    );
    expect(alone.notReplayable).toBeLessThan(10);
    const ids = new Set(usersEvents.map(({ firing }) => firing.id));
    expect(alone.different.length).toBeGreaterThan(0);
    expect(alone.different.every(({ id }) => ids.has(id))).toBe(true);
    // hookline's own guard was not asked where another denied first. It is when nobody else does.
    const reset = alone.different.filter(({ about }) => about.includes('reset --hard'));
    expect(reset).toMatchObject([{ before: 'deny', after: null, note: null }]);
  });
});
