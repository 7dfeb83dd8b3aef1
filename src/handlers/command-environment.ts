import type { Fields, WireCall } from './handler.ts';

export interface EnvironmentOptions {
  /** Variables to set. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names of further variables of the host to pass on. */
  readonly passEnv?: readonly string[];
  /** Pass on the host's whole environment, secrets included. */
  readonly inherit?: boolean;
}

type Environment = Record<string, string>;

/** What every command may know of the host: where programs, home and temporary files are, and how to speak. */
const passedOn: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'TMPDIR',
  'TEMP',
  'TMP',
  'TZ',
  'LANG',
  // Named one by one, because LC_ is also a known way to smuggle other variables through.
  'LC_ALL',
  'LC_ADDRESS',
  'LC_COLLATE',
  'LC_CTYPE',
  'LC_IDENTIFICATION',
  'LC_MEASUREMENT',
  'LC_MESSAGES',
  'LC_MONETARY',
  'LC_NAME',
  'LC_NUMERIC',
  'LC_PAPER',
  'LC_TELEPHONE',
  'LC_TIME',
];

/** The environment of a command: what it may have of the host's, what the hook sets, and what it is called for. */
export function commandEnvironment(
  options: EnvironmentOptions,
  call: WireCall,
  directory: string,
): Environment {
  const environment: Environment = {};
  if (options.inherit === true) Object.assign(environment, process.env);
  else copyFromHost(environment, passedOn);
  copyFromHost(environment, options.passEnv ?? []);
  Object.assign(environment, options.env);
  describeCall(environment, call, directory);
  return environment;
}

function copyFromHost(environment: Environment, names: readonly string[]): void {
  for (const name of names) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
}

function describeCall(environment: Environment, { input, context }: WireCall, directory: string): void {
  const tool = textOf(input, 'tool_name');
  const session = textOf(input, 'session_id');
  const agent = context.agent ?? textOf(input, 'agent_id');
  environment['HOOKLINE_POINT'] = context.point;
  environment['HOOKLINE_HOOK'] = withoutNul(context.hook);
  environment['HOOKLINE_PHASE'] = String(context.phase);
  environment['HOOKLINE_AGENT_ID'] = withoutNul(agent);
  environment['HOOKLINE_TOOL_NAME'] = tool;
  environment['HOOKLINE_SESSION_ID'] = session;
  environment['HOOKLINE_DIRECTORY'] = directory;
  environment['MASSGEN_HOOK_TYPE'] = context.point;
  environment['MASSGEN_TOOL_NAME'] = tool;
  environment['MASSGEN_SESSION_ID'] = session;
  environment['MASSGEN_AGENT_ID'] = withoutNul(agent);
  environment['MASSGEN_ORCHESTRATOR_ID'] = textOf(input, 'orchestrator_id');
}

function textOf(input: Fields, field: string): string {
  const value = input[field];
  return typeof value === 'string' ? withoutNul(value) : '';
}

/** An environment cannot hold NUL; a name that has one must not keep the hook from running. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
