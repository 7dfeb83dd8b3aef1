import { isAbsolute, resolve } from 'node:path';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { type Reply, restrains } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { type Answer, readReply } from '../../engine/outcome/reply.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { checkOptions, type OptionChecks, truthCheck } from '../../engine/values/options.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { giveUpMs } from '../../processes/end-group.ts';
import {
  type Environment,
  type EnvironmentOptions,
  hostEnvironment,
} from '../../processes/host-environment.ts';
import { startProcess } from '../../processes/launcher/start-process.ts';
import type { ProcessSpec, StartProcess } from '../../processes/process.ts';
import { type CommandLine, type Invocation, resolveCommand } from '../../processes/resolve-command.ts';
import { type ProcessRun, runProcess } from '../../processes/run-process.ts';
import type { ProcessOutput, Protocol, WireCall } from '../../protocols/protocol.ts';
import { shellProblems } from '../../protocols/reply/process-reply.ts';
import {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
  jsonText,
  traceFields,
  traitsOf,
} from '../handler.ts';
import { environmentCheck, filledTextCheck, textsCheck, timerCheck } from '../option-checks.ts';
import { emptyScript } from './empty-script.ts';

type Stream = 'stdout' | 'stderr';

interface ProcessResult {
  readonly output: ProcessOutput;
  readonly ended: HookFailure | null;
}

interface Detached {
  readonly result: Promise<ProcessResult>;
  readonly context: HookContext;
  cancel(failure: HookFailure): void;
}

interface Start extends Pick<ProcessRun<HookFailure>, 'spec' | 'stdin' | 'start' | 'killGraceMs'> {
  readonly maxOutputBytes: number;
  readonly context: HookContext;
}

const maxLine = 1000;

/** On a wire that knows it, a process whose first line says so is let go and works on. A guard is always awaited. */
async function runDetachable(start: Start, protocol: Protocol): Promise<ProcessResult | Detached> {
  const { context } = start;
  const { signal, timeoutMs } = context;
  const isDetachable = context.guard !== true && context.late !== true && context.later !== undefined;
  const detaches = isDetachable ? protocol.detaches?.bind(protocol) : undefined;
  const ending = new AbortController();
  let isLetGo = false;
  let line = '';
  let letGo = (): void => {};
  const gone = new Promise<null>((resolve) => {
    letGo = () => resolve(null);
  });
  const onText = (stream: Stream, text: string): void => {
    if (!isLetGo) context.progress({ [stream]: text });
    if (stream !== 'stdout' || detaches === undefined || line.includes('\n') || line.length > maxLine) return;
    line += text.slice(0, maxLine);
    const [first = '', ...rest] = line.split('\n', 2);
    if (rest.length > 0 && detaches(first)) letGo();
  };
  const running = runCommand(start, protocol, detaches === undefined ? signal : ending.signal, onText).then(
    (result) => {
      const { exitCode } = result.output;
      if (exitCode !== null && !isLetGo) context.progress({ exitCode });
      return result;
    },
  );
  if (detaches === undefined) return running;
  const end = (): void => ending.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  const result = await Promise.race([running, gone]);
  signal.removeEventListener('abort', end);
  if (result !== null) return result;
  isLetGo = true;
  const timer = setTimeout(() => ending.abort(HookFailure.timeout(timeoutMs)), timeoutMs);
  const { point, hook, agent, agentType, toolUseId, wire } = context;
  return {
    result: running.finally(() => clearTimeout(timer)),
    context: {
      ...{ point, hook, agent, agentType, toolUseId, wire, timeoutMs },
      ...{ phase: 1, runId: null, outcome: null, late: true, signal: ending.signal },
      progress: () => {},
    },
    cancel: (failure) => ending.abort(failure),
  };
}

async function runCommand(
  { spec, stdin, start, killGraceMs, maxOutputBytes, context }: Start,
  { leavesProcesses = false }: Protocol,
  signal: AbortSignal,
  onText: (stream: Stream, text: string) => void,
): Promise<ProcessResult> {
  const { ended, ...output } = await runProcess<HookFailure>({
    ...{ spec, stdin, start, killGraceMs, signal },
    aborted: (reason) =>
      reason instanceof HookFailure ? reason : new HookFailure('cancelled', 'was cancelled'),
    hostEnded: (cause) => new HookFailure('missing', `was ended because ${cause}`),
    output: (stream, end) => ({
      maxBytes: maxOutputBytes,
      dropMark: stream === 'stdout',
      onText: (text) => onText(stream, text),
      onOverflow: () =>
        end(new HookFailure('invalid', `wrote more than ${maxOutputBytes} bytes to its ${stream}`)),
    }),
    // A process that still holds the streams of a guard could speak for it.
    leavesProcesses: (isDrained) => leavesProcesses && (isDrained || context.guard !== true),
  });
  return { output: ended === null ? output : { ...output, signal: output.signal ?? 'SIGTERM' }, ended };
}

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

export const commandHandler: HandlerKind<CommandOptions> = defineHandler({
  type: 'command',
  summary: 'Runs a program or a shell line; it reads the event from stdin and prints its answer.',
  create: createCommand,
});

const defaultOutputBytes = 1024 * 1024;
const defaultKillGraceMs = 500;
const endingMs = giveUpMs + 500;

