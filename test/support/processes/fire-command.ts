import { randomUUID } from 'node:crypto';
import { command } from '../../../src/handlers/hook-functions.ts';

type CommandSetting = NonNullable<Parameters<typeof command>[1]>;

import type { HookOptions, Outcome, Run } from '../../../src/entries/index.ts';
import { startDirectly } from '../../../src/processes/start-directly.ts';
import { plainProtocol } from '../firing/plain-protocol.ts';
import { bash, quietHooks } from '../hooks.ts';
import { commandFixtures } from './command-fixtures.ts';
import { expectNothingLeft, holdings } from './leftovers.ts';

export interface Fired {
  readonly outcome: Outcome;
  readonly run: Run;
  readonly ms: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCodes: readonly number[];
  /** In the environment of every process that the command started. */
  readonly mark: string;
  expectNothingLeft(): Promise<void>;
}

export interface FireCommandOptions extends Partial<CommandSetting> {
  readonly hook?: HookOptions;
  readonly input?: object;
  readonly signal?: AbortSignal;
}

// Directly, so that every descriptor is the command's own.
const plain = { protocol: plainProtocol, directory: commandFixtures, start: startDirectly };

/** Fires PreToolUse with one command hook, and tells everything about it. */
export async function fireCommand(line: string, options: FireCommandOptions = {}): Promise<Fired> {
  const { hook, input, signal, ...setting } = options;
  const mark = `MARK=${randomUUID()}`;
  const before = holdings();
  const { hooks } = quietHooks();
  const said = { stdout: '', stderr: '' };
  const exitCodes: number[] = [];
  hooks.intercept({
    progress(_, __, { stdout, stderr, exitCode }) {
      said.stdout += stdout ?? '';
      said.stderr += stderr ?? '';
      if (exitCode !== undefined) exitCodes.push(exitCode);
    },
  });
  const env = { MARK: mark.slice('MARK='.length), ...setting.env };
  const handler = command(line, { ...plain, ...setting, env });
  hooks.on('PreToolUse', { name: 'command', timeoutMs: 60_000, ...hook }, handler);
  const startedAt = performance.now();
  const outcome = await hooks.fire(
    'PreToolUse',
    { ...bash, ...input },
    signal === undefined ? {} : { signal },
  );
  const ms = performance.now() - startedAt;
  const [run] = outcome.runs;
  if (run === undefined) throw new Error('the hook did not run');
  return {
    outcome,
    run,
    ms,
    ...said,
    exitCodes,
    mark,
    expectNothingLeft: () => expectNothingLeft(mark, before),
  };
}
