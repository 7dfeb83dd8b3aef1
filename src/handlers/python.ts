import { resolve } from 'node:path';
import type { Reply } from '../engine/effects.ts';
import { HookFailure } from '../engine/failure.ts';
import { getOrMake } from '../engine/maps.ts';
import { checkOptions, type OptionChecks, truth } from '../engine/options.ts';
import {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
  type WireCall,
} from './handler.ts';
import { hookFunction, salvage } from './hook-function.ts';
import { type EnvironmentOptions, hostEnvironment } from './host-environment.ts';
import { jsonText } from './json-text.ts';
import { count, filledText, namesWithText, textOrTexts } from './option-checks.ts';
import { type PythonAnswer, PythonProcess, type PythonRequest, type PythonSetup } from './python-process.ts';
import { WorkerPool } from './worker-pool.ts';

export interface PythonOptions extends EnvironmentOptions {
  /** `module.function`. */
  readonly handler: string;
  /** The interpreter: a name to find in PATH, or a path; python3 unless stated. */
  readonly python?: string;
  /** Where modules are looked for, after the setting's folder. */
  readonly pythonPath?: string | readonly string[];
  /** Loads the module again when its file has changed. */
  readonly watch?: boolean;
  /** The most bytes that a reply may have: 1 MiB unless stated. */
  readonly maxReplyBytes?: number;
}

const checks: OptionChecks<PythonOptions> = {
  handler: filledText,
  python: filledText,
  pythonPath: textOrTexts,
  env: namesWithText,
  inherit: truth,
  passEnv: textOrTexts,
  watch: truth,
  maxReplyBytes: count,
};

type Pool = WorkerPool<string, PythonAnswer>;

/** Workers by what they were started with: hooks of one interpreter, path and environment share one. */
const pools = new Map<string, Pool>();
/** Longer than it takes to end a worker that does not want to. */
const graceMs = 1000;

export const pythonHandler: HandlerKind<PythonOptions> = defineHandler({
  type: 'python',
  summary: 'A function in Python, in a worker that is started once.',
  create(options: PythonOptions, setting: HandlerSetting): HookFunction {
    checkOptions('a python handler', options, checks, ['handler']);
    const { protocol } = setting;
    const { handler, watch = false, maxReplyBytes: limit = 1024 * 1024 } = options;
    const pool = poolFor(options, setting);
    return hookFunction(protocol, graceMs, async (call) => {
      const { context } = call;
      const request = jsonText(
        () =>
          ({
            function: handler,
            event: protocol.encode(call),
            context: contextFields(call),
            watch,
            limit,
          }) satisfies PythonRequest,
      );
      const answer = await pool.run(request, context);
      return read(answer, call, setting);
    });
  },
});

/** Ends the Python workers, which otherwise end with the host. */
export async function endPythonWorkers(): Promise<void> {
  await Promise.all([...pools.values()].map((pool) => pool.end()));
}

function poolFor(options: PythonOptions, { protocol, directory }: HandlerSetting): Pool {
  const folder = resolve(directory);
  const further = options.pythonPath ?? [];
  const setup: PythonSetup = {
    python: options.python ?? 'python3',
    directory: folder,
    path: [folder, ...[further].flat().map((path) => resolve(folder, path))],
    environment: hostEnvironment({ inherit: protocol.inheritsEnvironment, ...options }),
  };
  return getOrMake(
    pools,
    JSON.stringify(setup),
    () => new WorkerPool((events) => new PythonProcess(setup, events)),
  );
}

function contextFields({ context }: WireCall): PythonRequest['context'] {
  const { point, hook, agent, phase } = context;
  return { point, hook, agent, phase, tool_use_id: context.toolUseId, timeout_ms: context.timeoutMs };
}

function read({ value, failure, error }: PythonAnswer, call: WireCall, { protocol }: HandlerSetting): Reply {
  if (failure === undefined) {
    // A function that returns nothing has nothing to say, on any wire.
    return value === null ? undefined : protocol.readValue(value, call);
  }
  throw new HookFailure(failure, error ?? 'failed', value === null ? [] : salvage(protocol, value, call));
}
