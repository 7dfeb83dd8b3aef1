import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load/load-config.ts';
import { modify } from '../../src/entries/index.ts';
import { HookSystem } from '../../src/front-doors/armament/hook-system.ts';
import { GeneralHookManager } from '../../src/front-doors/massgen/general-hook-manager.ts';
import { processPreToolUseResults } from '../../src/front-doors/runner/decisions.ts';
import { Runner } from '../../src/front-doors/runner/runner.ts';
import { quietHooks } from '../support/hooks.ts';
import { Scratch } from '../support/scratch.ts';

/** A hook that adds its name to the command of a tool call, in the words of each door. */
const said = (command: unknown, name: string): string => `${String(command)} ${name}`;

async function everyDoor(guard = '') {
  const { hooks, log } = quietHooks();
  const scratch = new Scratch();
  const armament = new HookSystem({ hooks });
  const massgen = new GeneralHookManager({ hooks });
  const runner = new Runner(
    {
      PreToolUse: [
        {
          hooks: [
            async (input) => ({
              hookSpecificOutput: {
                hookEventName: 'PreToolUse',
                updatedInput: {
                  command: said((input as { tool_input: { command: string } }).tool_input.command, 'goat'),
                },
              },
            }),
          ],
        },
      ],
    },
    { hooks },
  );
  writeFileSync(
    join(scratch.path, 'say.mjs'),
    "export default ({ tool_input }) => ({ updated_input: { command: tool_input.command + ' yaml' } });\n",
  );
  const file = scratch.write(
    'hookline.yaml',
    `hooks:\n  PreToolUse:\n    - { name: yaml, type: module, handler: ./say.mjs, priority: 40 }\n${guard}`,
  );
  const config = await loadConfig(file, { hooks, log: () => undefined });
  armament.register('pre:tool', ({ args }) => ({ modify: { args: said(args, 'armament') } }), {
    name: 'armament',
    priority: 10,
  });
  massgen.registerGlobalHook('PreToolUse', (event) => ({
    updated_input: { command: said(event.tool_input['command'], 'massgen') },
  }));
  hooks.on('PreToolUse', { name: 'engine', priority: 200 }, ({ tool_input }) =>
    modify({ command: said(tool_input['command'], 'engine') }),
  );
  return { hooks, log, armament, massgen, runner, config };
}

const call = { tool_name: 'Bash', tool_input: { command: 'start' }, tool_use_id: '1' };
const all = 'start armament yaml goat massgen engine';

describe('hooks of all doors', () => {
  it('run in one chain: by priority, then in order of registration, each on what the one before left', async () => {
    const { hooks, config } = await everyDoor();
    const outcome = await hooks.fire('PreToolUse', call);
    expect(outcome.value).toEqual({ command: all });
    expect(outcome.runs.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    await config.close();
  });

  it('answer alike, whichever door fires', async () => {
    const { armament, massgen, runner, config } = await everyDoor();
    const executed = await armament.execute('pre:tool', { tool: 'Bash', args: 'start' });
    expect(executed).toMatchObject({ aborted: false, context: { tool: 'Bash', args: all } });
    const result = await massgen.executeHooks('PreToolUse', 'Bash', { command: 'start' });
    expect(result).toMatchObject({ allowed: true, updated_input: { command: all } });
    const results = await runner.fire('PreToolUse', call, '1');
    expect(JSON.stringify(results)).toContain('start armament yaml goat');
    await config.close();
  });

  it('are all stopped by a deny of any of them', async () => {
    const doors = {
      armament: ({ armament }: Awaited<ReturnType<typeof everyDoor>>) => {
        armament.register('pre:tool', () => ({ abort: true, reason: 'no' }), { name: 'denier' });
      },
      massgen: ({ massgen }: Awaited<ReturnType<typeof everyDoor>>) => {
        massgen.registerGlobalHook('PreToolUse', () => ({ decision: 'deny', reason: 'no' }));
      },
      runner: ({ runner }: Awaited<ReturnType<typeof everyDoor>>) => {
        runner.registerScoped('agent', {
          PreToolUse: [{ hooks: [async () => ({ decision: 'block', reason: 'no' })] }],
        });
      },
    };
    for (const deny of Object.values(doors)) {
      const every = await everyDoor();
      deny(every);
      const { armament, massgen, runner, hooks, config } = every;
      expect(await hooks.fire('PreToolUse', call, { agent: '*' })).toMatchObject({
        decision: 'deny',
        reason: 'no',
      });
      if (deny !== doors.runner) {
        expect(await armament.execute('pre:tool', { tool: 'Bash', args: 'x' })).toMatchObject({
          aborted: true,
        });
        expect(await massgen.executeHooks('PreToolUse', 'Bash', {})).toMatchObject({ allowed: false });
      }
      const results = await runner.fire('PreToolUse', call, '1');
      expect(processPreToolUseResults(results)).toBe('deny');
      await config.close();
    }
  });

  it('are judged together by a guard of the file, on what goes out in the end', async () => {
    const guard = `    - name: no-engine
      type: command
      guard: true
      priority: 1
      handler: "if grep -q engine; then echo 'the engine spoke' >&2; exit 2; fi"
`;
    const { hooks, config } = await everyDoor(guard);
    expect(await hooks.fire('PreToolUse', call)).toMatchObject({
      decision: 'deny',
      decidedBy: 'no-engine',
      reason: expect.stringContaining('the engine spoke'),
    });
    await config.close();
  });
});
