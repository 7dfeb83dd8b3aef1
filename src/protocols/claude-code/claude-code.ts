import {
  allow,
  type Effect,
  halt,
  inject,
  modify,
  notify,
  type Reply,
  restrains,
} from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import type { ProcessOutput, Protocol, WireCall } from '../protocol.ts';
import { blockEffects } from '../reply/block.ts';
import { checkUnderstood, checkUnknownFields } from '../reply/deciding-fields.ts';
import { readWritten } from '../reply/json-reply.ts';
import { effectsOf, exitFailure, notJson, reasonIn } from '../reply/process-reply.ts';
import {
  contradict,
  type ReadFields,
  readableIn,
  readReplyValue,
  restraintsIn,
} from '../reply/read-reply.ts';
import { type FieldReader, show } from '../reply/reply-reader.ts';
import { nestedFields, outputFields, readSpecific } from '../reply/sdk-reply.ts';
import { toolNameOn } from '../wire-input.ts';
import { type ClaudeEvent, claudeEvent, claudeTimeoutMs } from './events.ts';
import { claudeInput, derivedField, withoutMode } from './input.ts';
import { byEitherName } from './matcher.ts';
import { readSpecificFields } from './specific-fields.ts';

const turnPoints: readonly string[] = ['PreToolUse', 'PostToolUse'];

export const claudeCode: Protocol = {
  name: 'claude-code',
  inheritsEnvironment: true,
  leavesProcesses: true,
  detaches: isAsyncLine,
  seenNames: byEitherName,
  projectVariables: ['CLAUDE_PROJECT_DIR'],
  timeoutMs: (point) => claudeTimeoutMs(point.name, 'command'),
  rights: (point) => claudeEvent(point.name)?.rights ?? point.admits,
  encode,
  readOutput,
  readValue: (value, call) => readReplyValue(value, call, readJson),
  refuse: (point, reason, endsTurn) => [
    ...refusal(point, reason),
    ...(endsTurn && turnPoints.includes(point.name) ? [halt(reason)] : []),
  ],
};

function encode(call: WireCall): Fields {
  const encoded = claudeInput(call);
  if (withoutMode.includes(call.point.name)) delete encoded['permission_mode'];
  delete encoded['orchestrator_id'];
  const derived = derivedField(call.point.name);
  if (derived !== undefined) delete encoded[derived];
  if (Object.hasOwn(encoded, 'tool_name')) encoded['tool_name'] = toolNameOn('claude-code', call);
  return encoded;
}

function readOutput(output: ProcessOutput, call: WireCall): Reply {
  if (call.context.late === true) return readLateOutput(output, call);
  const read = (): Reply => readStdout(output, call);
  const event = claudeEvent(call.point.name);
  if (output.exitCode === 2 && event?.exitTwo === 'void') return fail(output, []);
  return refuses(output, event) ? exitTwo(output, call, effectsOf(read)) : read();
}

function refuses({ exitCode }: ProcessOutput, event: ClaudeEvent | null): boolean {
  return event?.everyExit === true ? exitCode !== 0 : exitCode === 2 && event?.exitTwo !== 'ignored';
}

/** Too late to block: it may only tell the model something, as JSON. */
function readLateOutput(output: ProcessOutput, call: WireCall): Reply {
  const text = lateOutput(output.stdout) ?? output.stdout;
  const written = readWritten(text);
  if (written.kind === 'json' && isObject(written.value)) {
    const told = readLate(text, call, readJson);
    if (told.length > 0 || output.exitCode === 0) return told;
  }
  return output.exitCode === 0 || output.exitCode === 2 ? undefined : fail(output, []);
}

function readStdout(output: ProcessOutput, call: WireCall): Reply {
  const failed = output.exitCode !== 0;
  const written = readWritten(output.stdout);
  if (written.kind === 'nothing') return failed ? fail(output, []) : undefined;
  if (written.kind === 'json' && isObject(written.value)) return readObject(output, call, written.value);
  if (written.kind === 'json') {
    const denials = Array.isArray(written.value) ? restraintsIn(written.value, call, readJson) : [];
    return readText(output, call, { text: output.stdout.trim(), complete: true }, denials);
  }
  const late = lateOutput(written.text);
  if (late !== null && !failed) return readLate(late, call, readJson);
  return readText(output, call, written, restraintsIn(written.found, call, readJson));
}

/** JSON counts at every exit code if it says something; a process ended by a signal was not done. */
function readObject(output: ProcessOutput, call: WireCall, value: Fields): Reply {
  const read = (): readonly Effect[] => readEffects(value, call);
  if (output.exitCode === null) return fail(output, effectsOf(read).filter(restrains));
  const effects = read();
  return output.exitCode !== 0 && effects.length === 0 ? fail(output, []) : effects;
}

