/** What a worker may know of the host's environment, unless its hook says more. */
const inherited = /^(PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|TZ|LANG|VIRTUAL_ENV|LC_[A-Z]+)$/;

export interface EnvironmentOptions {
  /** Variables to set. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables of the host to pass on. */
  readonly passEnv?: readonly string[];
}

export function workerEnvironment(options: EnvironmentOptions, inheritsAll: boolean): Record<string, string> {
  const passed = new Set(options.passEnv);
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && (inheritsAll || inherited.test(name) || passed.has(name)))
      environment[name] = value;
  }
  return Object.assign(environment, options.env);
}
