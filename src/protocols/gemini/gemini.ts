import {
  ask,
  type Effect,
  type EffectType,
  halt,
  inject,
  modify,
  notify,
  type Reply,
  restrains,
} from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { copyJson } from '../../engine/values/json.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { words } from '../../engine/values/text.ts';
import type { ProcessOutput, Protocol, WireCall } from '../protocol.ts';
import { blockEffects } from '../reply/block.ts';
import { checkUnderstood, checkUnknownFields } from '../reply/deciding-fields.ts';
import { readWritten, type Written } from '../reply/json-reply.ts';
import { effectsOf, exitFailure, notJson, reasonIn, shellProblems } from '../reply/process-reply.ts';
import { readReplyValue, restraintsIn } from '../reply/read-reply.ts';
import { type FieldReader, show } from '../reply/reply-reader.ts';
import { nestedFields, readSpecific } from '../reply/sdk-reply.ts';
import { timestampOf, toolOutput, withToolUseId } from '../wire-input.ts';
import { geminiEvents, geminiToolName, renamedInput } from './names.ts';

const rights: Readonly<Record<string, readonly EffectType[]>> = {
  PreToolUse: ['deny', 'ask', 'modify', 'halt'],
  PostToolUse: ['modify', 'suppress', 'inject', 'halt'],
  UserPromptSubmit: ['deny', 'inject', 'halt'],
  Stop: ['resume', 'halt'],
  SessionStart: ['inject'],
  SessionEnd: [],
  PreCompact: [],
  Notification: [],
};

export const gemini: Protocol = {
  name: 'gemini',
  inheritsEnvironment: true,
  projectVariables: ['GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
  seenNames: (matches) => (name) => matches(geminiToolName(name)),
  timeoutMs: () => 60_000,
  rights: (point) => lookUp(rights, point.name) ?? point.admits,
  encode,
  readOutput,
  readValue: (value, call) => readReplyValue(value, call, readJson),
};

function encode(call: WireCall): Fields {
  const { point, context } = call;
  const {
    native_tool_name: _,
    native_tool_input: __,
    last_assistant_message: last,
    ...input
  } = withToolUseId(call);
  const { tool_name: tool, tool_input: given } = input;
  return {
    ...input,
    session_id: input['session_id'] ?? '',
    cwd: input['cwd'] ?? process.cwd(),
    hook_event_name: lookUp(geminiEvents, context.point) ?? context.point,
    timestamp: timestampOf(input),
    ...(typeof tool === 'string' && {
      tool_name: geminiToolName(tool),
      tool_input: isObject(given) ? renamedInput(tool, given, 'gemini') : given,
    }),
    ...(point.name === 'PostToolUse' && {
      tool_response: { llmContent: input['tool_response'] ?? null, returnDisplay: toolOutput(call) },
    }),
    ...(point.name === 'Stop' && { prompt_response: last ?? '' }),
  };
}

/** Gemini CLI tries stdout as JSON, or stderr if stdout is empty, whatever the exit code. */
function readOutput(output: ProcessOutput, call: WireCall): Reply {
  const { exitCode, stdout, stderr } = output;
  const written = readWritten(stdout.trim() === '' ? stderr : stdout);
  const value = written.kind === 'json' ? unwrapped(written.value) : undefined;
  const isReply = isObject(value);
  const read = (): Reply =>
    isReply ? readReplyValue(value, call, readJson) : readText(output, call, written);
  if (exitCode === 0) return read();
  if (exitCode === 1 && isReply) {
    const effects = read();
    if (Array.isArray(effects) && effects.length > 0) return effects;
  }
  const said = effectsOf(read);
  const restraints = said.filter(restrains);
  if (exitCode === null || exitCode === 1 || shellProblems.has(exitCode))
    throw exitFailure(output, restraints);
  // A higher code refuses, whatever the reply grants.
  const kept = isReply ? said : restraints;
  return restraints.length > 0
    ? kept
    : [...refusal(call, reasonIn(stderr) ?? (isReply ? undefined : reasonIn(stdout))), ...kept];
}

function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const inner = readWritten(value);
  return inner.kind === 'json' && isObject(inner.value) ? inner.value : value;
}

