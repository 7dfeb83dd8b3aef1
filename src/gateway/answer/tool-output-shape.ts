import type { Fields } from '../../engine/values/shapes.ts';
import { isObject, valueAt } from '../../engine/values/shapes.ts';
import { words } from '../../engine/values/text.ts';
import { outputText } from '../../protocols/wire-input.ts';
import type { AgentCall } from '../payload/read-call.ts';

/** Agents ignore an output of another shape. Undefined when the shape is unknown. */
export function outputInShape(call: AgentCall, value: unknown): unknown {
  const original = outputOf(call);
  if (Array.isArray(original)) return Array.isArray(value) ? value : textBlocks(outputText(value));
  if (!isObject(original)) return value;
  // Fields that a hook left out were meant to go.
  if (isObject(value) && isPartOf(value, original)) return { ...blanked(original), ...value };
  return withText(call, original, outputText(value));
}

function isPartOf(value: Fields, original: Fields): boolean {
  return Object.entries(value).every(([key, item]) => {
    if (!Object.hasOwn(original, key)) return false;
    const { [key]: old } = original;
    return isObject(item) && isObject(old)
      ? Object.keys(item).length === Object.keys(old).length && isPartOf(item, old)
      : !isObject(item) && !isObject(old) && kindOf(item) === kindOf(old);
  });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

export function blankOutput(call: AgentCall, text: string): unknown {
  const original = outputOf(call);
  if (Array.isArray(original)) return textBlocks(text);
  return isObject(original) ? (withText(call, original, text) ?? blanked(original)) : text;
}

function outputOf({ input, point }: AgentCall): unknown {
  return point.subject === null ? undefined : input[point.subject];
}

function textBlocks(text: string): unknown {
  return [{ type: 'text', text }];
}

function withText({ tool }: AgentCall, original: Fields, text: string): unknown {
  const path = tool?.row.output?.split('.');
  if (path === undefined) return undefined;
  const old = valueAt(original, path);
  if (Array.isArray(old)) return put(blanked(original), path, textBlocks(text));
  return typeof old === 'string' ? put(blanked(original), path, text) : undefined;
}

function put(target: Fields, [step, ...rest]: readonly string[], value: unknown): Fields {
  if (step === undefined) return target;
  const { [step]: inner } = target;
  return { ...target, [step]: rest.length === 0 ? value : put(isObject(inner) ? inner : {}, rest, value) };
}

const kept: ReadonlySet<string> = new Set(
  words(`
  type filePath status mode agentId agentType url service_tier speed resolvedModel
  harnessSectionHash
`),
);

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
