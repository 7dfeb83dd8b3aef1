import type { Hooks, LogEntry } from '../../../src/entries/index.ts';
import { aggregate } from '../../../src/front-doors/massgen/aggregate.ts';
import type { CallContext } from '../../../src/front-doors/massgen/event.ts';
import { GeneralHookManager } from '../../../src/front-doors/massgen/general-hook-manager.ts';
import type { ChainResult } from '../../../src/front-doors/massgen/result.ts';
import { quietHooks } from '../../support/hooks.ts';
import { toolCaller } from '../loop/call-tool.ts';

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

/** A tool call in the agent loop, with the results of the hooks in MassGen's terms. */
export async function callTool(
  manager: GeneralHookManager,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  context: CallContext = {},
): Promise<Called> {
  const call = toolCaller(manager.hooks, process.cwd());
  const { pre, post, ranWith, messages } = await call(name, input, context.agent_id ?? undefined);
  return {
    pre: aggregate(pre, 'PreToolUse', 0),
    post: post === null ? null : aggregate(post, 'PostToolUse', 0),
    ranWith: ranWith as Called['ranWith'],
    messages: messages.map((message): Message => {
      const [role, content] = [message.slice(0, 4), message.slice(6)];
      return { role: role === 'tool' ? 'tool' : 'user', content };
    }),
  };
}
