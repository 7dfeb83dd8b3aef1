import { checkOptions, type OptionChecks, truthCheck } from '../../engine/values/options.ts';
import type { EnvironmentOptions } from '../../processes/host-environment.ts';
import type { StartProcess } from '../../processes/process.ts';
import type { CommandLine } from '../../processes/resolve-command.ts';
import { environmentCheck, filledTextCheck, textsCheck, timerCheck } from '../option-checks.ts';

export interface CommandOptions extends CommandLine, EnvironmentOptions {
  /** Where it runs; the event's `cwd` unless stated. */
  readonly cwd?: string;
  /** How much it may write to stdout, and how much to stderr: 1 MiB unless stated. */
  readonly maxOutputBytes?: number;
  /** How long it may clean up when it is ended: 500 ms unless stated. */
  readonly killGraceMs?: number;
  /** How its process is started: directly, or in a large host by the launcher, unless stated. */
  readonly start?: StartProcess;
}

const checks: OptionChecks<CommandOptions> = {
  command: ['a command line', filledTextCheck[1]],
  args: textsCheck,
  shell: truthCheck,
  cwd: filledTextCheck,
  env: environmentCheck,
  passEnv: textsCheck,
  inherit: truthCheck,
  maxOutputBytes: timerCheck,
  killGraceMs: timerCheck,
  start: ['a function', (value) => typeof value === 'function'],
};

/** Refuses what could not be run, when it is configured rather than when it is needed. */
export function checkCommandOptions(options: CommandOptions): void {
  checkOptions('a command handler', options, checks, ['command']);
}
