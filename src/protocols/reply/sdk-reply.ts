import {
  allow,
  ask,
  deny,
  endChain,
  halt,
  inject,
  modify,
  notify,
  type Postponed,
  resume,
  suppress,
} from '../../engine/outcome/effects.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { words } from '../../engine/values/text.ts';
import { blockEffects, isDenial } from './block.ts';
import { checkUnknownFields } from './deciding-fields.ts';
import { type FieldReader, show } from './reply-reader.ts';

export const outputFields = words(`
  continue suppressOutput stopReason decision systemMessage reason hookSpecificOutput async asyncTimeout
  terminalSequence
`);

export const nestedFields = words(`
  permissionDecision permissionDecisionReason updatedInput additionalContext updatedMCPToolOutput
  updatedToolOutput customInstructions custom_instructions
`);

const specificFields = ['hookEventName', 'decision', ...nestedFields] as const;

const rewrites = {
  updatedInput: 'tool_input',
  updatedMCPToolOutput: 'tool_response',
  updatedToolOutput: 'tool_response',
  custom_instructions: 'custom_instructions',
  customInstructions: 'custom_instructions',
} as const;

export type Rewrite = keyof typeof rewrites;
const allRewrites = Object.keys(rewrites) as Rewrite[];

export function readAsync(fields: FieldReader): Postponed | undefined {
  const isAsync = fields.flag('async');
  const seconds = fields.number('asyncTimeout');
  if (isAsync !== true) return undefined;
  return seconds !== undefined && seconds > 0 ? { async: true, asyncTimeout: seconds } : { async: true };
}

export function readSpecific(
  fields: FieldReader,
  nameIsNeeded: boolean,
  otherName?: string,
): FieldReader | undefined {
  const value = fields.value('hookSpecificOutput');
  if (value === undefined) return undefined;
  const { reader } = fields;
  const specific = isObject(value) ? fields.object('hookSpecificOutput') : undefined;
  if (specific === undefined) {
    // Decisions are in there, so another shape leaves the decision open.
    reader.unclear(`answered hookSpecificOutput ${show(value)} instead of an object`);
    if (isDenial('hookSpecificOutput', value)) {
      reader.add(...blockEffects(reader.call.point, fields.text('reason')));
    }
    return undefined;
  }
  const event = specific.value('hookEventName');
  const expected = reader.call.point.name;
  if (event === undefined) {
    if (nameIsNeeded) reader.invalid(`answered hookSpecificOutput without hookEventName "${expected}"`);
  } else if (event !== expected && event !== otherName) {
    reader.invalid(`answered hookSpecificOutput.hookEventName ${show(event)} instead of "${expected}"`);
  }
  return specific;
}

const permissionWords = ['allow', 'deny', 'ask'] as const;

export function readPermissionDecision(specific: FieldReader, fallback: string | undefined): void {
  const own = specific.text('permissionDecisionReason');
  const reason = own ?? fallback;
  const word = specific.decision('permissionDecision', permissionWords, reason);
  if (word !== undefined) specific.reader.add({ allow, deny, ask }[word](reason));
  else if (own !== undefined && specific.value('permissionDecision') === undefined) {
    specific.reader.doubt(
      `answered ${specific.nameOf('permissionDecisionReason')} without a decision that it could explain`,
    );
  }
}

export function readPermissionBehavior(specific: FieldReader): void {
  if (specific.value('decision') === undefined) return;
  const { reader } = specific;
  const decision = specific.object('decision');
  if (decision === undefined) {
    reader.unclear('answered hookSpecificOutput.decision that has no behavior');
    if (isDenial('decision', specific.value('decision')))
      reader.add(...blockEffects(reader.call.point, undefined));
    return;
  }
  const message = decision.text('message');
  const interrupt = decision.decidingFlag('interrupt');
  const behavior = decision.decision('behavior', ['allow', 'deny'], message);
  if (behavior === undefined && decision.value('behavior') === undefined) {
    reader.unclear('answered hookSpecificOutput.decision without a behavior');
  }
  if (behavior !== undefined) reader.add(behavior === 'allow' ? allow(message) : deny(message));
  if (interrupt === true) reader.add(halt(message));
  const updated = decision.jsonObject('updatedInput');
  if (updated !== undefined) reader.add(modify(updated));
  if (decision.value('updatedPermissions') !== undefined)
    reader.add(notify('updatedPermissions was dropped: write rules under "permissions:"', 'warning'));
}

export function readRewrites(specific: FieldReader, names: readonly Rewrite[] = allRewrites): void {
  const { reader } = specific;
  const { point } = reader.call;
  for (const name of names) {
    const subject = rewrites[name];
    const value = subject === 'tool_input' ? specific.jsonObject(name) : specific.json(name);
    if (value === undefined) continue;
    if (point.subject === subject) reader.add(modify(value));
    else reader.doubt(`${name} was dropped: ${point.name} has no ${subject} to replace`);
  }
}

function readContext(fields: FieldReader, name: 'additionalContext' | 'systemMessage'): void {
  const content = fields.text(name);
  if (content !== undefined && content !== '') fields.reader.add(inject(content));
}

function readSuppress(fields: FieldReader): void {
  const hides = fields.decidingFlag('suppressOutput');
  if (hides === true && fields.reader.call.point.block === 'suppress') fields.reader.add(suppress());
}

/** Here, `continue: false` with a reason means: go on working. */
const teamPoints: readonly string[] = ['TeammateIdle', 'TaskCompleted'];

const toolPoints: readonly string[] = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'];

/** True resumes an agent that would stop; false ends the turn, or on Goat's wire the chain. */
function readContinue(fields: FieldReader, reason: string | undefined, isGoat: boolean): void {
  const { reader } = fields;
  const { point } = reader.call;
  const goesOn = fields.decidingFlag('continue');
  const stopReason = fields.text('stopReason');
  if (goesOn === undefined) return;
  if (goesOn) {
    if (point.block === 'resume' && !teamPoints.includes(point.name)) reader.add(resume(reason));
    return;
  }
  const feedback = reason ?? stopReason ?? '';
  if (teamPoints.includes(point.name) && feedback !== '') reader.add(...blockEffects(point, feedback));
  else if (isGoat && toolPoints.includes(point.name)) reader.add(endChain(stopReason ?? reason));
  else reader.add(halt(stopReason ?? reason));
  if (point.name === 'PermissionRequest' && !reader.effects.some(isDecision)) {
    reader.add(deny(reason ?? 'interrupted by hook'));
  }
}

function isDecision({ type }: { readonly type: string }): boolean {
  return type === 'allow' || type === 'deny';
}

export function readSdkOutput(fields: FieldReader, reason: string | undefined, isGoat: boolean): void {
  const specific = readSpecific(fields, isGoat);
  if (specific !== undefined) {
    readPermissionDecision(specific, reason);
    readPermissionBehavior(specific);
    readRewrites(specific);
  }
  readContext(fields, 'systemMessage');
  if (specific !== undefined) {
    readContext(specific, 'additionalContext');
    checkUnknownFields(specific, specificFields);
  }
  readContinue(fields, reason, isGoat);
  readSuppress(fields);
}
