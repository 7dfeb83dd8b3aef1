import type { Attributes } from '@opentelemetry/api';
import type { FiringInfo } from '../../engine/firing/interceptor.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import { cutEnd } from '../../engine/values/cut-text.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { attributeNames as names } from './names.ts';

const maxText = 8192;

export interface ContentAttributes {
  fired(firing: FiringInfo): Attributes;
  finished(run: Run): Attributes;
  settled(outcome: Outcome): Attributes;
}

const nothing = (): Attributes => ({});

export const withoutContent: ContentAttributes = { fired: nothing, finished: nothing, settled: nothing };

export const withContent: ContentAttributes = {
  fired({ input }) {
    const { tool_input, tool_response, error, ...rest } = input as Fields;
    if (tool_input === undefined) return json(names.input, rest);
    return { ...json(names.toolInput, tool_input), ...json(names.toolResult, tool_response ?? error) };
  },
  finished({ effects, error }) {
    const reasons = effects.flatMap((effect) => ('reason' in effect ? (effect.reason ?? []) : []));
    return {
      ...json(names.reason, reasons.join('\n') || undefined),
      ...json(names.message, error ?? undefined),
    };
  },
  settled({ reason, haltReason, modified, value }) {
    return {
      ...json(names.reason, reason ?? haltReason ?? undefined),
      ...(modified ? json(names.value, value) : {}),
    };
  },
};

function json(name: string, value: unknown): Attributes {
  const text = typeof value === 'string' ? value : jsonOf(value);
  return text === undefined ? {} : { [name]: cutEnd(text, maxText) };
}

/** An input may be anything at points that no hook freezes. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return '(no plain data)';
  }
}
