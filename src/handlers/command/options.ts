import { checkOptions, type OptionChecks, truthCheck } from '../../engine/values/options.ts';
import type { EnvironmentOptions } from '../../processes/host-environment.ts';
import type { StartProcess } from '../../processes/process.ts';
import type { CommandLine } from '../../processes/resolve-command.ts';
import { environmentCheck, filledTextCheck, textsCheck, timerCheck } from '../option-checks.ts';

export interface CommandOptions extends CommandLine, EnvironmentOptions {
  /** Where it runs. Default: the event's `cwd`. */
  readonly cwd?: string;
  /** Limit for stdout, and the same limit for stderr, in bytes. Default: 1 MiB. */
  readonly maxOutputBytes?: number;
  /** Time to clean up when it is ended, in ms. Default: 500. */
  readonly killGraceMs?: number;
  /** How its process is started. Default: directly, or in a large host by the launcher. */
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

/** Refuses bad options when they are configured, not when they are needed. */
export function checkCommandOptions(options: CommandOptions): void {
  checkOptions('a command handler', options, checks, ['command']);
}
