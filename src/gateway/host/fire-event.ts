import type { Excuses } from '../../engine/firing/context.ts';
import { asSubagent } from '../../engine/hooks/agent-names.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { FireInput, FireRef, Point } from '../../engine/points/point-types.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import { outputText } from '../../protocols/wire-input.ts';
import { decisionCode } from '../../trace/decision-code.ts';
import type { FiringOrigin } from '../../trace/record/entry.ts';
import type { CallExcuses } from '../exceptions/call-excuses.ts';
import type { AgentCall } from '../payload/read-call.ts';

interface EventOptions {
  readonly agent: string | null;
  readonly signal: AbortSignal;
  readonly origin?: FiringOrigin;
  readonly excuses?: Excuses | undefined;
}

export async function fireEvent(
  hooks: Hooks,
  point: Point,
  event: Fields,
  { agent, signal, origin, excuses }: EventOptions,
): Promise<Outcome> {
  const type = agentTypeOf(event);
  return asSubagent(hooks, agent, type, () =>
    hooks.fire(point as FireRef, event as FireInput<FireRef>, {
      signal,
      render: outputText,
      ...(origin && { origin }),
      ...(agent !== null && { agent }),
      ...(type !== null && { agentType: type }),
      ...(excuses !== undefined && { excuses }),
    }),
  );
}

export function agentTypeOf({ agent_type: type }: Fields): string | null {
  return typeof type === 'string' && type !== '' ? type : null;
}

export function fireCall(
  hooks: Hooks,
  call: AgentCall,
  signal: AbortSignal,
  excuses?: CallExcuses,
): Promise<Outcome> {
  const { point, input } = call;
  const agent = typeof input['agent_id'] === 'string' ? input['agent_id'] : null;
  return fireEvent(hooks, point, { ...input }, { agent, signal, excuses, origin: originOf(call, excuses) });
}

/** The code is made on demand: most calls aren't recorded. */
function originOf({ agent, tool, input }: AgentCall, excuses?: CallExcuses): FiringOrigin {
  return {
    product: agent.name,
    // Known once it is decided.
    get openRules() {
      return [...(excuses?.usedRules ?? [])].map(({ rule }) => rule);
    },
    get code() {
      const folder = textOf(input['cwd']);
      return tool === null
        ? null
        : decisionCode({ product: agent.name, tool: tool.name, input: tool.input, folder });
    },
  };
}
