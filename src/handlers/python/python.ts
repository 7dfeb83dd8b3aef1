import { resolve } from 'node:path';
import type { Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { checkOptions, type OptionChecks, truthCheck } from '../../engine/values/options.ts';
import { type EnvironmentOptions, hostEnvironment } from '../../processes/host-environment.ts';
import type { WireCall } from '../../protocols/protocol.ts';
import {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
  hookFunction,
  jsonText,
  salvage,
} from '../handler.ts';
import { countCheck, filledTextCheck, namesWithTextCheck, textOrTextsCheck } from '../option-checks.ts';
import { SharedWorkers } from '../workers/end-workers.ts';
import { WorkerPool } from '../workers/worker-pool.ts';
import { type PythonAnswer, PythonProcess, type PythonRequest, type PythonSetup } from './process.ts';

export interface PythonOptions extends EnvironmentOptions {
  readonly handler: string;
  /** The interpreter: a name to find in PATH, or a path. Default: python3. */
  readonly python?: string;
  readonly pythonPath?: string | readonly string[];
  readonly watch?: boolean;
  /** Maximum size of a reply, in bytes. Default: 1 MiB. */
  readonly maxReplyBytes?: number;
}

const checks: OptionChecks<PythonOptions> = {
  handler: filledTextCheck,
  python: filledTextCheck,
  pythonPath: textOrTextsCheck,
  env: namesWithTextCheck,
  inherit: truthCheck,
  passEnv: textOrTextsCheck,
  watch: truthCheck,
  maxReplyBytes: countCheck,
};

const pools = new SharedWorkers<WorkerPool<string, PythonAnswer>>();
const graceMs = 1000;
const quietSeconds = 1;

export const pythonHandler: HandlerKind<PythonOptions> = defineHandler({
  type: 'python',
  summary: 'A function in Python, in a worker that is started once.',
  create(options: PythonOptions, setting: HandlerSetting): HookFunction {
    checkOptions('a python handler', options, checks, ['handler']);
    const { protocol } = setting;
    const { handler, watch = false, maxReplyBytes: limit = 1024 * 1024 } = options;
    const setup = setupOf(options, setting);
    const key = JSON.stringify([setup, setting.guard === true]);
    const pool = pools.share(key, () => new WorkerPool((events) => new PythonProcess(setup, events)));
    const run = hookFunction(protocol, graceMs, async (call) => {
      const { context } = call;
      const request = jsonText(
        () =>
          ({
            function: handler,
            event: protocol.encode(call),
            context: contextFields(call),
            watch,
            quiet: setting.guard === true ? quietSeconds : 0,
            limit,
          }) satisfies PythonRequest,
      );
      return read(await pool.use().run(request, context), call, setting);
    });
    return Object.assign(run, { retire: pool.retire });
  },
});

function setupOf(options: PythonOptions, { protocol, directory }: HandlerSetting): PythonSetup {
  const folder = resolve(directory);
  const further = options.pythonPath ?? [];
  return {
    python: options.python ?? 'python3',
    directory: folder,
    path: [folder, ...[further].flat().map((path) => resolve(folder, path))],
    environment: hostEnvironment({ inherit: protocol.inheritsEnvironment, ...options }),
  };
}

function contextFields({ context }: WireCall): PythonRequest['context'] {
  const { point, hook, agent, phase, toolUseId, timeoutMs } = context;
  const whose = { agent, agent_type: context.agentType ?? null };
  return { point, hook, ...whose, phase, tool_use_id: toolUseId, timeout_ms: timeoutMs };
}

function read({ value, failure, error }: PythonAnswer, call: WireCall, { protocol }: HandlerSetting): Reply {
  if (failure === undefined) {
    return value === null ? undefined : protocol.readValue(value, call);
  }
  throw new HookFailure(failure, error ?? 'failed', value === null ? [] : salvage(protocol, value, call));
}
