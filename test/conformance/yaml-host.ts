import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load/load-config.ts';
import type { Outcome } from '../../src/entries/index.ts';
import { quietHooks } from '../support/hooks.ts';
import { Scratch } from '../support/scratch.ts';

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
  return { config, hooks, log, input, noted: () => scratch.lines('log'), callTool: toolCaller(hooks) };
}

export interface Called {
  readonly pre: Outcome;
  readonly post: Outcome | null;
  /** What the tool was run with; null when it was not run. */
  readonly ranWith: unknown;
  /** What the model sees next. */
  readonly messages: readonly string[];
}

/** A tool call as a host does it: hooks, the tool, hooks, and what becomes of what they ask for. */
function toolCaller(hooks: ReturnType<typeof quietHooks>['hooks']) {
  return async (name: string, input: Readonly<Record<string, unknown>>, agent?: string): Promise<Called> => {
    const options = agent === undefined ? {} : { agent };
    const call = { tool_name: name, tool_input: input, tool_use_id: 't1' };
    const pre = await hooks.fire('PreToolUse', call, options);
    if (pre.decision === 'deny' || pre.decision === 'ask') {
      return { pre, post: null, ranWith: null, messages: [`tool: Error: ${pre.reason}`] };
    }
    const output = `${name} ran`;
    const tool_input = pre.value as Readonly<Record<string, unknown>>;
    const post = await hooks.fire('PostToolUse', { ...call, tool_input, tool_response: output }, options);
    const into = (place: string): string[] =>
      post.injections.filter((item) => item.into === place).map((item) => item.content);
    const messages = [
      `tool: ${[output, ...into('tool_result')].join('\n')}`,
      ...into('user_message').map((content) => `user: ${content}`),
    ];
    return { pre, post, ranWith: pre.value, messages };
  };
}

export function ran({ runs }: Outcome): string[] {
  return runs.filter(({ status }) => status !== 'skipped').map(({ hook }) => hook);
}
