import type { Hooks, LogEntry } from '../../../src/entries/index.ts';
import type { CallContext } from '../../../src/front-doors/massgen/context.ts';
import { GeneralHookManager } from '../../../src/front-doors/massgen/general-hook-manager.ts';
import type { ChainResult } from '../../../src/front-doors/massgen/result.ts';
import { quietHooks } from '../../support/hooks.ts';

/** A manager whose log can be read, and nothing on the console. */
export function quietManager(): { manager: GeneralHookManager; hooks: Hooks; log: LogEntry[] } {
  const { hooks, log } = quietHooks();
  return { manager: new GeneralHookManager({ hooks }), hooks, log };
}

/** What the model of an agent sees next. */
export interface Message {
  readonly role: 'tool' | 'user';
  readonly content: string;
}

export interface Called {
  readonly pre: ChainResult;
  readonly post: ChainResult | null;
  /** What the tool was run with; null when it was not run. */
  readonly ranWith: Readonly<Record<string, unknown>> | null;
  readonly messages: readonly Message[];
}

/** A tool call as an agent's host does it: hooks, the tool, hooks, and what becomes of their results. */
export async function callTool(
  manager: GeneralHookManager,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  context: CallContext = {},
): Promise<Called> {
  const pre = await manager.executeHooks('PreToolUse', name, input, context);
  if (pre.decision !== 'allow') {
    return { pre, post: null, ranWith: null, messages: [{ role: 'tool', content: `Error: ${pre.reason}` }] };
  }
  const ranWith = pre.updated_input ?? input;
  const output = `${name} ran`;
  const post = await manager.executeHooks('PostToolUse', name, ranWith, context, output);
  const texts = (strategy: string): string[] =>
    post.injections
      .filter((injection) => injection.strategy === strategy)
      .map((injection) => injection.content);
  const messages: Message[] = [{ role: 'tool', content: [output, ...texts('tool_result')].join('\n') }];
  for (const content of texts('user_message')) messages.push({ role: 'user', content });
  return { pre, post, ranWith, messages };
}
