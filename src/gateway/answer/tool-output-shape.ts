import type { Fields } from '../../engine/values/shapes.ts';
import { isObject, valueAt } from '../../engine/values/shapes.ts';
import { outputText } from '../../protocols/wire-input.ts';
import type { AgentCall } from '../payload/read-call.ts';

/** A new output in the shape that the agent expects of the tool: agents ignore one of another shape. */
export function outputInShape(call: AgentCall, value: unknown): unknown {
  const original = outputOf(call);
  if (!isObject(original) || isObject(value)) return value;
  return withText(call, original, outputText(value));
}

/** The output with its text taken out. */
export function hiddenOutput(call: AgentCall, text: string): unknown {
  const original = outputOf(call);
  return isObject(original) ? withText(call, blanked(original), text) : text;
}

function outputOf({ input, point }: AgentCall): unknown {
  return point.subject === null ? undefined : input[point.subject];
}

/** Puts the text where the tool's row says; where it says nothing, the text is the output. */
function withText({ tool }: AgentCall, original: Fields, text: string): unknown {
  const path = tool?.row.output?.split('.');
  if (path === undefined || typeof valueAt(original, path) !== 'string') return text;
  return put(blanked(original), path, text);
}

function put(target: Fields, [step, ...rest]: readonly string[], text: string): Fields {
  if (step === undefined) return target;
  const { [step]: inner } = target;
  return { ...target, [step]: rest.length === 0 ? text : put(isObject(inner) ? inner : {}, rest, text) };
}

/** Words that say what kind of output it is, and where it comes from, stay. */
const kept = new Set(['type', 'filePath', 'status', 'mode']);

function blanked(value: Fields): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, kept.has(key) ? item : blank(item)]),
  );
}

function blank(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return [];
  return isObject(value) ? blanked(value) : value;
}
