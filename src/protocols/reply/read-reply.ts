import {
  ask,
  deny,
  type Effect,
  effectTypes,
  halt,
  type Postponed,
  restrains,
  resume,
  suppress,
} from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { decisionKeys } from '../../engine/outcome/reply.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { words } from '../../engine/values/text.ts';
import type { WireCall } from '../protocol.ts';
import { FieldReader, ReplyReader, show } from './reply-reader.ts';

export type ReadFields = (fields: FieldReader) => Postponed | undefined;

export function readReplyValue(
  value: unknown,
  call: WireCall,
  read: ReadFields,
): readonly Effect[] | Postponed | undefined {
  if (value === undefined || value === null) return undefined;
  const reader = new ReplyReader(call);
  const postponed = readInto(reader, value, read);
  const effects = reader.finish();
  return postponed ?? effects;
}

function readInto(reader: ReplyReader, value: unknown, read: ReadFields): Postponed | undefined {
  // A returned value can be any object, even one that throws when read.
  try {
    if (isObject(value)) {
      const fields = new FieldReader(reader, value);
      const postponed = read(fields);
      checkAmbiguity(fields);
      if (postponed !== undefined) contradict(reader);
      return postponed;
    }
    reader.invalid(`answered ${show(value)} instead of an object`);
    if (Array.isArray(value)) reader.add(...restraintsIn(value, reader.call, read));
  } catch (problem) {
    reader.invalid(`answered something that cannot be read: ${HookFailure.from(problem, 'invalid').message}`);
  }
  return undefined;
}

export function restraintsIn(
  values: readonly unknown[],
  call: WireCall,
  read: ReadFields,
): readonly Effect[] {
  return readableIn(values, call, read).filter(restrains);
}

export function readableIn(values: readonly unknown[], call: WireCall, read: ReadFields): readonly Effect[] {
  return values.flatMap((value) => {
    if (!isObject(value)) return [];
    const reader = new ReplyReader(call);
    readInto(reader, value, read);
    return reader.effects;
  });
}

/** A decision beside `async: true` contradicts it. */
export function contradict(reader: ReplyReader): void {
  if (reader.effects.some(restrains)) reader.invalid('answered async: true beside a decision');
}

const explanations = ['reason', 'stopReason'] as const;

const eventFields = words('hook_event_name session_id tool_name tool_input transcript_path cwd');

function checkAmbiguity(fields: FieldReader): void {
  readStrayEffect(fields);
  const { reader } = fields;
  if (reader.effects.some(says) || decisionKeys.some((name) => isSaid(fields, name))) return;
  const lone = explanations.find((name) => isSaid(fields, name));
  if (lone !== undefined) {
    reader.doubt(`answered ${fields.nameOf(lone)} without a decision that it could explain`);
  } else if (eventFields.filter((name) => isSaid(fields, name)).length > 1) {
    reader.doubt('answered the event that it was given, which decides nothing');
  }
}

function isSaid(fields: FieldReader, name: string): boolean {
  return fields.value(name) !== undefined;
}

function says({ type }: Effect): boolean {
  return type !== 'notify';
}

const restraints = { deny, ask, resume, halt, suppress } as const;

function readStrayEffect(fields: FieldReader): void {
  const type = fields.value('type');
  if (typeof type !== 'string' || !Object.hasOwn(effectTypes, type)) return;
  fields.reader.unclear(`answered an effect of type "${type}" and the fields of a reply in one object`);
  const reason = fields.value('reason');
  const restraint = Object.hasOwn(restraints, type) ? restraints[type as keyof typeof restraints] : undefined;
  if (restraint !== undefined) fields.reader.add(restraint(typeof reason === 'string' ? reason : undefined));
}
