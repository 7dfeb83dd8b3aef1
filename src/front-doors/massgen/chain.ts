import type { FireOptions } from '../../engine/firing/context.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import type { HooksOptions } from '../../engine/hooks/hooks-options.ts';
import type { Matcher } from '../../engine/hooks/matcher.ts';
import type { Registrar, Unregister } from '../../engine/hooks/registrar.ts';
import type { ToolInput } from '../../engine/points/inputs.ts';
import { aggregate } from './aggregate.ts';
import { type CallContext, callField, type HookType, lendContext, pointOf } from './event.ts';
import { engineHook, type MassgenHook } from './hooks.ts';
import type { ChainResult } from './result.ts';

export type ManagerOptions = { readonly hooks: Hooks } | (HooksOptions & { readonly hooks?: undefined });

type ToolArguments = string | Readonly<Record<string, unknown>>;

/** Two hooks may have the same name, as in MassGen. */
export function addHook(
  hooks: Hooks,
  place: Registrar,
  hookType: HookType,
  hook: MassgenHook,
  matcher?: Matcher,
): Unregister {
  const { options, handler } = engineHook(hook);
  const named = options.name === undefined ? {} : { name: freeName(hooks, options.name) };
  const matching = matcher === undefined ? {} : { matcher };
  // With a source, hooks of other front doors can't replace it by name.
  return place.on(pointOf(hookType), { ...options, ...named, ...matching, source: 'massgen' }, handler);
}

function freeName(hooks: Hooks, name: string): string {
  const taken = new Set(hooks.list().map((info) => info.name));
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} (${count})`;
  return free;
}

function fireOptions({ agent_id, tool_use_id, signal }: CallContext): FireOptions {
  return {
    timing: true,
    ...texts({ agent: agent_id, toolUseId: tool_use_id }),
    ...(signal !== undefined && { signal }),
  };
}

/** Only fields that are set: an unknown session must not hide the one that the chain knows. */
function texts<Name extends string>(
  fields: Readonly<Record<Name, string | null | undefined>>,
): Partial<Record<Name, string>> {
  const filled = Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== '');
  return Object.fromEntries(filled) as Partial<Record<Name, string>>;
}

/** Text that is not JSON of an object or a list becomes `{ raw }`, as in MassGen. */
function readArguments(given: ToolArguments): ToolInput {
  if (typeof given !== 'string') return given;
  if (given.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(given);
    if (typeof parsed === 'object' && parsed !== null) return parsed as ToolInput;
  } catch {
    // Tools may take any text.
  }
  return { raw: given };
}

export class HookManager {
  readonly hooks: Hooks;

  constructor(options: ManagerOptions = {}) {
    this.hooks = options.hooks ?? new Hooks(options);
  }

  registerGlobalHook(hookType: HookType, hook: MassgenHook): Unregister {
    return addHook(this.hooks, this.hooks, hookType, hook);
  }

  /** Runs the hooks that match a tool call. The result says what the host must do. Never throws because of a hook. */
  executeHooks(
    hookType: HookType,
    functionName: string,
    args: ToolArguments,
    context?: CallContext | null,
    toolOutput?: string | null,
  ): Promise<ChainResult> {
    const about = context ?? {};
    return lendContext(about, async (key) => {
      const { session_id, orchestrator_id, cwd, tool_use_id, tool_output } = about;
      const point = pointOf(hookType);
      const input = {
        ...texts({ session_id, orchestrator_id, cwd }),
        [callField]: key,
        tool_name: functionName,
        tool_input: readArguments(args),
        tool_use_id: tool_use_id ?? '',
      };
      const tool_response = toolOutput ?? tool_output ?? '';
      const startedAt = performance.now();
      const outcome = await (point === 'PreToolUse'
        ? this.hooks.fire(point, input, fireOptions(about))
        : this.hooks.fire(point, { ...input, tool_response }, fireOptions(about)));
      return aggregate(outcome, hookType, performance.now() - startedAt);
    });
  }
}
