import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { loadConfig } from '../../../src/config/load/load-config.ts';
import { testsFromEvents } from '../../../src/policy-test/replay/event-test.ts';
import { replayEvents } from '../../../src/policy-test/replay/replay-events.ts';
import { firingsOf } from '../../../src/trace/read/find-firings.ts';
import type { ReplayReport } from '../../../src/trace/replay/replay.ts';
import { folderWith } from '../../support/folder-with.ts';
import { randomNumbers, runs } from '../../support/seed.ts';

const guards = `hooks:
  PreToolUse:
    - { name: no-destruction, type: builtin, handler: destructive-commands, guard: true }
    - { name: own-files, type: builtin, handler: protected-files, guard: true }
`;
/** The same at more points, with a hook that says something else of each event. */
const more = `${guards}    - { name: varies, type: module, isolate: false, handler: ./varies.mjs, priority: 200 }
  PostToolUse: [{ name: looks, type: module, isolate: false, handler: ./varies.mjs }]
  UserPromptSubmit: [{ name: adds, type: module, isolate: false, handler: ./varies.mjs }]
  Stop: [{ name: goes-on, type: module, isolate: false, handler: ./varies.mjs }]
`;
const rule = 'permissions:\n  deny: ["Bash(curl *)"]\n';
const commands = [
  'git reset --hard',
  'rm -rf /',
  'ls',
  'echo hi',
  'curl example.com',
  'npm test',
  'git push --force',
];
const files = ['.env', 'src/a.ts', 'hookline.yaml', '.git/config', 'README.md'];

/** Every kind of answer, and failures. */
const varies = `import { createHash } from 'node:crypto';
const answers = [
  () => undefined,
  () => ({ inject: 'mind the tests' }),
  (event) => ({ updated_input: { ...event.tool_input, extra: 1 } }),
  () => ({ decision: 'ask', reason: 'sure?' }),
  () => ({ decision: 'deny', reason: 'no' }),
  () => ({ continue: false, stopReason: 'enough' }),
  () => ({ resume: true, reason: 'go on' }),
  () => { throw new Error('broken'); },
  () => 'nonsense',
];
export default (event) => {
  const { hook_event_name, tool_input, tool_use_id, prompt } = event;
  const digest = createHash('sha256').update(JSON.stringify([hook_event_name, tool_input, tool_use_id, prompt]));
  return answers[digest.digest()[0] % answers.length](event);
};
`;

/** A folder in which sessions were recorded: one with a call of every kind, the others of some random events each. */
async function recorded(
  sessions: number,
  config = more + rule,
): Promise<{ folder: string; events: number; traces: readonly string[] }> {
  const folder = folderWith({ 'hookline.yaml': config, 'varies.mjs': varies });
  const random = randomNumbers();
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const loaded = await loadConfig(join(folder, 'hookline.yaml'), { watch: false, log: () => undefined });
  const recording = record(loaded.hooks, { folder: join(folder, 'traces'), content: 'full' });
  let events = 0;
  const fire = async (point: string, session: number, isBash: boolean, text: string): Promise<void> => {
    events += 1;
    await loaded.hooks.fire(
      point as 'PreToolUse',
      {
        ...{ session_id: `s${session}`, cwd: folder, tool_use_id: `t${events}`, prompt: `p${events}` },
        ...{ stop_hook_active: false, tool_response: 'done' },
        tool_name: isBash ? 'Bash' : 'Write',
        tool_input: isBash ? { command: text } : { file_path: join(folder, text), content: 'x' },
      } as never,
    );
  };
  for (const text of [...commands, ...files]) await fire('PreToolUse', 0, commands.includes(text), text);
  for (let session = 1; session < sessions; session += 1) {
    for (const point of ['PreToolUse', ...moreEvents(random)]) {
      const isBash = random() < 0.7;
      await fire(point, session, isBash, pick(isBash ? commands : files));
    }
  }
  await recording.stop();
  await loaded.close();
  const traces = join(folder, 'traces');
  return { folder, events, traces: readdirSync(traces).map((name) => join(traces, name)) };
}

function moreEvents(random: () => number): readonly string[] {
  const points = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'];
  return points.filter(() => random() < 0.5);
}

const eventsOf = (traces: readonly string[]) =>
  firingsOf(
    traces.map((path) => ({ path })),
    {},
    new AbortController().signal,
  );

function replayAt(config: string, traces: readonly string[]): Promise<ReplayReport> {
  const chosen = { files: [config], levels: false };
  return replayEvents(eventsOf(traces), { chosen, signal: new AbortController().signal });
}