function readEffects(value: unknown, call: WireCall): readonly Effect[] {
  const reply = readReplyValue(value, call, readJson);
  return Array.isArray(reply) ? reply : [];
}

function fail(output: ProcessOutput, effects: readonly Effect[]): never {
  throw exitFailure(output, effects);
}

/** Claude Code would lose a deny in plain output. Here it counts. */
function readText(
  output: ProcessOutput,
  call: WireCall,
  written: { readonly text: string; readonly complete: boolean },
  denials: readonly Effect[],
): Reply {
  if (output.exitCode !== 0) return fail(output, denials);
  const meaning = claudeEvent(call.point.name)?.text;
  if (denials.length > 0 || !written.complete || written.text.startsWith('{')) {
    throw notJson(written, 'object', denials);
  }
  if (meaning === 'context') return [inject(written.text)];
  if (meaning === 'path') return [modify(lastLine(written.text))];
  // Claude Code ignores plain text, but a guard that says something may have meant to block.
  if (call.context.guard === true) {
    throw new HookFailure('unclear', `answered text instead of a decision: ${show(written.text)}`);
  }
  return undefined;
}

/** A command may print more before the path. */
function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

/** Exit code 2 blocks whatever the output says; a reason in the output beats stderr. */
function exitTwo(output: ProcessOutput, { point }: WireCall, answered: readonly Effect[]): Reply {
  const said = answered.filter(({ type }) => type !== 'allow');
  const reason = reasonIn(output.stderr);
  if (claudeEvent(point.name)?.exitTwo === 'person') {
    return reason === undefined ? said : [...said, notify(reason, 'warning')];
  }
  const block = point.block ?? 'deny';
  const isSaid = feedbackOnly(point) ? saysBlock(output.stdout) : said.some(({ type }) => type === block);
  return isSaid ? said : [...refusal(point, reason), ...said];
}

function saysBlock(stdout: string): boolean {
  const written = readWritten(stdout);
  return written.kind === 'json' && isObject(written.value) && written.value['decision'] === 'block';
}

function feedbackOnly(point: Point): boolean {
  return point.name === 'PostToolUse' || point.name === 'PostToolUseFailure';
}

function refusal(point: Point, reason: string | undefined): readonly Effect[] {
  if (!feedbackOnly(point))
    return blockEffects(point, reason).map((effect) =>
      effect.type === 'resume' ? { ...effect, countsUntilTool: true } : effect,
    );
  return reason === undefined || reason === '' ? [] : [inject(reason)];
}

function readJson(fields: FieldReader): undefined {
  const { reader } = fields;
  const { point, context } = reader.call;
  const isGuard = context.guard === true;
  const reason = fields.text('reason');
  const decision = fields.decision('decision', ['approve', 'block'], reason);
  if (decision === 'block') reader.add(...refusal(point, reason));
  else if (decision === 'approve' && point.name === 'PreToolUse') reader.add(allow(reason));
  fields.flag('suppressOutput');
  const specific = readSpecific(fields, true);
  if (specific !== undefined) readSpecificFields(specific, reason);
  const stopReason = fields.text('stopReason');
  const goesOn = fields.decidingFlag('continue');
  const message = fields.text('systemMessage');
  const drops = claudeEvent(point.name)?.drops ?? [];
  if (goesOn === false && !drops.includes('continue')) reader.add(halt(stopReason));
  else if (goesOn === false && isGuard) reader.doubt(`continue: false has no effect at ${point.name}`);
  if (message !== undefined && message !== '' && !drops.includes('systemMessage'))
    reader.add(notify(message));
  if (fields.flag('async') === true) contradict(reader);
  // Unknown fields are ignored as in Claude Code, except from guards and in replies without known fields.
  if (isGuard) checkUnknownFields(fields, outputFields, nestedFields);
  else checkUnderstood(fields, outputFields);
  return undefined;
}

/** After a first line `{"async": true}`, the action goes ahead while the process works on. */
function lateOutput(text: string): string | null {
  const end = text.indexOf('\n');
  return end >= 0 && isAsyncLine(text.slice(0, end)) ? text.slice(end + 1) : null;
}

function isAsyncLine(line: string): boolean {
  const first = readWritten(line);
  return first.kind === 'json' && isObject(first.value) && first.value['async'] === true;
}

/** Its decision comes too late, except where the firing waited for a guard anyway. */
function readLate(text: string, call: WireCall, read: ReadFields): readonly Effect[] {
  const written = readWritten(text);
  if (written.kind === 'nothing') return [];
  const values = written.kind === 'json' ? [written.value].flat() : written.found;
  const messages = written.kind === 'json' && isObject(written.value) ? [written.value['systemMessage']] : [];
  return [
    ...messages.filter((content) => typeof content === 'string').map((content) => inject(content)),
    ...readableIn(values, call, read).filter((effect) => effect.type === 'inject' || restrains(effect)),
  ];
}
