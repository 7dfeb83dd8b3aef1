import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { loadConfig } from '../../../src/config/load/load-config.ts';
import { findPoint } from '../../../src/engine/points/point.ts';
import { fireEvent } from '../../../src/gateway/host/fire-event.ts';
import { hookline as served } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const token = `ghp_${'q7RkZ2mVt9XbL4nW'.repeat(3).slice(0, 36)}`;

interface Printed {
  readonly same: number;
  readonly notReplayable: number;
  readonly different: readonly object[];
}

async function recorded(config: string, inputs: readonly object[], more: object = {}): Promise<string> {
  const folder = folderWith({ 'hookline.yaml': config });
  const loaded = await loadConfig(join(folder, 'hookline.yaml'), { watch: false, log: () => undefined });
  const recording = record(loaded.hooks, { folder: join(folder, 'traces') });
  for (const input of inputs)
    await fireEvent(
      loaded.hooks,
      findPoint('PreToolUse').point,
      {
        ...{ session_id: 's', cwd: folder, tool_use_id: 't', tool_name: 'Bash', tool_input: input },
        ...more,
      },
      { agent: 'agent_id' in more ? String(more.agent_id) : null, signal: new AbortController().signal },
    );
  await recording.stop();
  await loaded.close();
  return folder;
}

/** What `hookline replay --json` prints, of the same configuration or of another. */
async function replayed(folder: string, config: string | null, ...words: string[]): Promise<Printed> {
  const file = config === null ? 'hookline.yaml' : join(folderWith({ 'other.yaml': config }), 'other.yaml');
  const env = { HOME: `${folder}-home`, XDG_STATE_HOME: join(folder, 'state'), NO_COLOR: '1' };
  const args = ['replay', 'traces', '--config', file, '--json', ...words];
  const { stdout } = await served(args, { cwd: folder, env });
  return JSON.parse(stdout) as Printed;
}

const traceOf = (folder: string): string => readFileSync(join(folder, 'traces', 's.jsonl'), 'utf8');

describe('the answers of a record', () => {
  it('are those of each time that a guard judged, also of what was changed after it', async () => {
    const config = `hooks:
  PreToolUse:
    - { name: holds, type: command, handler: "! grep -q changed || exit 2", guard: true }
    - { name: changes, type: command, handler: "grep -q plain || echo '{\\"updated_input\\":{\\"command\\":\\"changed\\"}}'" }
`;
    const folder = await recorded(config, [{ command: 'other' }, { command: 'plain' }]);
    expect(traceOf(folder)).toContain('"decision":"deny"');
    expect(await replayed(folder, null)).toMatchObject({ same: 2, different: [] });
  });

  it('count for a hook that only watched and now takes part', async () => {
    const watching = `hooks:
  PreToolUse:
    - { name: w, type: command, handler: "! grep -q bad || exit 2", mode: observe }
`;
    const folder = await recorded(watching, [{ command: 'bad' }, { command: 'good' }]);
    expect(await replayed(folder, null)).toMatchObject({ same: 2, different: [] });
    const report = await replayed(folder, watching.replace(', mode: observe', ''));
    expect(report).toMatchObject({ same: 1, different: [{ before: null, after: 'deny', hook: 'w' }] });
  });

  it('are found under a name that the record keeps without its secret', async () => {
    const config = `hooks:
  PreToolUse:
    - { type: command, handler: "echo '${token}' > /dev/null; exit 2" }
`;
    const folder = await recorded(config, [{ command: 'ls' }]);
    expect(traceOf(folder)).toContain('"decidedBy":"command_echo \'[redacted]');
    expect(traceOf(folder)).not.toContain(token);
    expect(await replayed(folder, null)).toMatchObject({ same: 1, notReplayable: 0, different: [] });
  });

  it('are compared with nothing where they were redacted', async () => {
    const config = `hooks:
  PreToolUse:
    - { name: logs-in, type: command, handler: "echo '{\\"updated_input\\":{\\"password\\":\\"q7Zr2LmX9w\\"}}'" }
`;
    const folder = await recorded(config, [{ command: 'ls' }]);
    expect(await replayed(folder, null)).toMatchObject({ notReplayable: 1, different: [] });
    expect(await replayed(folder, null, '--run')).toMatchObject({ notReplayable: 1, different: [] });
  });

  it('become tests that pass: of the agents of a type, and where hooks failed', async () => {
    const config = `hooks:
  PreToolUse:
    - { name: breaks, type: command, handler: "exit 7" }
agents:
  - id: explore
    backend:
      hooks:
        PreToolUse: [{ name: explores, type: command, handler: "exit 2" }]
`;
    const folder = await recorded(config, [{ command: 'ls' }], { agent_id: 'e-1', agent_type: 'explore' });
    const env = { HOME: `${folder}-home`, XDG_STATE_HOME: join(folder, 'state'), NO_COLOR: '1' };
    const run = (...args: string[]) => served(args, { cwd: folder, env });
    await run('test', '--from-trace', join('traces', 's.jsonl'), 'incident.test.yaml');
    expect((await run('test')).stdout).toContain('✓ 1 passed, 0 failed');
    writeFileSync(join(folder, 'hookline.yaml'), config.replace('exit 2', 'exit 0'));
    expect((await run('test')).stdout).toContain('expected "deny", got null');
  });

  it('name the hook whose change is gone', async () => {
    const config = `hooks:
  PreToolUse:
    - { name: changes, type: command, handler: "echo '{\\"updated_input\\":{\\"command\\":\\"changed\\"}}'" }
`;
    const folder = await recorded(config, [{ command: 'ls' }]);
    const [difference] = (await replayed(folder, 'hooks: {}\n')).different;
    expect(difference).toMatchObject({ before: 'modify', after: null, hook: 'changes' });
  });
});
