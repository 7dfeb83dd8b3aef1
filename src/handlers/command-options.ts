import { HooklineError } from '../engine/errors.ts';
import type { EnvironmentOptions } from './command-environment.ts';
import type { StartProcess } from './process.ts';
import type { Command } from './resolve-command.ts';

export interface CommandOptions extends Command, EnvironmentOptions {
  /** Where it runs; the event's `cwd` unless stated. */
  readonly cwd?: string;
  /** How much it may write to stdout, and how much to stderr: 1 MiB unless stated. */
  readonly maxOutputBytes?: number;
  /** How long it may clean up when it is ended: 500 ms unless stated. */
  readonly killGraceMs?: number;
  /** How its process is started: directly, or in a large host by the launcher, unless stated. */
  readonly start?: StartProcess;
}

type Check = readonly [what: string, isRight: (value: unknown) => boolean];

// The system takes no NUL in any of these, and says so only when it is too late to blame the configuration.
const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0');
const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const texts: Check = ['a list of texts', (value) => Array.isArray(value) && value.every(isText)];

const checks: { readonly [K in keyof Required<CommandOptions>]: Check } = {
  command: ['a command line', (value) => isText(value) && String(value).trim() !== ''],
  args: texts,
  cwd: ['a folder', isText],
  env: [
    'names with texts',
    (value) => typeof value === 'object' && value !== null && Object.values(value).every(isText),
  ],
  passEnv: texts,
  inherit: ['true or false', (value) => typeof value === 'boolean'],
  maxOutputBytes: ['a number of bytes', isAmount],
  killGraceMs: ['a number of milliseconds', isAmount],
  start: ['a function', (value) => typeof value === 'function'],
};

/** Refuses what could not be run, when it is configured rather than when it is needed. */
export function checkCommandOptions(options: CommandOptions): void {
  const given: Partial<Record<string, unknown>> = { ...options };
  for (const [key, [what, isRight]] of Object.entries(checks)) {
    const value = given[key];
    if (isRight(value) || (value === undefined && key !== 'command')) continue;
    throw new HooklineError(
      'option-invalid',
      `a command hook takes ${what} as its ${key}, not ${JSON.stringify(value)}`,
    );
  }
}
