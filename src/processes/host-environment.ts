import { words } from '../engine/values/text.ts';

export interface EnvironmentOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly passEnv?: readonly string[];
  readonly inherit?: boolean;
}

export type Environment = Record<string, string>;

/** What every hook may know. Every LC_ name is listed: other names with LC_ are used to smuggle variables through. */
export const environmentNames: readonly string[] = words(`
  PATH HOME USER LOGNAME SHELL TERM TMPDIR TEMP TMP TZ LANG VIRTUAL_ENV PYTHONPYCACHEPREFIX
  LC_ALL LC_ADDRESS LC_COLLATE LC_CTYPE LC_IDENTIFICATION LC_MEASUREMENT LC_MESSAGES LC_MONETARY LC_NAME LC_NUMERIC
  LC_PAPER LC_TELEPHONE LC_TIME
`);

export function hostEnvironment(options: EnvironmentOptions): Environment {
  const environment: Environment = {};
  if (options.inherit === true) Object.assign(environment, process.env);
  else copyFromHost(environment, environmentNames);
  copyFromHost(environment, options.passEnv ?? []);
  return Object.assign(environment, options.env);
}

function copyFromHost(environment: Environment, names: readonly string[]): void {
  for (const name of names) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
}
