import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load/load-config.ts';
import type { Outcome } from '../../src/entries/index.ts';
import { quietHooks } from '../support/hooks.ts';
import { Scratch } from '../support/scratch.ts';
import { toolCaller } from './loop/call-tool.ts';

let files = 0;

/** The hooks of a configuration file that stands in a user's folder, and a log that hooks write to. */
export async function fromYaml(folder: string, text: string) {
  files += 1;
  const file = join(folder, `hookline-${files}.yaml`);
  writeFileSync(file, text);
  const base = { session_id: 's1', cwd: folder };
  const { hooks, log } = quietHooks({ base });
  const config = await loadConfig(file, { hooks, log: () => undefined });
  onTestFinished(() => config.close());
  const scratch = new Scratch();
  const input = { log: `${scratch.path}/log` };
  return {
    config,
    hooks,
    log,
    input,
    noted: () => scratch.lines('log'),
    callTool: toolCaller(hooks, folder),
  };
}

export function ran({ runs }: Outcome): string[] {
  return runs.filter(({ status }) => status !== 'skipped').map(({ hook }) => hook);
}
