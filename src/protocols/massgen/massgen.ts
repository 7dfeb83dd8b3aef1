import {
  ask,
  deny,
  type EffectType,
  inject,
  modify,
  notify,
  type Place,
} from '../../engine/outcome/effects.ts';
import type { Json } from '../../engine/values/json.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { textOf, words } from '../../engine/values/text.ts';
import type { Protocol } from '../protocol.ts';
import { checkUnknownFields } from '../reply/deciding-fields.ts';
import { readProcess } from '../reply/process-reply.ts';
import { readReplyValue } from '../reply/read-reply.ts';
import { asJson, type FieldReader, type ReplyReader } from '../reply/reply-reader.ts';
import { agentOfCall, timestampOf, toolOutput } from '../wire-input.ts';

export const resultFields = words(`
  allowed decision reason updated_input updated_output modified_args inject hook_errors metadata hook_name
  hook_type execution_time_ms executed_hooks
`);

const rights: Readonly<Record<string, readonly EffectType[]>> = {
  PreToolUse: ['deny', 'ask', 'modify'],
  PostToolUse: ['modify', 'inject'],
  // MassGen has no such event; a hook there changes the error of the tool.
  PostToolUseFailure: ['modify', 'inject'],
};

export const massgen: Protocol = {
  name: 'massgen',
  inheritsEnvironment: false,
  rights: (point) => lookUp(rights, point.name) ?? [],
  encode: (call) => ({
    hook_type: call.point.name,
    session_id: textOf(call.input['session_id']),
    orchestrator_id: textOf(call.input['orchestrator_id']),
    agent_id: agentOfCall(call),
    timestamp: timestampOf(call.input),
    tool_name: textOf(call.input['tool_name']),
    tool_input: call.input['tool_input'] ?? {},
    tool_output: call.point.name.startsWith('PostToolUse') ? toolOutput(call) : null,
  }),
  readOutput: (output, call) => readProcess(output, call, readResult),
  readValue: (value, call) => readReplyValue(value, call, readResult),
};

function readResult(fields: FieldReader): undefined {
  readDecision(fields);
  readRewrite(fields);
  readInject(fields, 'tool_result');
  readErrors(fields);
  checkUnknownFields(fields, resultFields);
}

function readDecision(fields: FieldReader): void {
  const { reader } = fields;
  const reason = fields.text('reason') ?? reasonInMetadata(fields);
  const allowed = fields.decidingFlag('allowed');
  const decision = fields.decision('decision', ['allow', 'deny', 'ask'], reason);
  if (allowed === false || decision === 'deny') reader.add(deny(reason));
  else if (decision === 'ask') reader.add(ask(reason));
}

export function reasonInMetadata(fields: FieldReader): string | undefined {
  const metadata = fields.value('metadata');
  const reason = isObject(metadata) && Object.hasOwn(metadata, 'reason') ? metadata['reason'] : undefined;
  return typeof reason === 'string' ? reason : undefined;
}

export function readRewrite(fields: FieldReader): void {
  readNewInput(fields);
  const output = fields.value('updated_output') === undefined ? undefined : fields.json('updated_output');
  if (output === undefined) return;
  const { reader } = fields;
  const { name, subject } = reader.call.point;
  if (subject === 'tool_response' || subject === 'error') reader.add(modify(output));
  else reader.doubt(`updated_output was dropped: ${name} has no output to replace`);
}

/** The legacy `modified_args`, JSON in a text, beats `updated_input`. */
function readNewInput(fields: FieldReader): void {
  const { reader } = fields;
  const legacy = fields.text('modified_args');
  if (legacy === undefined) {
    replaceInput(reader, 'updated_input', fields.jsonObject('updated_input'));
    return;
  }
  const parsed = parseArguments(legacy);
  if (!isObject(parsed)) {
    reader.invalid('answered modified_args that is not the JSON text of an object');
    return;
  }
  replaceInput(reader, 'modified_args', asJson(reader, 'modified_args', parsed));
}

/** After the tool ran, an input must not replace the response. */
function replaceInput(reader: ReplyReader, name: string, value: Json | undefined): void {
  const { point } = reader.call;
  if (value === undefined) return;
  if (point.subject === 'tool_input') reader.add(modify(value));
  else reader.doubt(`${name} was dropped: ${point.name} has no tool_input to replace`);
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const strategies = ['tool_result', 'user_message'] as const;

export function readInject(fields: FieldReader, usual: Place): void {
  const injection = fields.object('inject');
  if (injection === undefined) return;
  const content = injection.text('content');
  const into = injection.word('strategy', strategies) ?? usual;
  if (content !== undefined && content !== '') fields.reader.add(inject(content, { into }));
}

/** Errors inside the hook are for the person; MassGen itself never shows them. */
export function readErrors(fields: FieldReader): void {
  const errors = fields.value('hook_errors');
  if (!Array.isArray(errors)) return;
  for (const error of errors) if (typeof error === 'string') fields.reader.add(notify(error, 'warning'));
}