function readText({ stdout }: ProcessOutput, call: WireCall, written: Written): Reply {
  const text = stdout.trim();
  if (text === '' || text === 'null') return undefined;
  const listed = written.kind === 'json' && Array.isArray(written.value) ? written.value : [];
  const restraints = restraintsIn(written.kind === 'text' ? written.found : listed, call, readJson);
  const complete = written.kind !== 'text' || written.complete;
  if (restraints.length > 0 || !complete || /^[{[]/.test(text))
    throw notJson({ text, complete }, 'object', restraints);
  if (call.context.guard === true)
    throw new HookFailure('unclear', `answered text instead of a decision: ${show(text)}`);
  return [notify(reasonIn(text) ?? '')];
}

function refusal({ point }: WireCall, reason: string | undefined): readonly Effect[] {
  return point.name === 'PostToolUse' && reason !== undefined && reason !== ''
    ? [modify(reason)]
    : blockEffects(point, reason);
}

const fields = words('continue stopReason suppressOutput systemMessage decision reason hookSpecificOutput');

function readJson(reply: FieldReader): undefined {
  const { reader } = reply;
  const reason = reply.text('reason');
  const decision = reply.decision('decision', ['allow', 'approve', 'deny', 'block', 'ask'], reason);
  if (decision === 'deny' || decision === 'block') reader.add(...refusal(reader.call, reason));
  if (decision === 'ask') reader.add(ask(reason));
  reply.flag('suppressOutput');
  const specific = readSpecific(reply, false, lookUp(geminiEvents, reader.call.point.name));
  if (specific !== undefined) readSpecificOutput(specific, reason);
  const stopReason = reply.text('stopReason');
  if (reply.decidingFlag('continue') === false) reader.add(halt(stopReason ?? reason));
  const message = reply.text('systemMessage');
  if (message !== undefined && message !== '') reader.add(notify(message));
  // Unknown fields are ignored as in Gemini CLI, except from guards and in replies without known fields.
  if (reader.call.context.guard === true) checkUnknownFields(reply, fields, nestedFields);
  else checkUnderstood(reply, fields);
  return undefined;
}

/** Fields of Gemini CLI's `hookSpecificOutput` without effect here. */
const droppedFields = words('tailToolCallRequest clearContext llm_request llm_response toolConfig');

const specificFields = [
  ...words(`
  hookEventName tool_input additionalContext permissionDecision permissionDecisionReason
`),
  ...droppedFields,
];

function readSpecificOutput(specific: FieldReader, fallback: string | undefined): void {
  const { reader } = specific;
  const { point, input } = reader.call;
  const changed = specific.jsonObject('tool_input');
  const { tool_name: tool, tool_input: given } = input;
  if (isObject(changed) && point.name === 'PreToolUse')
    reader.add(
      modify(
        copyJson({ ...(isObject(given) ? given : {}), ...renamedInput(String(tool), changed, 'events') }),
      ),
    );
  const context = specific.text('additionalContext') ?? '';
  if (context !== '' && point.name !== 'PreToolUse') reader.add(inject(context));
  readOtherDecision(specific, fallback);
  for (const name of droppedFields)
    if (specific.value(name) !== undefined)
      reader.doubt(`${specific.nameOf(name)} was dropped: nothing does that here`);
  if (reader.call.context.guard === true) checkUnknownFields(specific, specificFields);
}

function readOtherDecision(specific: FieldReader, fallback: string | undefined): void {
  const { reader } = specific;
  const own = specific.text('permissionDecisionReason');
  const reason = own ?? fallback;
  const word = specific.decision('permissionDecision', ['allow', 'deny', 'ask'], reason);
  const meant = word === 'deny' ? refusal(reader.call, reason) : word === 'ask' ? [ask(reason)] : [];
  const isSaid = meant.some(({ type }) => reader.effects.some((effect) => effect.type === type));
  if (!isSaid) reader.add(...meant);
  if (own !== undefined && specific.value('permissionDecision') === undefined)
    reader.doubt(`answered ${specific.nameOf('permissionDecisionReason')} without a decision`);
}