describe('replay', () => {
  it('gives the same outcomes at the same configuration, and without a rule differs by its events alone', async () => {
    const { folder, events, traces } = await recorded(runs(40, 1000));
    const report = await replayAt(join(folder, 'hookline.yaml'), traces);
    expect(report).toMatchObject({ events, same: events, notReplayable: 0, different: [] });
    const denied = new Set<string>();
    for await (const { firing } of eventsOf(traces)) {
      if (firing.outcome.reason?.includes('curl') === true) denied.add(firing.id);
    }
    const looser = folderWith({
      'looser.yaml': more,
      'varies.mjs': varies,
    });
    const { different, notReplayable } = await replayAt(join(looser, 'looser.yaml'), traces);
    expect(denied.size).toBeGreaterThan(0);
    expect(new Set(different.map(({ id }) => id))).toEqual(denied);
    expect(different.every(({ before, after }) => before === 'deny' && after === null)).toBe(true);
    expect(notReplayable).toBe(0);
  });

  it('lets hooks that do more than judge answer as recorded, and tells of those that were not there', async () => {
    const config = 'hooks:\n  PreToolUse:\n    - { name: old, handler: "exit 3", matcher: Bash }\n';
    const { traces, events } = await recorded(20, config);
    const other = folderWith({
      'more.yaml': `${config}    - { name: new, handler: "touch ran", matcher: Write }\n`,
    });
    const report = await replayAt(join(other, 'more.yaml'), traces);
    expect(report.different).toEqual([]);
    expect(report.same + report.notReplayable).toBe(events);
    expect(report.notReplayable).toBeGreaterThan(0);
    expect([...report.reasons.keys()]).toEqual(['the trace has no answer of "new"']);
    expect(readdirSync(other)).toEqual(['more.yaml']);
  });

  it('lets pass again what a person let pass', async () => {
    const folder = folderWith({ 'hookline.yaml': guards });
    const config = join(folder, 'hookline.yaml');
    const loaded = await loadConfig(config, { watch: false, log: () => undefined });
    const kept = record(loaded.hooks, { folder: join(folder, 'kept') });
    const call = {
      session_id: 's',
      cwd: folder,
      tool_name: 'Bash',
      tool_input: { command: 'git reset --hard' },
    };
    const whys = ['a person allowed it: K7Q2MPX', 'something else dropped it'];
    for (const why of whys)
      await loaded.hooks.fire('PreToolUse', call as never, { excuses: { decision: () => why } });
    await kept.stop();
    await loaded.close();
    const report = await replayAt(config, [join(folder, 'kept', 's.jsonl')]);
    expect(report).toMatchObject({ events: 2, same: 1, notReplayable: 0 });
    expect(report.different).toMatchObject([{ before: null, after: 'deny' }]);
  });

  it('does not replay what was redacted, cut, or recorded without content', async () => {
    const folder = folderWith({ 'hookline.yaml': guards });
    const config = join(folder, 'hookline.yaml');
    const loaded = await loadConfig(config, { watch: false, log: () => undefined });
    const call = (command: string) =>
      loaded.hooks.fire('PreToolUse', {
        session_id: 's',
        cwd: folder,
        tool_name: 'Bash',
        tool_input: { command },
      } as never);
    const kept = record(loaded.hooks, { folder: join(folder, 'kept') });
    await call(`echo ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`);
    await call(`echo ${'x'.repeat(100_000)}`);
    await kept.stop();
    const bare = record(loaded.hooks, { folder: join(folder, 'bare'), content: 'none' });
    await call('ls');
    await bare.stop();
    await loaded.close();
    const report = await replayAt(
      config,
      ['kept', 'bare'].map((name) => join(folder, name, 's.jsonl')),
    );
    expect(report).toMatchObject({ events: 3, same: 0, notReplayable: 3, different: [] });
    // A busy machine may not tell in time what of a long text is secret: then it keeps nothing of it.
    expect([...report.reasons.keys()]).toEqual([
      'a part of the event was redacted or cut',
      'the trace keeps no content',
    ]);
  });

  it('becomes a file of tests, one for each event', async () => {
    const { traces } = await recorded(20, guards);
    const { text, count } = await testsFromEvents(eventsOf(traces));
    expect(count).toBeLessThanOrEqual(commands.length + files.length);
    expect(text).toContain('deny: Bash git reset --hard');
    expect(text).toContain('file_path: src/a.ts');
  });
});
