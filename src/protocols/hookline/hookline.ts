import {
  ask,
  type Effect,
  effectTypes,
  type Postponed,
  type Reply,
  restrains,
} from '../../engine/outcome/effects.ts';
import { readReply } from '../../engine/outcome/reply.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { nearest } from '../../engine/values/suggest.ts';
import { textOf } from '../../engine/values/text.ts';
import { readModify } from '../armament/fields.ts';
import { claudeInput } from '../claude-code/input.ts';
import { readErrors, readInject, readRewrite, reasonInMetadata, resultFields } from '../massgen/massgen.ts';
import type { ProcessOutput, Protocol, WireCall } from '../protocol.ts';
import { blockEffects, grantEffects } from '../reply/block.ts';
import { checkUnknownFields } from '../reply/deciding-fields.ts';
import { effectsOf, exitFailure, readStdout, reasonIn } from '../reply/process-reply.ts';
import { readReplyValue } from '../reply/read-reply.ts';
import type { FieldReader } from '../reply/reply-reader.ts';
import { nestedFields, outputFields, readAsync, readSdkOutput } from '../reply/sdk-reply.ts';
import { agentOfCall, timestampOf, toolOutput } from '../wire-input.ts';

/** The union of the published wires, for new hooks. */
export const hookline: Protocol = {
  name: 'hookline',
  inheritsEnvironment: false,
  rights: (point) => point.admits,
  encode,
  readOutput,
  readValue,
};

function readValue(value: unknown, call: WireCall): Reply {
  return isEffects(value) ? readEffects(value) : readReplyValue(value, call, readAny);
}

const outputPoints: readonly string[] = ['PostToolUse', 'PostToolUseFailure'];

function encode(call: WireCall): Fields {
  const { point, input } = call;
  const encoded = claudeInput(call);
  encoded['hook_type'] = point.name;
  encoded['orchestrator_id'] = textOf(input['orchestrator_id']);
  encoded['agent_id'] = agentOfCall(call);
  encoded['timestamp'] = timestampOf(input);
  if (point.name === 'PreToolUse') encoded['tool_output'] = null;
  if (outputPoints.includes(point.name)) encoded['tool_output'] = toolOutput(call);
  return encoded;
}

function readOutput(output: ProcessOutput, call: WireCall): Reply {
  const read = (): Reply => readStdout(output.stdout, call, readAny, (value) => readValue(value, call));
  if (output.exitCode === 0) return read();
  if (output.exitCode === 2) return refuse(output, call, effectsOf(read));
  throw exitFailure(output, effectsOf(read).filter(restrains));
}

function refuse(output: ProcessOutput, call: WireCall, answered: readonly Effect[]): readonly Effect[] {
  const said = answered.filter(({ type }) => type !== 'allow');
  const block = call.point.block ?? 'deny';
  if (said.some(({ type }) => type === block)) return said;
  return [...blockEffects(call.point, reasonIn(output.stderr)), ...said];
}

const knownFields = [...outputFields, ...resultFields, 'abort', 'modify'] as const;
const decisions = ['allow', 'approve', 'deny', 'block', 'ask'] as const;

function readAny(fields: FieldReader): Postponed | undefined {
  const { reader } = fields;
  const { point } = reader.call;
  const reason = fields.text('reason') ?? reasonInMetadata(fields);
  const decision = fields.decision('decision', decisions, reason);
  const allowed = fields.decidingFlag('allowed');
  const abort = fields.decidingFlag('abort');
  if (decision === 'deny' || decision === 'block' || allowed === false || abort === true) {
    reader.add(...blockEffects(point, reason));
  } else if (decision === 'ask') reader.add(ask(reason));
  else if (decision === 'approve') reader.add(...grantEffects(point, reason));
  readSdkOutput(fields, reason, false);
  readRewrite(fields);
  readModify(fields);
  readInject(fields, 'system');
  readErrors(fields);
  checkUnknownFields(fields, knownFields, nestedFields);
  return readAsync(fields);
}

function isEffects(value: unknown): boolean {
  // An object that throws when read is reported by the reader of replies.
  try {
    return Array.isArray(value) ? value.length > 0 && value.every(isEffect) : isEffect(value);
  } catch {
    return false;
  }
}

function isEffect(value: unknown): boolean {
  if (!isObject(value) || !Object.hasOwn(value, 'type')) return false;
  const type = value['type'];
  if (typeof type !== 'string' || nearest(type, Object.keys(effectTypes)) === null) return false;
  return knownFields.every((name) => name === 'reason' || !Object.hasOwn(value, name));
}

function readEffects(value: unknown): readonly Effect[] {
  const { effects, failure } = readReply(value);
  if (failure !== null) throw failure.carrying(effects);
  return effects;
}
