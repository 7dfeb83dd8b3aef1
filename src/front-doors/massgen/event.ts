import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe } from '../../engine/values/text.ts';
import type { WireCall } from '../../protocols/protocol.ts';

/** The first two are the legacy names. */
export const HookType = {
  PRE_CALL: 'pre_call',
  POST_CALL: 'post_call',
  PRE_TOOL_USE: 'PreToolUse',
  POST_TOOL_USE: 'PostToolUse',
} as const;
export type HookType = (typeof HookType)[keyof typeof HookType];

export type ToolPoint = 'PreToolUse' | 'PostToolUse';

const points: Readonly<Record<string, ToolPoint>> = {
  pre_call: 'PreToolUse',
  post_call: 'PostToolUse',
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
} satisfies Record<HookType, ToolPoint>;

export const hookTypes: readonly string[] = Object.values(HookType);

export function pointOf(hookType: HookType): ToolPoint {
  const point = lookUp(points, hookType);
  if (point !== undefined) return point;
  throw new HooklineError(
    'point-unknown',
    `unknown hook type ${describe(hookType)}: it is one of ${hookTypes.join(', ')}${didYouMean(String(hookType), hookTypes)}`,
  );
}

type HookEventFields = Omit<HookEvent, 'toDict' | 'toJSON'>;

export type HookEventDict = Omit<HookEventFields, 'timestamp'> & { readonly timestamp: string };

type Optional = 'session_id' | 'orchestrator_id' | 'agent_id' | 'timestamp' | 'tool_input' | 'tool_output';

export class HookEvent {
  readonly hook_type: string;
  readonly session_id: string;
  readonly orchestrator_id: string;
  readonly agent_id: string | null;
  readonly timestamp: Date;
  readonly tool_name: string;
  readonly tool_input: Record<string, unknown>;
  /** Null before the tool ran. */
  readonly tool_output: string | null;

  constructor(fields: Omit<HookEventFields, Optional> & Partial<Pick<HookEventFields, Optional>>) {
    this.hook_type = fields.hook_type;
    this.session_id = fields.session_id ?? '';
    this.orchestrator_id = fields.orchestrator_id ?? '';
    this.agent_id = fields.agent_id ?? null;
    this.timestamp = fields.timestamp ?? new Date();
    this.tool_name = fields.tool_name;
    this.tool_input = fields.tool_input ?? {};
    this.tool_output = fields.tool_output ?? null;
  }

  static fromDict({ timestamp, ...fields }: HookEventDict): HookEvent {
    return new HookEvent({ ...fields, timestamp: new Date(timestamp) });
  }

  toDict(): HookEventDict {
    // UTC in a format that every version of Python reads.
    return { ...this, timestamp: this.timestamp.toISOString().replace('Z', '+00:00') };
  }

  toJSON(): HookEventDict {
    return this.toDict();
  }
}

export interface CallContext {
  readonly session_id?: string | null;
  readonly orchestrator_id?: string | null;
  readonly agent_id?: string | null;
  readonly tool_use_id?: string | null;
  readonly cwd?: string | null;
  readonly tool_output?: string | null;
  readonly signal?: AbortSignal;
  readonly [field: string]: unknown;
}

/** Events carry only a key: the chain may freeze and copy them, and a context may hold anything. */
const contexts = new Map<string, CallContext>();
export const callField = 'massgen_call';
let lastCall = 0;

export async function lendContext<Result>(
  context: CallContext,
  work: (call: string) => Promise<Result>,
): Promise<Result> {
  lastCall += 1;
  const call = String(lastCall);
  contexts.set(call, context);
  try {
    return await work(call);
  } finally {
    contexts.delete(call);
  }
}

export function contextOf({ input }: WireCall, event: HookEvent): CallContext {
  const { session_id, orchestrator_id, agent_id, tool_output } = event;
  const { tool_use_id } = input as { readonly tool_use_id?: string };
  const known = { session_id, orchestrator_id, agent_id, tool_use_id: tool_use_id ?? '', tool_output };
  return { ...contexts.get(String(input[callField])), ...known };
}
