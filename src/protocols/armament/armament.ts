import { deny, type EffectType, type Reply } from '../../engine/outcome/effects.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import type { ProcessOutput, Protocol, WireCall } from '../protocol.ts';
import { checkUnknownFields } from '../reply/deciding-fields.ts';
import { effectsOf, readProcess, readStdout, reasonIn } from '../reply/process-reply.ts';
import { readReplyValue } from '../reply/read-reply.ts';
import type { FieldReader } from '../reply/reply-reader.ts';
import { armamentContext, readModify } from './fields.ts';

const rights: Readonly<Record<string, readonly EffectType[]>> = {
  'pre:message': ['deny', 'modify'],
  'post:message': ['modify'],
  PreToolUse: ['deny', 'modify'],
  PostToolUse: ['modify'],
  PostToolUseFailure: ['modify'],
  'pre:agent:spawn': ['deny', 'modify'],
  'pre:session:phase': ['deny'],
  'pre:git:write': ['deny', 'modify'],
  'pre:view:render': ['modify'],
};

export const armament: Protocol = {
  name: 'armament',
  inheritsEnvironment: false,
  rights: (point) => lookUp(rights, point.name) ?? [],
  encode: armamentContext,
  readOutput,
  readValue: (value, call) => readReplyValue(value, call, readResult),
};

function readOutput(output: ProcessOutput, call: WireCall): Reply {
  if (output.exitCode !== 2) return readProcess(output, call, readResult);
  const said = effectsOf(() => readStdout(output.stdout, call, readResult));
  return said.some(({ type }) => type === 'deny') ? said : [deny(reasonIn(output.stderr)), ...said];
}

function readResult(fields: FieldReader): undefined {
  const reason = fields.text('reason');
  if (fields.decidingFlag('abort') === true) fields.reader.add(deny(reason));
  readModify(fields);
  // Armament's code and its documents disagree on the spelling; a redaction must not get lost in between.
  if (fields.value('modified') !== undefined)
    fields.reader.invalid('answered modified, did you mean "modify"?');
  checkUnknownFields(fields, ['abort', 'reason', 'modify']);
}
