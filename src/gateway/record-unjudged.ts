import { resolve } from 'node:path';
import { chooseFiles } from '../config/load/choose-files.ts';
import { levelOf } from '../config/load/levels.ts';
import { loadConfig } from '../config/load/load-config.ts';
import type { TraceSetting } from '../config/load/trace-setting.ts';
import type { LogEntry } from '../engine/firing/interceptor.ts';
import { Hooks } from '../engine/hooks/hooks.ts';
import type { FireRef } from '../engine/points/point-types.ts';
import { messageOf, textOf } from '../engine/values/text.ts';
import { fireEvent } from './fire-event.ts';
import { originOf } from './judge-call.ts';
import type { AgentCall } from './payload/read-call.ts';
import { recordHooks } from './record-config.ts';

/** Records a call that could not be judged, as a guard that failed: that is what it came to. */
export async function recordUnjudged(
  call: AgentCall,
  problem: unknown,
  log: (entry: LogEntry) => void,
): Promise<void> {
  const { point, input, payload } = call;
  const hooks = new Hooks({ log: () => undefined });
  hooks.on(point as FireRef, { name: 'hookline', guard: true }, () => {
    throw new Error(messageOf(problem));
  });
  const recording = await recordHooks(hooks, await readableSetting(textOf(payload['cwd'])), { log });
  if (recording === null) return;
  const agent = typeof input['agent_id'] === 'string' ? input['agent_id'] : null;
  const { signal } = new AbortController();
  await fireEvent(hooks, point, { ...input }, { agent, signal, origin: originOf(call) });
  await recording.stop();
}

/** What the user and the administrator say about the record: a project's file may be what could not be read. */
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
