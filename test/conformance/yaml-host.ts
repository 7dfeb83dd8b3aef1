import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Config } from '../../src/config/load/config.ts';
import { loadConfig } from '../../src/config/load/load-config.ts';
import type { Outcome } from '../../src/entries/index.ts';
import { quietHooks } from '../support/hooks.ts';
import { Scratch } from '../support/scratch.ts';
import { toolCaller } from './loop/call-tool.ts';

let files = 0;

/**
 * Loads texts as configuration files that stand in a user's folder. All stay open until the last test of the file is over, so
 * that their hooks share the workers that one of them has started.
 */
export function yamlHost(folder: string) {
  const opened: Config[] = [];
  afterAll(async () => void (await Promise.all(opened.map((config) => config.close()))));
  return async (text: string) => {
    const host = await fromYaml(folder, text);
    opened.push(host.config);
    return host;
  };
}

/** The hooks of a configuration file, and a log that hooks write to. */
async function fromYaml(folder: string, text: string) {
  files += 1;
  const file = join(folder, `hookline-${files}.yaml`);
  writeFileSync(file, text);
  const base = { session_id: 's1', cwd: folder };
  const { hooks, log } = quietHooks({ base });
  const config = await loadConfig(file, { hooks, log: () => undefined });
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