function createCommand(options: CommandOptions, setting: HandlerSetting): HookFunction {
  checkOptions('a command handler', options, checks, ['command']);
  const { protocol } = setting;
  const { start = startProcess, maxOutputBytes = defaultOutputBytes } = options;
  const { killGraceMs = defaultKillGraceMs, inherit = protocol.inheritsEnvironment } = options;
  const directory = resolve(setting.directory);
  const fixedFolder = options.cwd === undefined ? null : resolve(directory, options.cwd);
  const environmentOptions = { ...options, inherit };
  let invocation: Invocation | null = null;

  // Everything up to the start of the process happens in the same turn: nothing may delay it.
  async function run(input: Fields, context: HookContext): Promise<Reply> {
    const call = { point: pointNamed(context.point), input, context };
    const stdin = Buffer.from(`${jsonText(() => protocol.encode(call))}\n`);
    const env = commandEnvironment(environmentOptions, call, { directory, protocol });
    if (invocation === null || (invocation.script !== null && !isFile(invocation.script))) {
      invocation = resolveCommand(options, { directory, path: env['PATH'] });
    }
    const { file, args } = invocation;
    const spec = { file, args, cwd: fixedFolder ?? folderOf(input) ?? directory, env };
    const run = { spec, stdin, start, maxOutputBytes, killGraceMs, context };
    const result = await runDetachable(run, protocol).catch((error: unknown) => {
      throw startFailure(error, options.command, spec);
    });
    if ('cancel' in result) {
      const rest = result.result.then((end) =>
        readAnswer(end, options.command, protocol, { ...call, context: result.context }),
      );
      context.later?.(rest, result.cancel);
      return undefined;
    }
    if (context.guard === true && saysNothing(result)) {
      const empty = emptyScript(options, [directory, spec.cwd]);
      if (empty !== null)
        throw new HookFailure('unclear', `${empty} has nothing but comments, so it decides nothing`);
    }
    return readAnswer(result, options.command, protocol, call);
  }

  const handler = async (input: Fields, context: HookContext): Promise<Reply<never>> => {
    checkPlatform();
    try {
      return (await run(input, context)) as Reply<never>;
    } catch (problem) {
      if (problem instanceof HookFailure && problem.kind === 'missing') invocation = null;
      throw problem;
    }
  };
  return Object.assign(handler, { graceMs: killGraceMs + endingMs, ...traitsOf(protocol) });
}

function saysNothing({ output, ended }: ProcessResult): boolean {
  return ended === null && output.exitCode === 0 && output.stdout.trim() === '';
}

function folderOf({ cwd }: Fields): string | null {
  return typeof cwd === 'string' && isAbsolute(cwd) && isFolder(cwd) ? cwd : null;
}

function checkPlatform(): void {
  if (process.platform !== 'win32') return;
  throw new HookFailure(
    'missing',
    'commands need the process groups of a POSIX system; on Windows, run the host under WSL',
  );
}

function readAnswer(
  { output, ended }: ProcessResult,
  command: string,
  protocol: Protocol,
  call: WireCall,
): Reply {
  if (ended !== null) throw ended.carrying(whatCanBeRead(output, protocol, call).effects);
  const problem = shellProblems.get(output.exitCode);
  if (problem !== undefined && !whatCanBeRead(output, protocol, call).effects.some(restrains)) {
    throw new HookFailure('missing', `the command "${command}" ${problem}${firstLine(output.stderr)}`);
  }
  return protocol.readOutput(output, call);
}

function whatCanBeRead(output: ProcessOutput, protocol: Protocol, call: WireCall): Answer {
  try {
    return readReply(protocol.readOutput(output, call));
  } catch (problem) {
    return readReply(HookFailure.from(problem, 'invalid'));
  }
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
}

function startFailure(error: unknown, command: string, { file, cwd }: ProcessSpec): HookFailure {
  if (error instanceof HookFailure) return error;
  return new HookFailure(
    'missing',
    `the command "${command}" could not be started: ${problemOf(error, file, cwd)}`,
  );
}

function problemOf(error: unknown, file: string, cwd: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') {
    if (!isFolder(cwd)) return `its working directory ${cwd} does not exist`;
    if (code === 'EACCES') return `permission to execute ${file} was denied`;
    return isFile(file)
      ? `the program that the first line of ${file} names was not found`
      : `${file} was not found`;
  }
  if (code === 'E2BIG') return 'its arguments and its environment are too long';
  return error instanceof Error ? error.message : String(error);
}

function commandEnvironment(
  options: EnvironmentOptions,
  call: WireCall,
  { directory, protocol }: Pick<HandlerSetting, 'directory' | 'protocol'>,
): Environment {
  const environment = hostEnvironment(options);
  for (const name of protocol.projectVariables ?? []) environment[name] ||= directory;
  describeCall(environment, call, directory);
  placeInTrace(environment, call);
  return environment;
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

function placeInTrace(environment: Environment, { context }: WireCall): void {
  const { traceparent, tracestate } = traceFields(context);
  if (traceparent === undefined) return;
  environment['TRACEPARENT'] = traceparent;
  if (tracestate === undefined) delete environment['TRACESTATE'];
  else environment['TRACESTATE'] = tracestate;
}

function textOf(input: Fields, field: string): string {
  const value = input[field];
  return typeof value === 'string' ? withoutNul(value) : '';
}

/** An environment cannot hold NUL. A name with one must not stop the hook. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
