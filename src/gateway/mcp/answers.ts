import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { McpVerdict } from './judge.ts';
import { errorLine, type Id, type RpcMessage, resultLine } from './message.ts';

interface Answered {
  readonly id: Id;
  readonly method: string;
  readonly isModern: boolean;
}

/** Models read the result of a tool; only some clients pass them an error. */
export function refusedCall({ id, method, isModern }: Answered, reason: string): string {
  if (method !== 'tools/call') return errorLine(id, reason);
  return resultLine(id, toolError(reason, isModern));
}

function toolError(text: string, isModern: boolean): Fields {
  return { ...(isModern && { resultType: 'complete' }), content: [textBlock(text)], isError: true };
}

export function judgedAnswer(
  { fields }: RpcMessage,
  { id, method, isModern }: Answered,
  { hidden, output, error }: McpVerdict,
  context: string,
): string | null {
  const { result, error: failure } = fields;
  if (failure !== undefined) {
    if (error === undefined && context === '') return null;
    const old = isObject(failure) ? failure : {};
    const { data: _, ...rest } = old;
    const kept = error === undefined ? old : rest;
    const message = withContext(error ?? errorText(failure), context);
    return JSON.stringify({ ...fields, error: { ...kept, message } });
  }
  if (hidden !== undefined) {
    const reason = withContext(hidden, context);
    return method === 'tools/call' ? resultLine(id, toolError(reason, isModern)) : errorLine(id, reason);
  }
  if (output === undefined && context === '') return null;
  const changed = output === undefined ? result : fittingOutput(result, output, method);
  return JSON.stringify({ ...fields, result: withTextBlock(changed, context) });
}

/** A hook that only knows text can't give the structured form, which clients check against a schema. */
function fittingOutput(result: unknown, output: unknown, method: string): unknown {
  if (!isObject(result) || !isObject(output) || method !== 'tools/call') return output;
  const { structuredContent: before } = result;
  const { structuredContent: after, ...rest } = output;
  if (before === undefined || !isBlank(after) || isBlank(before)) return output;
  return { ...rest, isError: true };
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value === '';
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every(isBlank);
}

function withTextBlock(result: unknown, context: string): unknown {
  if (context === '' || !isObject(result)) return result;
  const { content } = result;
  return Array.isArray(content) ? { ...result, content: [...content, textBlock(context)] } : result;
}

function textBlock(text: string): Fields {
  return { type: 'text', text };
}

export function withContext(text: string, context = ''): string {
  return context === '' ? text : `${text}\n${context}`;
}

export function errorText(error: unknown): string {
  return isObject(error) ? textOf(error['message']) : '';
}
