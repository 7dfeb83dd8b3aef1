import { resolve } from 'node:path';
import { chooseFiles } from '../../config/load/choose-files.ts';
import { levelOf } from '../../config/load/levels.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import type { TraceSetting } from '../../config/load/trace-setting.ts';
import type { LogEntry } from '../../engine/firing/interceptor.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import { Fold } from '../../engine/outcome/fold.ts';
import { blockEffect, type Outcome } from '../../engine/outcome/outcome.ts';
import type { FireRef } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { exitTwo } from '../agents/shared-rows.ts';
import { type AgentAnswer, plainReason } from '../answer/answer-text.ts';
import { fillForms } from '../answer/fill-form.ts';
import { waysToSay } from '../answer/ways.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { ApprovalRequired } from '../trust/approval-required.ts';
import { fireCall } from './fire-event.ts';
import { recordHooks } from './record-config.ts';

/** Exit code 2 with a reason, which agents read as a deny at most events. */
export function refusal(agent: AgentProduct, problem: unknown, payload: Fields = {}): AgentAnswer {
  const stderr = howToFix(problem, true);
  if (agent.files.layout === 'plugin')
    return { stdout: JSON.stringify({ throw: stderr }), stderr, exitCode: 2 };
  const event = textOf(payload[agent.payload.event ?? 'hook_event_name']);
  const { deny, halt } = lookUp(agent.events, event)?.says ?? {};
  const form = deny ?? halt;
  const words = { $reason: stderr, $event: event };
  const stdout = form === undefined || form === exitTwo ? '' : JSON.stringify(fillForms([form], words));
  return { stdout, stderr, exitCode: 2 };
}

export function unjudged(
  call: AgentCall,
  problem: unknown,
): { readonly outcome: Outcome; readonly message: string } {
  const { point, input, event } = call;
  // A turn that was resumed once already may end: nothing would end it else.
  const block = point.block === 'resume' && input['stop_hook_active'] === true ? null : point.block;
  const isBlocked = block !== null && waysToSay(block).some((verb) => event.says[verb] !== undefined);
  const message = howToFix(problem, isBlocked);
  const fold = new Fold(point, point.subject === null ? null : input[point.subject], []);
  if (block !== null) fold.block('hookline', blockEffect(block, message));
  const outcome = fold.outcome([]);
  return { outcome: { ...outcome, notices: [{ message, level: 'error', hook: 'hookline' }] }, message };
}

/** Short, and never a text that an agent could read as an answer. */
function howToFix(problem: unknown, failsClosed: boolean): string {
  const why = plainReason(messageOf(problem));
  const isPolicy = problem instanceof HooklineError && problem.code === 'config-invalid';
  const fix =
    problem instanceof ApprovalRequired
      ? problem.fix
      : `To fix it: hookline ${isPolicy ? 'validate' : 'doctor'}`;
  const effect = failsClosed ? 'blocked this' : 'could not judge this, so it goes unchecked';
  return `hookline ${effect}: ${why}\n${fix}. To stop guarding: hookline uninstall.`;
}

/** Recorded as a failed guard, because that is its effect. */
export async function recordUnjudged(
  call: AgentCall,
  problem: unknown,
  log: (entry: LogEntry) => void,
): Promise<void> {
  const hooks = new Hooks({ log: () => undefined });
  hooks.on(call.point as FireRef, { name: 'hookline', guard: true }, () => {
    throw new Error(messageOf(problem));
  });
  const setting = await readableSetting(call.folder);
  const recording = await recordHooks(hooks, setting, { log });
  if (recording === null) return;
  await fireCall(hooks, call, new AbortController().signal);
  await recording.stop();
}

/** Skips the project's file, which may be the unreadable one. */
async function readableSetting(folder: string): Promise<TraceSetting | null> {
  try {
    const { files } = chooseFiles(undefined, resolve(folder));
    const own = files.filter((file) => ['managed', 'user'].includes(levelOf(file)));
    if (own.length === 0) return null;
    const config = await loadConfig(own, { watch: false, log: () => undefined, levels: true });
    await config.close();
    return config.trace;
  } catch {
    return null;
  }
}
