import { resolve } from 'node:path';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { checkOptions, type OptionChecks, truthCheck } from '../../engine/values/options.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
  hookFunction,
} from '../handler.ts';
import { countCheck, filledTextCheck } from '../option-checks.ts';
import { SharedWorkers } from '../workers/end-workers.ts';
import { WorkerPool } from '../workers/worker-pool.ts';
import {
  checkFile,
  importFunction,
  type ModuleFunction,
  type ModuleReference,
  readReference,
  stampOf,
} from './reference.ts';
import { effectsIn, notPlain, readReturned } from './reply.ts';
import { type ModuleAnswer, type ModuleRequest, ModuleThread } from './thread.ts';

export interface ModuleOptions {
  readonly handler: string;
  readonly watch?: boolean;
  readonly isolate?: boolean;
  readonly memoryMb?: number;
}

const checks: OptionChecks<ModuleOptions> = {
  handler: filledTextCheck,
  watch: truthCheck,
  isolate: truthCheck,
  memoryMb: countCheck,
};

const isolatedGraceMs = 1000;

const threads = new SharedWorkers<WorkerPool<ModuleRequest, ModuleAnswer>>();
let loneThreads = 0;

export const moduleHandler: HandlerKind<ModuleOptions> = defineHandler({
  type: 'module',
  summary: 'A function that a JavaScript or TypeScript file exports.',
  create(options: ModuleOptions, setting: HandlerSetting): HookFunction {
    checkOptions('a module handler', options, checks, ['handler']);
    const reference = readReference(options.handler, resolve(setting.directory));
    const isIsolated = options.isolate ?? setting.file !== undefined;
    return isIsolated ? isolated(reference, options, setting) : inHost(reference, options, setting.protocol);
  },
});

function inHost(
  reference: ModuleReference,
  { watch = false }: ModuleOptions,
  protocol: Protocol,
): HookFunction {
  const load = loader(reference, watch);
  return hookFunction(protocol, 0, async (call) => {
    const event = protocol.encode(call);
    const action = await load();
    return readReturned(await action(event, call.context), call, protocol);
  });
}

function loader(reference: ModuleReference, watch: boolean): () => Promise<ModuleFunction> {
  let stamp: string | null = null;
  let loading: Promise<ModuleFunction> | null = null;
  return () => {
    const now = watch ? stampOf(reference) : null;
    if (loading !== null && now === stamp) return loading;
    stamp = now;
    const started = importFunction(reference, now);
    loading = started;
    started.catch(() => {
      if (loading === started) loading = null;
    });
    return started;
  };
}

function isolated(
  reference: ModuleReference,
  { watch = false, isolate, memoryMb }: ModuleOptions,
  { protocol, file, guard = false }: HandlerSetting,
): HookFunction {
  const isShared = isolate === undefined && file !== undefined;
  if (!isShared) loneThreads += 1;
  const key = JSON.stringify(isShared ? [file, guard, memoryMb] : loneThreads);
  const threadPool = threads.share(key, () => new WorkerPool((events) => new ModuleThread(memoryMb, events)));
  let stamp: string | null = null;
  const handler = hookFunction(protocol, isolatedGraceMs, async (call) => {
    const pool = threadPool.use();
    const { point, hook, agent, agentType, toolUseId, phase, timeoutMs, outcome, traceContext } =
      call.context;
    checkFile(reference);
    const now = watch ? stampOf(reference, stamp, guard) : null;
    if (stamp !== null && now !== stamp) pool.renew();
    stamp = now;
    const known = { point, hook, agent, agentType, toolUseId, phase, timeoutMs, outcome };
    const context = traceContext === undefined ? known : { ...known, traceContext };
    const request = { reference, event: protocol.encode(call), context };
    const { value, failure, error, oddity } = await pool.run(request, call.context);
    if (oddity !== undefined) throw notPlain(oddity, value, call, protocol);
    if (failure === undefined) return readReturned(value, call, protocol);
    throw new HookFailure(failure, error ?? 'failed', effectsIn(value, call, protocol));
  });
  return Object.assign(handler, { retire: threadPool.retire });
}
