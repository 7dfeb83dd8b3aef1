import { deny, type EffectType, type Postponed, suppress } from '../../engine/outcome/effects.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import type { Protocol, WireCall } from '../protocol.ts';
import { blockEffects, grantEffects } from '../reply/block.ts';
import { checkUnknownFields } from '../reply/deciding-fields.ts';
import { readProcess } from '../reply/process-reply.ts';
import { readReplyValue } from '../reply/read-reply.ts';
import type { FieldReader } from '../reply/reply-reader.ts';
import { nestedFields, outputFields, readAsync, readSdkOutput } from '../reply/sdk-reply.ts';
import { fieldNames, pick, withToolUseId } from '../wire-input.ts';
import type { AgentSdkEvent } from './types.ts';

export const agentSdkRights: Readonly<Record<AgentSdkEvent, readonly EffectType[]>> = {
  PreToolUse: ['allow', 'deny', 'ask', 'modify', 'inject', 'halt'],
  PostToolUse: ['modify', 'inject', 'suppress', 'halt'],
  PostToolUseFailure: ['inject', 'halt'],
  Notification: ['inject'],
  UserPromptSubmit: ['deny', 'inject', 'halt'],
  SessionStart: ['inject'],
  SessionEnd: [],
  Stop: ['resume', 'inject', 'halt'],
  SubagentStart: ['inject'],
  SubagentStop: ['resume', 'inject', 'halt'],
  PreCompact: ['modify', 'inject'],
  PermissionRequest: ['allow', 'deny', 'modify', 'halt'],
  Setup: ['inject'],
  TeammateIdle: ['resume', 'inject'],
  TaskCompleted: ['deny', 'inject'],
};

const baseFields = ['session_id', 'transcript_path', 'cwd', 'permission_mode', 'hook_event_name'] as const;

export const agentSdk: Protocol = {
  name: 'agent-sdk',
  inheritsEnvironment: false,
  rights: (point) => lookUp<readonly EffectType[]>(agentSdkRights, point.name) ?? [],
  encode,
  readOutput: (output, call) => readProcess(output, call, readOutput),
  readValue: (value, call) => readReplyValue(value, call, readOutput),
};

function encode(call: WireCall): Record<string, unknown> {
  const { point } = call;
  const input = { ...withToolUseId(call), hook_event_name: point.name };
  // Here, only SessionStart has the agent type.
  const own = point.name === 'SessionStart' ? ['source', 'agent_type', 'model'] : fieldNames(point.fields);
  return pick(input, [...baseFields, ...own]);
}

const decisions = ['approve', 'allow', 'block', 'deny'] as const;

function readOutput(fields: FieldReader): Postponed | undefined {
  const { reader } = fields;
  const { point } = reader.call;
  const reason = fields.text('reason');
  const decision = fields.decision('decision', decisions, reason);
  if (decision === 'block' || decision === 'deny') {
    // There is no block at PostToolUse: the engine records a deny there as dropped.
    reader.add(...(point.block === 'suppress' ? [deny(reason)] : blockEffects(point, reason)));
  } else if (decision !== undefined) {
    reader.add(...grantEffects(point, reason));
  }
  readSdkOutput(fields, reason, true);
  // Without output to hide, the engine records it as dropped.
  if (fields.value('suppressOutput') === true && point.block !== 'suppress') reader.add(suppress());
  checkUnknownFields(fields, outputFields, nestedFields);
  return readAsync(fields);
}
